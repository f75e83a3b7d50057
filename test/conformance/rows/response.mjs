// Responses to a send request, for a new message and for a repeated message.

import { part } from '../part.mjs'

export const response = part(
  'response',
  'The send response',
  `
RESP-01 core status of a fresh accept is queued
RESP-02 core delivery_id is the integer id of the delivery record
RESP-03 core channel is the channel used
RESP-04 core recipient has the integer id and the name
RESP-05 core recipient.address is the address used on that channel
RESP-06 core template is the slug of the request
RESP-07 core actions has one item with slug and url for each button sent
RESP-08 core idempotency_key repeats the key of the request
RESP-09 core idempotency_key is null or left out when the request has none
RESP-10 core overage has the integers credits_deducted and channel_cost when credits paid for the message
RESP-11 core overage is null or left out when the quota paid for the message
RESP-12 core A plain answer holds at least status, delivery_id, channel, recipient and template
RESP-13 core A repeated send is answered with status, delivery_id and idempotency_key of the first delivery
RESP-14 core A repeated send is answered with replayed, which is always true
`,
)
