// Sending many messages in one request.

import { part } from '../part.mjs'

export const batch = part(
  'batch',
  'Batch',
  `
BATCH-01 core messages is required and an array: otherwise 422
BATCH-02 core total is the number of messages received
BATCH-03 core queued is the number of messages accepted
BATCH-04 core failed is the number of messages failed
BATCH-05 core results has one element for each message, with its zero-based index
BATCH-06 core An accepted element has status and delivery_id, and the other fields of a send response
BATCH-07 core Messages are independent: one that fails stops none of the others
BATCH-08 core A batch is answered with 202
BATCH-09 core Each accepted message of a batch becomes a separate delivery that is sent
`,
)
