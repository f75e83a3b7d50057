// The table of limits. Other parts list the time limits: retries, idempotency, action endpoint, callback, events and
// health.

import { part } from '../part.mjs'

export const limits = part(
  'limits',
  'Limits',
  `
LIM-01 core   A template slug of 100 characters is accepted
LIM-02 core   A template slug of 101 characters is 422
LIM-03 core   An idempotency_key of 128 characters is accepted
LIM-04 core   An idempotency_key of 129 characters is 422
LIM-05 core   5 actions are accepted
LIM-06 core   6 actions are 422
LIM-07 core   An action slug of 50 characters is accepted
LIM-08 core   An action slug of 51 characters is 422
LIM-09 core   An action label of 30 characters is accepted
LIM-10 core   An action label of 31 characters is 422
LIM-11 core   A callback_url of 1000 characters is accepted
LIM-12 core   A callback_url of 1001 characters is 422
LIM-13 core   5 attachments are accepted
LIM-14 core   6 attachments are 422
LIM-15 core   An attachment filename of 255 characters is accepted
LIM-16 core   An attachment filename of 256 characters is 422
LIM-17 core   A mime_type of 100 characters is accepted
LIM-18 core   A mime_type of 101 characters is 422
LIM-19 core   A media caption of 1000 characters is accepted
LIM-20 core   A media caption of 1001 characters is 422
LIM-21 core   A recipient name of 255 characters is accepted
LIM-22 core   A recipient name of 256 characters is 422
LIM-23 core   A telegram_chat_id of 255 characters is accepted
LIM-24 core   A telegram_chat_id of 256 characters is 422
LIM-25 core   The longest E.164 number is accepted as whatsapp_phone (the format ends before the limit of 32 does)
LIM-26 core   A whatsapp_phone of 33 characters is 422
LIM-27 core   A locale of 10 characters is accepted
LIM-28 core   A locale of 11 characters is 422
LIM-29 core   A batch of 1 message is accepted
LIM-30 core   A batch of 0 messages is 422
LIM-31 core   A batch of 100 messages is accepted
LIM-32 core   A batch of 101 messages is 422
LIM-33 core   A discord message of 2000 characters is accepted
LIM-34 core   A discord message of 2001 characters is 422
LIM-35 core   By default the 100th request of a key in its hour passes
LIM-36 core   By default the 101st request of a key in its hour is 429
LIM-37 core   The rate limit is set for each source
LIM-38 portal The rate limit of a source is set in the portal
LIM-39 core   On the Free plan the 500th message of a month is accepted
LIM-40 core   On the Free plan the 501st message of a month is 429 without credits
LIM-41 core   The Pro plan includes 10000 messages a month
LIM-42 core   The Agency plan includes 50000 messages a month
LIM-43 core   WhatsApp messages count on a separate bundle and not on the quota
LIM-44 core   On the Free plan a third channel can be connected
LIM-45 core   On the Free plan a fourth channel is refused
LIM-46 core   The Free plan is taken without a card or any payment detail
LIM-47 core   Over the quota a telegram message costs 1 credit
LIM-48 core   Over the quota an email message costs 1 credit
LIM-49 core   Over the bundle a whatsapp message costs 3 credits
LIM-50 core   The price list has 10 credits for an SMS
`,
)
