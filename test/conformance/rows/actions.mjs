// Action tokens, and the public endpoint that a button opens.

import { part } from '../part.mjs'

export const actions = part(
  'actions',
  'Action endpoint',
  `
ACT-01 core   A send with actions issues one token for each button
ACT-02 core   A token is 64 letters and digits
ACT-03 core   The url of a button is the action endpoint with its token
ACT-04 actions The token is embedded in the button or link that the recipient sees
ACT-05 actions GET /svc/action/{token} needs no Authorization header
ACT-06 actions A GET with a valid, unused token uses it and posts to the action's callback_url
ACT-07 actions A GET with a valid, unused token is answered with 200 and an HTML page
ACT-08 actions The confirmation page carries the brand of the workspace
ACT-09 actions A token is used once: a second GET is 410 and sends no callback
ACT-10 actions A token just under 72 hours old still works
ACT-11 actions A token of 72 hours is expired: 410
ACT-12 actions An unknown or malformed token is 404
ACT-13 actions A token whose HMAC does not verify is 403
`,
)
