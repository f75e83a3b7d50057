// Sending the same request twice with an idempotency key.

import { part } from '../part.mjs'

export const idempotency = part(
  'idempotency',
  'Idempotency',
  `
IDEM-01 core A send with a key used within the hour is answered with 200 and the same delivery
IDEM-02 core The repeated send makes no second delivery and sends nothing
IDEM-03 core A key is still deduplicated just before its hour is over
IDEM-04 core A key is new again once its hour is over
IDEM-05 core Sends without a key are never taken for one another
IDEM-06 core The same holds for an element of a batch and for a trigger
`,
)
