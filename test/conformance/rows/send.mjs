// The fields of a send request, and the fields of its recipient, actions, media and attachments.

import { part } from '../part.mjs'

export const send = part(
  'send',
  'The send request',
  `
SEND-01 core     POST /send, POST /wh/{key} and each element of a batch take the same request
SEND-02 core     recipient is required: a send without it is 422
SEND-03 core     A recipient may be named by its id
SEND-04 core     A recipient may be named by contact fields
SEND-05 core     template is required: a send without it is 422
SEND-06 core     template is a string: any other type is 422
SEND-07 core     vars is optional: a template without placeholders needs none
SEND-08 core     vars maps strings to strings: any other value is 422
SEND-09 core     Named variables replace their {{key}} placeholders
SEND-10 core     Positional variables 1, 2, … are accepted for whatsapp and fill the message in their order
SEND-11 core     channel accepts each of the seven names
SEND-12 core     Any other channel is 422
SEND-13 core     Without channel, a recipient with an email address is reached by email
SEND-14 core     Without channel, a recipient with only a phone is reached by whatsapp
SEND-15 core     Without channel, a recipient with only a chat id is reached by telegram
SEND-16 core     priority accepts low, normal and high
SEND-17 core     priority is normal when omitted
SEND-18 core     Any other priority is 422
SEND-19 core     idempotency_key is an optional string: another type is 422
SEND-20 core     A send with scheduled_for is not sent before that time, and is sent after it
SEND-21 core     scheduled_for is an ISO 8601 date-time: anything else is 422
SEND-22 core     actions is an optional array of actions: another type is 422
SEND-23 core     media is an optional object: another type is 422
SEND-24 core     attachments is an optional array: an email send with attachments is accepted
SEND-25 core     attachments that is not an array is 422
SEND-26 core     recipient.id is an integer: another type is 422
SEND-27 core     recipient.id names a recipient of the key's own workspace only
SEND-28 core     recipient.name is a string: another type is 422
SEND-29 core     recipient.email has the format of an email address: anything else is 422
SEND-30 core     recipient.whatsapp_phone is E.164 with a leading plus: any other value is 422
SEND-31 core     recipient.telegram_chat_id is a string: another type is 422
SEND-32 core     recipient.locale is a string: another type is 422
SEND-33 core     recipient.locale is it when omitted
SEND-34 core     A recipient without id and without any contact field is 422
SEND-35 core     A name with an email address, with a phone or with a chat id is enough to name a recipient
SEND-36 core     An action's slug is required: without it 422
SEND-37 core     An action's label is optional
SEND-38 core     An action's callback_url is required: without it 422
SEND-39 core     An action's callback_url is a URI: anything else is 422
SEND-40 core     An action's payload is an optional object: another type is 422
SEND-41 core     media.url is required: without it 422
SEND-42 core     media.url is a URI: anything else is 422
SEND-43 core     media.type accepts image, document and video
SEND-44 core     media.type is image when omitted
SEND-45 core     Any other media.type is 422
SEND-46 channels media.filename names the file of a document
SEND-47 core     media.filename and media.caption are optional strings: another type is 422
SEND-48 core     An attachment's filename is required: without it 422
SEND-49 core     An attachment's content is base64: anything else is 422
SEND-50 core     An attachment's url is a URI and replaces content: anything else is 422
SEND-51 core     content and url are alternatives: an attachment has one of them, and with neither or both it is 422
SEND-52 core     An attachment's mime_type is optional
SEND-53 core     POST /send answers a new message with 202
SEND-54 core     POST /send answers an invalid request with 422 and queues nothing
SEND-55 core     POST /send answers a used-up quota and a used-up rate limit with 429
`,
)
