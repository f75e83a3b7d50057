// Retries of failed attempts.

import { part } from '../part.mjs'

export const retries = part(
  'retries',
  'Retries',
  `
RETRY-01 core The service repeats a failed attempt itself
RETRY-02 core The first retry comes after 30 seconds, and not before
RETRY-03 core The second retry comes after 2 minutes, and not before
RETRY-04 core The third retry comes after 10 minutes, and not before
RETRY-05 core When the last retry fails too, the delivery is failed and is not retried
RETRY-06 core A retry that succeeds ends as sent
`,
)
