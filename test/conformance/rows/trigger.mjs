// Sending a message with a request to a secret URL.

import { part } from '../part.mjs'

export const trigger = part(
  'trigger',
  'Trigger',
  `
TRIG-01 core   POST /wh/{webhook_key} needs no Authorization header: the URL authenticates
TRIG-02 core   A trigger key is svcwh_ followed by letters and digits
TRIG-03 portal Trigger keys are generated in the Sources section of the portal
TRIG-04 core   The body is that of a send, and a new message is answered with 202 and a send response
TRIG-05 core   An unknown trigger key is 401
TRIG-06 core   A revoked trigger key is 401
TRIG-07 core   A used-up quota is 429
`,
)
