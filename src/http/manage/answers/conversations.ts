// Response schemas of the management API: conversations, links that open a conversation, and inbound webhooks.
import { type TSchema, Type } from 'typebox'
import { deliveryStates, statuses } from '../../../delivery-states.ts'
import { channel, open, orNull, shape } from '../shapes.ts'

const at = Type.String({ format: 'date-time' })
const AT = '2030-01-31T09:00:00.000Z'
const number = Type.Integer()
const string = Type.String()

const conversationFields = {
  id: number,
  channel,
  source_id: orNull(
    Type.Integer({ description: 'The source of the connection. null if the connection no longer exists.' }),
  ),
  recipient: Type.Object({ id: number, name: string }),
  last_message_at: Type.String({
    format: 'date-time',
    description: 'The time of the last message from the recipient.',
  }),
  last_message: orNull(
    Type.String({
      description:
        'The last message from the recipient. null if the recipient has sent no message, or if the message has no text.',
    }),
  ),
  created_at: at,
}
const conversationExample = {
  id: 5,
  channel: 'telegram',
  source_id: 3,
  recipient: { id: 12, name: 'Ada' },
  last_message_at: AT,
  last_message: 'At five, please',
  created_at: AT,
}

export const inboundStatuses = ['waiting', 'done', 'unreadable', 'set_aside'] as const

const requestFields = {
  id: number,
  channel,
  source_id: Type.Integer({ description: 'The source of the connection.' }),
  status: Type.Enum([...inboundStatuses], {
    type: 'string',
    description:
      'unreadable: some parts are unknown, and all other parts were applied. set_aside: every attempt to apply the webhook failed.',
  }),
  received_at: at,
  attempts_made: number,
  next_at: orNull(at),
  problem: orNull(Type.String({ description: 'The part that is unknown, or the error of the last attempt.' })),
}
const requestExample = {
  id: 9,
  channel: 'whatsapp',
  source_id: 3,
  status: 'unreadable',
  received_at: AT,
  attempts_made: 1,
  next_at: null,
  problem: 'a status exploded of message wamid.1',
}

/** The schemas that have a name in the API document. */
export const conversationShapes = [
  shape('Conversation', conversationFields, conversationExample),
  shape(
    'ConversationDetail',
    {
      ...conversationFields,
      messages: Type.Array(
        Type.Object({
          direction: Type.Enum(['in', 'out'], {
            type: 'string',
            description: 'in: a message from the recipient. out: a message to the recipient.',
          }),
          id: Type.Integer({ description: 'in: the id of the message. out: the id of the delivery.' }),
          at,
          body: orNull(string),
          media: Type.Array(
            open(
              "in: the media type, and the provider's reference for the download. out: the media of the send request.",
            ),
          ),
          delivery_id: orNull(
            Type.Integer({
              description: 'in: the delivery that the recipient answered. out: the delivery of this message.',
            }),
          ),
          status: Type.Optional(Type.Enum([...statuses], { type: 'string', description: 'out only.' })),
          state: Type.Optional(
            Type.Enum([...deliveryStates], {
              type: 'string',
              description: 'out only: the state of the delivery, as in the list of deliveries.',
            }),
          ),
          attempts_made: Type.Optional(
            Type.Integer({ description: 'out only: the number of attempts that count, of at most 4.' }),
          ),
          template_slug: Type.Optional(Type.String({ description: 'out only.' })),
        }),
        { description: 'Newest first.' },
      ),
      next_cursor: orNull(string),
    },
    {
      ...conversationExample,
      messages: [{ direction: 'in', id: 9, at: AT, body: 'At five, please', media: [], delivery_id: 17 }],
      next_cursor: null,
    },
  ),
  shape('InboundRequest', requestFields, requestExample),
  shape(
    'InboundRequestDetail',
    {
      ...requestFields,
      content_type: orNull(
        Type.String({ description: 'The Content-Type of the request. null if version 0.1.0 stored the request.' }),
      ),
      body: Type.String({ description: 'The original body, which is JSON or a form. Viewers see a mask instead.' }),
    },
    { ...requestExample, content_type: 'application/json', body: '{"object":"whatsapp_business_account","entry":[]}' },
  ),
  shape('Invitation', { url: string, expires_at: at }, { url: 'https://t.me/ShopBot?start=AbCd', expires_at: AT }),
] satisfies TSchema[]
