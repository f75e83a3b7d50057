// Schemas of the events' data for the API document. The compiler checks that they match the types of the catalog.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { addressTable, byField } from '../../channels/addresses.ts'
import { channelNames } from '../../channels/index.ts'
import type { EventData, EventName } from '../../events/catalog.ts'
import { alternatives } from '../../lib/text/plural.ts'
import { suppressionOrigins, suppressionReasons } from '../../suppression-reasons.ts'

const string = Type.String()
const integer = Type.Integer()
const at = Type.String({ format: 'date-time' })
const channel = Type.String({ description: `${alternatives(channelNames)}.` })
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const anything = Type.Unsafe<object>({ type: 'object', additionalProperties: true })
const closed = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false })
const fallbackId = Type.String({ description: 'The id of the first message of the fallback, as a string.' })
const messageId = Type.String({ description: 'The id of the delivery, as a string.' })

const delivery = closed({
  id: integer,
  status: Type.String({ description: 'queued, sent, delivered, read or failed.' }),
  recipient_id: integer,
  channel,
  template_slug: string,
  external_id: Type.Unsafe<string | null>({ type: ['string', 'null'], description: "The provider's message id." }),
  error_message: textOrNull,
  created_at: at,
})

const contact = closed({
  id: integer,
  name: string,
  ...byField(addressTable().texts, () => textOrNull),
  locale: string,
  tags: Type.Array(string),
  metadata: anything,
  preferred_channel: textOrNull,
  created_at: at,
  updated_at: at,
})

const ofDelivery = closed({ delivery })

/** The fields of events about a bounce or complaint. */
const aboutMessage = {
  message_id: messageId,
  channel,
  to: Type.String({ description: 'The address of the recipient.' }),
  template: string,
  recipient: closed({ id: integer, name: string, email: textOrNull }),
}

/**
 * The schema of each event's data. In the body of an event with envelope A, the fields of the data are beside `event`
 * and `timestamp`. In the body of an event with envelope B, the field `data` contains the data. src/events/catalog.ts
 * lists the events of both envelopes.
 */
export const eventShapes = {
  'delivery.queued': ofDelivery,
  'delivery.sent': ofDelivery,
  'delivery.delivered': ofDelivery,
  'delivery.read': ofDelivery,
  'delivery.failed': ofDelivery,
  'delivery.action_taken': closed({
    delivery,
    action: closed({ slug: string, payload: anything }),
    actor: closed({ name: string, channel }),
  }),
  'message.sent': closed({
    message_id: messageId,
    channel,
    to: Type.String({ description: 'The address of the recipient.' }),
    template: string,
    status: string,
    sent_at: at,
    recipient: closed({ id: integer, name: string, email: textOrNull }),
  }),
  'message.deferred': closed({
    message_id: messageId,
    channel,
    template: string,
    reason: Type.Enum(['quiet_hours'], { type: 'string' }),
    deferred_at: at,
    deferred_until: Type.String({ format: 'date-time', description: 'The end of the quiet hours.' }),
    recipient: closed({ id: integer, name: string }),
  }),
  'message.expired': closed({
    message_id: messageId,
    channel,
    template: string,
    expires_at: Type.String({ format: 'date-time', description: 'The time after which the message was not sent.' }),
    error: textOrNull,
    expired_at: at,
    recipient: closed({ id: integer, name: string }),
  }),
  'message.received': closed({
    message_id: Type.String({ description: 'The id of the received message, as a string.' }),
    channel,
    from: string,
    body: string,
    media: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
    recipient: closed({ id: integer, name: string }),
    conversation_id: string,
  }),
  'message.bounced': closed({
    ...aboutMessage,
    type: Type.Enum(['hard', 'soft'], {
      type: 'string',
      description:
        'hard: the address does not exist, and is suppressed. soft: this message was not delivered, and the address may be right.',
    }),
    code: Type.Unsafe<string | null>({ type: ['string', 'null'], description: "The provider's code, such as 5.1.1." }),
    text: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The explanation of the provider.' }),
    bounced_at: at,
  }),
  'message.complained': closed({ ...aboutMessage, complained_at: at }),
  'delivery.status': closed({
    message_id: messageId,
    channel,
    status: string,
    previous_status: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The status in the previous event. Null if the status is queued.',
    }),
    timestamp: at,
    error: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The reason if the status is failed. Otherwise null.',
    }),
  }),
  'contact.created': closed({
    contact,
    origin: Type.Enum(['manual', 'csv', 'api', 'onboarding'], {
      type: 'string',
      description:
        'How the contact was created. manual: in the portal or the management API. csv: by an import. api: by a send request. onboarding: by a first message from the contact.',
    }),
  }),
  'contact.updated': closed({
    contact,
    changed: Type.Array(string, { description: 'Names of the changed fields.' }),
  }),
  'recipient.suppressed': closed({
    channel,
    address: string,
    reason: Type.Enum(suppressionReasons, { type: 'string' }),
    origin: Type.Enum(suppressionOrigins, { type: 'string' }),
    suppressed_at: at,
    message_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The id of the message that caused the suppression. Null if it is not known.',
    }),
    recipient: Type.Unsafe<{ id: number; name: string } | null>({
      anyOf: [closed({ id: integer, name: string }), { type: 'null' }],
      description: 'The recipient who has the address. Null if no recipient has it.',
    }),
  }),
  'digest.closed': closed({
    message_id: messageId,
    channel,
    template: string,
    key: Type.String({ description: 'The key of the digest.' }),
    items: Type.Integer({ description: 'The number of messages in the digest.' }),
    opened_at: at,
    closed_at: at,
    recipient: closed({ id: integer, name: string }),
  }),
  'recipient.preferences_changed': closed({
    recipient: closed({ id: integer, name: string }),
    changed: Type.Array(
      closed({
        category: Type.String({
          description: 'The slug. `*` if the recipient unsubscribed from everything, or lifted this.',
        }),
        channel: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'Null if the value applies to the whole category.',
        }),
        allowed: Type.Unsafe<boolean | null>({
          type: ['boolean', 'null'],
          description: 'Null if the value was removed, so that a more general value applies.',
        }),
      }),
    ),
    origin: Type.Enum(['member', 'link'], {
      type: 'string',
      description: 'member: the portal or the management API. link: the recipient, with a link.',
    }),
    changed_at: at,
  }),
  'automation.triggered': closed({
    automation: closed({ id: string, name: string }),
    trigger: anything,
    contact: closed({ id: integer, name: string, email: textOrNull }),
    message_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The id of the message that the automation sent. Null if the automation sent no message.',
    }),
  }),
  'fallback.step_started': closed({
    fallback_id: fallbackId,
    step: Type.Integer({ description: 'The number of the step, from 1.' }),
    channel,
    message_id: messageId,
    previous_status: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The status of the message that the previous step sent.',
    }),
  }),
  'fallback.ended': closed({
    fallback_id: fallbackId,
    reason: Type.Enum(['reached', 'last_step', 'cancelled', 'expired', 'stopped', 'no_failure'], { type: 'string' }),
    steps_started: integer,
    message_id: Type.String({ description: 'The id of the message that the last started step sent.' }),
  }),
} satisfies Record<EventName, TSchema>

/** This type does not compile if a schema differs from the type of the event's data. */
type Same = { [Name in EventName]: Static<(typeof eventShapes)[Name]> extends EventData[Name] ? true : Name }[EventName]
true satisfies Same
