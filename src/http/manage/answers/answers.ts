// Response schemas of the management API: workspaces, recipients, deliveries and the test inbox.
import { type TProperties, type TSchema, Type } from 'typebox'
import { addressTable, byField } from '../../../channels/addresses.ts'
import { channelNames } from '../../../channels/index.ts'
import { deviceSchema } from '../../../channels/push/devices.ts'
import { deliveryStates, statuses } from '../../../delivery-states.ts'
import { quietHoursSchema } from '../../../quiet-hours/check.ts'
import { fallbackShape } from '../../fallback-shape.ts'
import { channel, mode, open, orNull, shape } from '../shapes.ts'
import { attempt } from './attempts.ts'
import { deliveryDetailShapes, originFields, waitingFields } from './delivery-details.ts'
import { bounce } from './suppressions.ts'

export const at = Type.String({ format: 'date-time' })
export const AT = '2030-01-31T09:00:00.000Z'
export const number = Type.Integer()
export const string = Type.String()

const workspaceFields = {
  id: number,
  name: string,
  plan: string,
  quota: orNull(Type.Integer({ description: 'Messages per month. null if they are unlimited.' })),
  whatsapp_limit: orNull(Type.Integer({ description: 'WhatsApp messages per month. null if they are unlimited.' })),
  default_locale: string,
  brand: open('The name, color and logo_url that pages and messages show.'),
  notice_email: orNull(Type.String({ description: 'An address that receives notices, in addition to the owners.' })),
  time_zone: Type.String({ description: 'The IANA time zone in which the portal groups figures by day.' }),
  quiet_hours: orNull(quietHoursSchema),
  role: Type.Enum(['owner', 'admin', 'viewer'], {
    type: 'string',
    description: "The caller's role in the workspace.",
  }),
  created_at: at,
}
const workspaceExample = {
  id: 1,
  name: 'Shop',
  plan: 'pro',
  quota: 10_000,
  whatsapp_limit: 10_000,
  default_locale: 'it',
  brand: { name: 'Shop', color: '#aa3366' },
  notice_email: 'ops@shop.example',
  time_zone: 'Europe/Rome',
  quiet_hours: { from: '22:00', to: '08:00' },
  role: 'owner',
  created_at: AT,
}

const deliveryFields = {
  id: number,
  status: Type.Enum([...statuses], { type: 'string' }),
  state: Type.Enum([...deliveryStates], {
    type: 'string',
    description:
      'What the delivery waits for, or how it ended: queued is divided into scheduled, collecting, deferred, queued, retrying and paused, and failed into failed and cancelled.',
  }),
  mode,
  source_id: number,
  source_name: string,
  recipient_id: number,
  recipient_name: string,
  address: string,
  channel: Type.Enum(channelNames, { type: 'string' }),
  template_slug: string,
  category: orNull(Type.String({ description: 'The category. Also null in a list if the message is very large.' })),
  summary: orNull(
    Type.String({
      description:
        'The beginning of the subject, or of the text if the recipient sees no subject. Viewers see a mask in place of sensitive values. null if the message is very large.',
    }),
  ),
  priority: Type.Enum(['low', 'normal', 'high'], { type: 'string' }),
  external_id: orNull(Type.String({ description: "The provider's message id." })),
  error_message: orNull(Type.String({ description: 'Viewers see a mask in place of a sensitive value.' })),
  attempts_made: Type.Integer({ description: 'The number of attempts that count, of at most 4.' }),
  due_at: orNull(Type.String({ format: 'date-time', description: 'The time from which a queued delivery is sent.' })),
  created_at: at,
  scheduled_for: orNull(at),
  ...waitingFields,
}

const deliveryEvent = Type.Object({
  id: number,
  subscription_id: number,
  url: Type.String({ description: 'The URL of the endpoint. Its query and fragment are masked.' }),
  event: string,
  status: Type.Enum(['waiting', 'sending', 'received', 'failed', 'held'], { type: 'string' }),
  attempts_made: number,
  created_at: at,
  ended_at: orNull(at),
})

const receipt = Type.Object({
  status: Type.Enum(['delivered', 'read', 'failed'], { type: 'string' }),
  at: Type.String({ format: 'date-time', description: 'The time that the provider reported.' }),
  code: orNull(string),
  reason: orNull(string),
  remedy: orNull(string),
  price: orNull(Type.String({ description: "The provider's price category." })),
  applied: Type.Boolean({
    description: 'True if the receipt changed the status. False for a late or repeated receipt.',
  }),
})

/** The schemas that have a name in the API document. */
export const manageShapes = [
  shape('Workspace', workspaceFields, workspaceExample),
  shape('WorkspaceDetail', {
    ...workspaceFields,
    usage: Type.Ref('Usage'),
    credits: number,
  }),
  shape(
    'CreditEntry',
    {
      id: number,
      kind: Type.Enum(['purchase', 'overage', 'refund'], { type: 'string' }),
      amount: number,
      balance: Type.Integer({ description: 'Remaining credits after this entry.' }),
      delivery_id: orNull(number),
      note: orNull(string),
      at,
    },
    { id: 7, kind: 'purchase', amount: 500, balance: 620, delivery_id: null, note: 'Invoice 2030-14', at: AT },
  ),
  shape('StoredRecipient', {
    id: number,
    mode,
    name: string,
    ...byField(addressTable().texts, () => orNull(string)),
    push: Type.Array(deviceSchema),
    locale: string,
    locale_is_default: Type.Boolean({ description: 'True for a default, which a locale in a send request replaces.' }),
    tags: Type.Array(Type.String()),
    metadata: open('Data that the application stores with the recipient.'),
    preferred_channel: orNull(channel),
    quiet_hours: orNull(quietHoursSchema),
    time_zone: orNull(string),
    unusable: open(
      'The addresses that a provider reported as unreachable, by channel. Each has the reason and the time. For viewers, the reason is masked.',
    ),
    created_at: at,
    updated_at: at,
  }),
  shape(
    'AddressDescription',
    {
      field: Type.String({ description: "The recipient's field." }),
      channel: Type.Enum(channelNames, { type: 'string', description: 'The channel that uses the address.' }),
      label: Type.Object({ en: string, it: string }),
      example: orNull(string),
      list: Type.Boolean({
        description: 'True if the field is a list to which registrations add entries. False if it is one string.',
      }),
      identifies: Type.Boolean({
        description:
          'True if the address identifies a person. The fields are sorted from the strongest identifier to the weakest.',
      }),
      in_requests: Type.Boolean({ description: 'True if a send request may contain the field.' }),
      takes_opt_outs: Type.Boolean({ description: 'True if recipients can opt out of messages to the address.' }),
    },
    {
      field: 'email',
      channel: 'email',
      label: { en: 'Email address', it: 'Indirizzo email' },
      example: 'ada@example.com',
      list: false,
      identifies: true,
      in_requests: true,
      takes_opt_outs: true,
    },
  ),
  shape(
    'OptOut',
    {
      id: number,
      mode,
      channel,
      blocks: Type.Enum(['all', 'advertising'], {
        type: 'string',
        description:
          'all: every message on the channel. advertising: only messages of marketing templates. Messages of essential templates are always sent.',
      }),
      address: string,
      delivery_id: orNull(
        Type.Integer({
          description:
            'The delivery whose unsubscribe link was used. null if a member added the opt-out or the provider reported it.',
        }),
      ),
      at,
    },
    { id: 3, mode: 'live', channel: 'email', blocks: 'all', address: 'ada@example.com', delivery_id: 17, at: AT },
  ),
  shape('Delivery', deliveryFields),
  shape('DeliveryTimeline', {
    ...deliveryFields,
    content: open(
      'The message as it was rendered when the request was accepted. For viewers, sensitive variables (also inside the text), queries of callback URLs, and payloads are masked.',
    ),
    expires_at: Type.String({ format: 'date-time', description: 'The message is not sent after this time.' }),
    next_at: orNull(
      Type.String({
        format: 'date-time',
        description:
          'The time of the next attempt, or null. It is also null for a due delivery if its connection is paused until a person ends the pause.',
      }),
    ),
    paid_by: orNull(Type.String({ description: 'How the message was charged: quota, whatsapp or credits.' })),
    credits: number,
    refunded: Type.Boolean(),
    remedy: orNull(Type.String({ description: 'The step that solves the problem. null if there is no problem.' })),
    attempts: Type.Array(attempt),
    receipts: Type.Array(receipt, { description: "The provider's receipts, in the order of their arrival." }),
    bounces: Type.Array(bounce, { description: 'Reported bounces and complaints, in the order of their arrival.' }),
    history: Type.Array(Type.Object({ status: string, at })),
    fallback: orNull(fallbackShape),
    actions: Type.Array(Type.Ref('TimelineAction')),
    events: Type.Array(deliveryEvent, {
      description: 'The events that were recorded for subscriptions, in their order. Events are kept for 7 days.',
    }),
    callbacks: Type.Array(Type.Ref('TimelineCallback')),
    ...originFields,
  }),
  ...deliveryDetailShapes,
] satisfies TSchema[]

/** Returns the schema of a page of a list. */
export const listOf = (name: string, more: TProperties = {}) =>
  Type.Object({ data: Type.Array(Type.Ref(name)), next_cursor: orNull(Type.String()), ...more })

/**
 * Returns the schema of a page of a list with a filter. Each request searches only a limited number of rows. Therefore
 * a page with few or no rows may still have a next page.
 */
export const searchedListOf = (name: string, more: TProperties = {}) =>
  listOf(name, {
    searched_to: orNull(
      Type.String({
        format: 'date-time',
        description: 'Rows older than this time were not searched yet. null if the search is complete.',
      }),
    ),
    ...more,
  })
