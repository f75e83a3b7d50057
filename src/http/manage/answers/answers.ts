// What the management API answers, noun by noun: named shapes of the API document.
import { type TProperties, type TSchema, Type } from 'typebox'
import { addressTable, byField } from '../../../channels/addresses.ts'
import { channelNames } from '../../../channels/index.ts'
import { deviceSchema } from '../../../channels/push/devices.ts'
import { statuses } from '../../../delivery-states.ts'
import { channel, mode, open, orNull, shape } from '../shapes.ts'

export const at = Type.String({ format: 'date-time' })
export const AT = '2030-01-31T09:00:00.000Z'
export const number = Type.Integer()
export const string = Type.String()

const workspaceFields = {
  id: number,
  name: string,
  plan: string,
  quota: orNull(Type.Integer({ description: 'Messages a month; null: unlimited.' })),
  whatsapp_limit: orNull(Type.Integer({ description: 'WhatsApp messages a month; null: unlimited.' })),
  default_locale: string,
  brand: open('name, color and logo_url of pages and messages'),
  notice_email: orNull(Type.String({ description: 'Where notices go, beside the owners.' })),
  role: Type.Enum(['owner', 'admin', 'viewer'], { type: 'string', description: "The caller's role in it." }),
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
  role: 'owner',
  created_at: AT,
}

const deliveryFields = {
  id: number,
  status: Type.Enum([...statuses], { type: 'string' }),
  mode,
  source_id: number,
  recipient_id: number,
  recipient_name: string,
  address: string,
  channel: Type.Enum(channelNames, { type: 'string' }),
  template_slug: string,
  priority: Type.Enum(['low', 'normal', 'high'], { type: 'string' }),
  external_id: orNull(Type.String({ description: "The provider's message id." })),
  error_message: orNull(Type.String({ description: 'Viewers see a mask where it repeats a sensitive value.' })),
  reason: orNull(Type.String({ description: 'Machine-readable reason of a failure.' })),
  created_at: at,
  scheduled_for: orNull(at),
}

const attempt = Type.Object({
  attempt: number,
  started_at: at,
  ended_at: at,
  outcome: string,
  provider_status: orNull(string),
  code: orNull(string),
  reason: orNull(string),
  remedy: orNull(Type.String({ description: "The delivery's, at its last attempt; null at every other." })),
  response: orNull(string),
})

const deliveryEvent = Type.Object({
  id: number,
  subscription_id: number,
  url: Type.String({ description: 'With a mask for its query and fragment.' }),
  event: string,
  status: Type.Enum(['waiting', 'sending', 'received', 'failed', 'held'], { type: 'string' }),
  attempts_made: number,
  created_at: at,
  ended_at: orNull(at),
})

const receipt = Type.Object({
  status: Type.Enum(['delivered', 'read', 'failed'], { type: 'string' }),
  at: Type.String({ format: 'date-time', description: "In the provider's time." }),
  code: orNull(string),
  reason: orNull(string),
  remedy: orNull(string),
  price: orNull(Type.String({ description: "The provider's price category." })),
  applied: Type.Boolean({ description: 'It moved the status; a late or repeated one does not.' }),
})

/** Registered once, named in the API document. */
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
      balance: Type.Integer({ description: 'Credits left after it.' }),
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
    locale_is_default: Type.Boolean({
      description: 'No request, file or member named the locale; a send that names one replaces it.',
    }),
    tags: Type.Array(Type.String()),
    metadata: open('Whatever the application keeps.'),
    preferred_channel: orNull(channel),
    unusable: open('Channel to an address that a provider called gone, with reason (viewers see a mask) and time.'),
    created_at: at,
    updated_at: at,
  }),
  shape(
    'AddressDescription',
    {
      field: Type.String({ description: "The recipient's field." }),
      channel: Type.Enum(channelNames, { type: 'string', description: 'The channel that reaches people there.' }),
      label: Type.Object({ en: string, it: string }),
      example: orNull(string),
      list: Type.Boolean({ description: 'A list that registrations fill; everything else is one text.' }),
      identifies: Type.Boolean({
        description: 'It identifies a person; a stronger identifier stands before a weaker one.',
      }),
      in_requests: Type.Boolean({ description: 'A send request may name it.' }),
      takes_opt_outs: Type.Boolean({ description: 'People opt out of messages to it.' }),
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
        description: 'All messages on the channel, or marketing templates only. Essential templates are always sent.',
      }),
      address: string,
      delivery_id: orNull(
        Type.Integer({
          description: 'The message whose link was used; null: entered by a person, or reported by the provider.',
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
      'The message as it was rendered at accept. Viewers see a mask for sensitive variables, also inside the text, and for queries of callback URLs and payloads.',
    ),
    next_at: orNull(
      Type.String({
        format: 'date-time',
        description:
          'When it is attempted next; null where it is due and its connection is paused until a person ends the pause.',
      }),
    ),
    paid_by: orNull(Type.String({ description: 'quota, whatsapp or credits.' })),
    credits: number,
    refunded: Type.Boolean(),
    remedy: orNull(Type.String({ description: 'What to do now; null where nothing is wrong.' })),
    attempts: Type.Array(attempt),
    receipts: Type.Array(receipt, { description: 'What the provider reported later, in the order it came.' }),
    history: Type.Array(Type.Object({ status: string, at })),
    actions: Type.Array(Type.Ref('TimelineAction')),
    events: Type.Array(deliveryEvent, { description: 'What subscriptions were told, in its order; kept for 7 days.' }),
    callbacks: Type.Array(Type.Ref('TimelineCallback')),
  }),
  shape('TestMessage', {
    id: number,
    delivery_id: number,
    channel: Type.Enum(channelNames, { type: 'string' }),
    status: Type.Enum([...statuses], { type: 'string' }),
    address: string,
    recipient: Type.Object({ id: number, name: string }),
    template_slug: string,
    message: open(
      'The message as the sandbox took it. Viewers see a mask for sensitive variables, and `#` for the addresses of buttons and of the link that unsubscribes; the fields `actions[].url` and `unsubscribe_url` are missing for them.',
    ),
    at,
  }),
] satisfies TSchema[]

/** A page of a list of one of the shapes above. */
export const listOf = (name: string, more: TProperties = {}) =>
  Type.Object({ data: Type.Array(Type.Ref(name)), next_cursor: orNull(Type.String()), ...more })

/** A page of a list that is searched a bounded number of rows at a time: it may be short, or empty, and go on all the same. */
export const searchedListOf = (name: string) =>
  listOf(name, {
    searched_to: orNull(
      Type.String({
        format: 'date-time',
        description: 'How far back this page looked; null: there is nothing further.',
      }),
    ),
  })
