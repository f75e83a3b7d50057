// Examples of all events, for the API reference and for test events.
import { addressTable, byField } from '../channels/addresses.ts'
import {
  aboutContact,
  aboutDelivery,
  type Contact,
  type DeliveryRecord,
  type EventData,
  type EventName,
  envelopeOf,
  type Occurrence,
} from './catalog.ts'

const DELIVERY = 17
const CONTACT = 5

const delivery = (status: string, at: string): DeliveryRecord => ({
  id: DELIVERY,
  status,
  recipient_id: CONTACT,
  channel: 'whatsapp',
  template_slug: 'order-shipped',
  external_id: status === 'queued' || status === 'failed' ? null : 'wamid.HBgLMzkzMzMxMjM0NTY3',
  error_message: status === 'failed' ? 'the number is not on WhatsApp' : null,
  created_at: at,
})

const contactAt = (at: string): Contact => ({
  id: CONTACT,
  name: 'Mario Rossi',
  ...byField(addressTable().texts, ({ field, channel, example }) =>
    field === 'email' ? 'mario@example.com' : channel === 'whatsapp' ? example : null,
  ),
  locale: 'it',
  tags: ['customer'],
  metadata: { city: 'Torino' },
  preferred_channel: 'whatsapp',
  created_at: at,
  updated_at: at,
})

const fallbackExamples = {
  'fallback.step_started': {
    fallback_id: String(DELIVERY),
    step: 2,
    channel: 'sms',
    message_id: String(DELIVERY + 1),
    previous_status: 'sent',
  },
  'fallback.ended': {
    fallback_id: String(DELIVERY),
    reason: 'reached',
    steps_started: 2,
    message_id: String(DELIVERY + 1),
  },
} satisfies Partial<{ [Name in EventName]: EventData[Name] }>

const examplesAt = (at: string): { [Name in EventName]: EventData[Name] } => ({
  'delivery.queued': { delivery: delivery('queued', at) },
  'delivery.sent': { delivery: delivery('sent', at) },
  'delivery.delivered': { delivery: delivery('delivered', at) },
  'delivery.read': { delivery: delivery('read', at) },
  'delivery.failed': { delivery: delivery('failed', at) },
  'delivery.action_taken': {
    delivery: delivery('read', at),
    action: { slug: 'confirm', payload: { order: 1042 } },
    actor: { name: 'Mario Rossi', channel: 'whatsapp' },
  },
  'message.sent': {
    message_id: String(DELIVERY),
    channel: 'whatsapp',
    to: '+393331234567',
    template: 'order-shipped',
    status: 'sent',
    sent_at: at,
    recipient: { id: CONTACT, name: 'Mario Rossi', email: 'mario@example.com' },
  },
  'message.deferred': deferredAt(at),
  'message.expired': expiredAt(at),
  'message.received': {
    message_id: '204',
    channel: 'whatsapp',
    from: '+393331234567',
    body: 'Thank you!',
    media: null,
    recipient: { id: CONTACT, name: 'Mario Rossi' },
    conversation_id: '31',
  },
  'message.bounced': {
    message_id: String(DELIVERY),
    channel: 'email',
    to: 'mario@example.com',
    template: 'order-shipped',
    type: 'hard',
    code: '5.1.1',
    text: '550 5.1.1 User unknown',
    bounced_at: at,
    recipient: { id: CONTACT, name: 'Mario Rossi', email: 'mario@example.com' },
  },
  'message.complained': {
    message_id: String(DELIVERY),
    channel: 'email',
    to: 'mario@example.com',
    template: 'order-shipped',
    complained_at: at,
    recipient: { id: CONTACT, name: 'Mario Rossi', email: 'mario@example.com' },
  },
  'delivery.status': {
    message_id: String(DELIVERY),
    channel: 'whatsapp',
    status: 'delivered',
    previous_status: 'sent',
    timestamp: at,
    error: null,
  },
  'contact.created': { contact: contactAt(at), origin: 'api' },
  'contact.updated': { contact: contactAt(at), changed: ['tags'] },
  'recipient.suppressed': {
    channel: 'email',
    address: 'mario@example.com',
    reason: 'hard_bounce',
    origin: 'provider',
    suppressed_at: at,
    message_id: String(DELIVERY),
    recipient: { id: CONTACT, name: 'Mario Rossi' },
  },
  'digest.closed': digestAt(at),
  'recipient.preferences_changed': preferencesAt(at),
  'automation.triggered': {
    automation: { id: '2', name: 'Welcome new customers' },
    trigger: { type: 'contact.created' },
    contact: { id: CONTACT, name: 'Mario Rossi', email: 'mario@example.com' },
    message_id: String(DELIVERY),
  },
  ...fallbackExamples,
})

/** Returns the example of an event for this workspace and time. */
export function exampleOf(event: EventName, workspaceId: number, at: Date): Occurrence {
  const subject =
    event.startsWith('contact.') || event.startsWith('recipient.') ? aboutContact(CONTACT) : aboutDelivery(DELIVERY)
  // The cast is safe: the name of an event determines the type of `data`, but TypeScript cannot infer this.
  return { event, workspaceId, mode: 'test', subject, data: examplesAt(at.toISOString())[event] } as Occurrence
}

/** Returns the body of an example for the API reference. */
export function exampleBody(event: EventName): object {
  const at = new Date('2030-01-31T09:00:00.000Z')
  return envelopeOf(exampleOf(event, 1, at), 'evt_6fZkq0Jt2WcQeXb9LrNv4MdY', at)
}

const digestAt = (at: string): EventData['digest.closed'] => ({
  message_id: String(DELIVERY),
  channel: 'email',
  template: 'comments',
  key: 'post:9',
  items: 3,
  opened_at: at,
  closed_at: at,
  recipient: { id: CONTACT, name: 'Mario Rossi' },
})

const preferencesAt = (at: string): EventData['recipient.preferences_changed'] => ({
  recipient: { id: CONTACT, name: 'Mario Rossi' },
  changed: [{ category: 'newsletter', channel: 'email', allowed: false }],
  origin: 'link',
  changed_at: at,
})

const deferredAt = (at: string): EventData['message.deferred'] => ({
  message_id: String(DELIVERY),
  channel: 'whatsapp',
  template: 'order-shipped',
  reason: 'quiet_hours',
  deferred_at: at,
  deferred_until: at,
  recipient: { id: CONTACT, name: 'Mario Rossi' },
})

const expiredAt = (at: string): EventData['message.expired'] => ({
  message_id: String(DELIVERY),
  channel: 'whatsapp',
  template: 'order-shipped',
  expires_at: at,
  error: 'the message expired before it could be sent',
  expired_at: at,
  recipient: { id: CONTACT, name: 'Mario Rossi' },
})
