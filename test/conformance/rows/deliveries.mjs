// The delivery record and its states.

import { part } from '../part.mjs'

export const deliveries = part(
  'deliveries',
  'Deliveries',
  `
DLV-01 core   id is the integer that the send was answered with
DLV-02 core   status is one of queued, sending, sent, delivered, read and failed
DLV-03 core   recipient_id is the integer id of the recipient
DLV-04 core   channel is the channel used
DLV-05 core   template_slug is the slug of the template
DLV-06 core   external_id is the provider's message id, and null before there is one
DLV-07 core   error_message is the reason why a delivery failed, and is null otherwise
DLV-08 core   created_at is a date-time
DLV-09 core   A valid send with quota or credits left starts a delivery in queued with an id
DLV-10 core   A send with an idempotency key used within the hour leaves the delivery as it is
DLV-11 core   A message taken by the provider becomes sent
DLV-12 core   A message that reached the recipient becomes delivered
DLV-13 core   A message that the recipient read becomes read
DLV-14 core   A message that cannot be sent ends as failed
DLV-15 events Accepting a send emits delivery.queued
`,
)
