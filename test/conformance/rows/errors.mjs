// Error responses, and the rules of the quota, the credits and the rate limit.

import { part } from '../part.mjs'

export const errors = part(
  'errors',
  'Errors',
  `
ERR-01 core An unknown recipient is 404 with error recipient_not_found and a message
ERR-02 core An unknown template is 404
ERR-03 core A failed validation is 422 with error validation_failed and a message
ERR-04 core details maps each field at fault to an array of messages
ERR-05 core A used-up quota is 429 with error quota_exceeded, message, the integers used and limit, and hint
ERR-06 core hint is credits_empty when no credits remain
ERR-07 core With the quota used up and credits left, a send is 202 with overage and never 429
ERR-08 core With the quota used up, the credits of the message's cost are deducted from the balance
ERR-09 core A used-up rate limit is 429
ERR-10 core A rate-limit 429 carries X-RateLimit-Limit and X-RateLimit-Remaining
ERR-11 core A rate-limit 429 carries Retry-After in seconds, and a request after that time passes
`,
)
