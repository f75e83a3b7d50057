// The POST to an action's callback_url.

import { part } from '../part.mjs'

export const callbacks = part(
  'callbacks',
  'Action callback',
  `
CB-01 actions A press of a Telegram inline button with a valid token sends a callback
CB-02 actions A press of a WhatsApp quick reply with a valid token sends a callback
CB-03 actions A click on an email link with a valid token sends a callback
CB-04 actions X-Service-Signature is sha256= and the hex HMAC-SHA256 of the body under the source's API key
CB-05 actions X-Service-Timestamp is the Unix time in seconds
CB-06 actions The content type is application/json
CB-07 actions A receiver's check accepts a timestamp 300 seconds away
CB-08 actions A receiver's check refuses a timestamp 301 seconds away
CB-09 actions The body of the first variant has delivery_id, action, payload, recipient with id and name, and timestamp
CB-10 actions The body of the second variant has delivery_id, action_slug, payload, and actor with name and channel
CB-11 actions payload is the payload of the send request, unchanged
`,
)
