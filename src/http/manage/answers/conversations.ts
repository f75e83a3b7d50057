// What the management API answers about what came back: conversations, links that open one, and requests as they came.
import { type TSchema, Type } from 'typebox'
import { statuses } from '../../../delivery-states.ts'
import { channel, open, orNull, shape } from '../shapes.ts'

const at = Type.String({ format: 'date-time' })
const AT = '2030-01-31T09:00:00.000Z'
const number = Type.Integer()
const string = Type.String()

const conversationFields = {
  id: number,
  channel,
  source_id: orNull(Type.Integer({ description: 'Whose connection it came over; null: that is gone.' })),
  recipient: Type.Object({ id: number, name: string }),
  last_message_at: Type.String({ format: 'date-time', description: 'When the person was last heard of.' }),
  last_message: orNull(Type.String({ description: 'What they wrote last; null: nothing yet, or no text.' })),
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
  source_id: Type.Integer({ description: 'Whose connection it came for.' }),
  status: Type.Enum([...inboundStatuses], {
    type: 'string',
    description: 'unreadable: applied but for parts that mean nothing here; set_aside: failed at every attempt.',
  }),
  received_at: at,
  attempts_made: number,
  next_at: orNull(at),
  problem: orNull(Type.String({ description: 'What could not be read, or what the last attempt failed with.' })),
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

/** Registered once, named in the API document. */
export const conversationShapes = [
  shape('Conversation', conversationFields, conversationExample),
  shape(
    'ConversationDetail',
    {
      ...conversationFields,
      messages: Type.Array(
        Type.Object({
          direction: Type.Enum(['in', 'out'], { type: 'string', description: 'in: the person wrote; out: was sent.' }),
          id: Type.Integer({ description: 'Of the message, or of the delivery.' }),
          at,
          body: orNull(string),
          media: Type.Array(open('In: type and the ref the provider gives it out for. Out: as in the send.')),
          delivery_id: orNull(Type.Integer({ description: 'In: the delivery that was answered. Out: the delivery.' })),
          status: Type.Optional(Type.Enum([...statuses], { type: 'string', description: 'Out only.' })),
          template_slug: Type.Optional(Type.String({ description: 'Out only.' })),
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
      content_type: orNull(Type.String({ description: 'As the request named it; null for requests that 0.1.0 kept.' })),
      body: Type.String({ description: 'As it came: JSON or a form. Viewers see a mask.' }),
    },
    { ...requestExample, content_type: 'application/json', body: '{"object":"whatsapp_business_account","entry":[]}' },
  ),
  shape('Invitation', { url: string, expires_at: at }, { url: 'https://t.me/ShopBot?start=AbCd', expires_at: AT }),
] satisfies TSchema[]
