// The names, data and envelopes of all events. The specification lists the events in two catalogs, A and B. The
// catalog of an event determines its envelope (the format of its body).
import type { TextAddress } from '../channels/address.ts'
import type { SuppressionOrigin, SuppressionReason } from '../suppression-reasons.ts'

type Mode = 'live' | 'test'

/** The delivery record that the specification defines. */
export interface DeliveryRecord {
  id: number
  status: string
  recipient_id: number
  channel: string
  template_slug: string
  external_id: string | null
  error_message: string | null
  created_at: string
}

/** The data of a contact in contact.created and contact.updated. It contains no internal fields. */
export interface Contact extends Record<TextAddress, string | null> {
  id: number
  name: string
  locale: string
  tags: string[]
  metadata: object
  preferred_channel: string | null
  created_at: string
  updated_at: string
}

/**
 * How a contact was created. `manual`: in the management API or portal. `csv`: by an import. `api`: by a send request.
 * `onboarding`: by an inbound message.
 */
export type ContactOrigin = 'manual' | 'csv' | 'api' | 'onboarding'

/** The data of each event. Ids of messages and conversations are strings (decision 28). */
export interface EventData {
  'delivery.queued': { delivery: DeliveryRecord }
  'delivery.sent': { delivery: DeliveryRecord }
  'delivery.delivered': { delivery: DeliveryRecord }
  'delivery.read': { delivery: DeliveryRecord }
  'delivery.failed': { delivery: DeliveryRecord }
  'delivery.action_taken': {
    delivery: DeliveryRecord
    action: { slug: string; payload: object }
    actor: { name: string; channel: string }
  }
  'message.sent': {
    message_id: string
    channel: string
    to: string
    template: string
    status: string
    sent_at: string
    recipient: { id: number; name: string; email: string | null }
  }
  'message.deferred': {
    message_id: string
    channel: string
    template: string
    reason: 'quiet_hours'
    deferred_at: string
    /** The end of the quiet hours. */
    deferred_until: string
    recipient: { id: number; name: string }
  }
  'message.expired': {
    message_id: string
    channel: string
    template: string
    /** The time after which the message was not sent. */
    expires_at: string
    error: string | null
    expired_at: string
    recipient: { id: number; name: string }
  }
  'message.received': {
    message_id: string
    channel: string
    from: string
    body: string
    media: object | null
    recipient: { id: number; name: string }
    conversation_id: string
  }
  'message.bounced': {
    message_id: string
    channel: string
    to: string
    template: string
    /** `hard`: the address does not exist. `soft`: this message was not delivered. */
    type: 'hard' | 'soft'
    code: string | null
    text: string | null
    bounced_at: string
    recipient: { id: number; name: string; email: string | null }
  }
  'message.complained': {
    message_id: string
    channel: string
    to: string
    template: string
    complained_at: string
    recipient: { id: number; name: string; email: string | null }
  }
  'recipient.suppressed': {
    channel: string
    address: string
    reason: SuppressionReason
    origin: SuppressionOrigin
    suppressed_at: string
    /** The id of the delivery that caused the suppression. Null if it is not known. */
    message_id: string | null
    /** The recipient who has the address. Null if no recipient has it. */
    recipient: { id: number; name: string } | null
  }
  'digest.closed': {
    message_id: string
    channel: string
    template: string
    /** The key of the request's field `digest`. */
    key: string
    /** The number of messages in the digest. */
    items: number
    opened_at: string
    closed_at: string
    recipient: { id: number; name: string }
  }
  'recipient.preferences_changed': {
    recipient: { id: number; name: string }
    /** The changed values. The channel is null for a whole category. `allowed` is null for a removed value. */
    changed: { category: string; channel: string | null; allowed: boolean | null }[]
    origin: 'member' | 'link'
    changed_at: string
  }
  'delivery.status': {
    message_id: string
    channel: string
    status: string
    previous_status: string | null
    timestamp: string
    error: string | null
  }
  'contact.created': { contact: Contact; origin: ContactOrigin }
  /** The names of the fields that changed. */
  'contact.updated': { contact: Contact; changed: string[] }
  'automation.triggered': {
    automation: { id: string; name: string }
    trigger: object
    contact: { id: number; name: string; email: string | null }
    /** The id of the delivery that the automation created. Null if the automation created no delivery. */
    message_id: string | null
  }
  'fallback.step_started': {
    /** The id of the delivery of the first step. */
    fallback_id: string
    /** The number of the step, from 1. */
    step: number
    channel: string
    message_id: string
    /** The status of the step that started before. */
    previous_status: string | null
  }
  'fallback.ended': {
    fallback_id: string
    reason: string
    steps_started: number
    /** The id of the delivery of the last step that started. */
    message_id: string
  }
}

export type EventName = keyof EventData

/** The events about one delivery. The specification calls them catalog A. */
const deliveryEvents = [
  'delivery.queued',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.action_taken',
] as const satisfies EventName[]

/** The other events of a workspace. The specification calls them catalog B. */
const workspaceEvents = [
  'message.sent',
  'message.deferred',
  'message.expired',
  'message.received',
  'message.bounced',
  'message.complained',
  'delivery.status',
  'contact.created',
  'contact.updated',
  'recipient.suppressed',
  'digest.closed',
  'recipient.preferences_changed',
  'automation.triggered',
  'fallback.step_started',
  'fallback.ended',
] as const satisfies EventName[]

export const eventNames: readonly EventName[] = [...deliveryEvents, ...workspaceEvents]

/** An event before it is recorded. The event's name determines the envelope of the body (decision 21). */
export type Occurrence = {
  [Name in EventName]: {
    event: Name
    workspaceId: number
    mode: Mode
    /**
     * The result of `aboutDelivery(id)` or `aboutContact(id)`. Events with the same subject reach a receiver in order.
     */
    subject: string
    data: EventData[Name]
    /** The tags that contact.updated added. They start automations. The event's body does not contain them. */
    tagged?: string[]
  }
}[EventName]

export const aboutDelivery = (id: number) => `delivery/${id}`
export const aboutContact = (id: number) => `contact/${id}`

/**
 * Returns the body of an event. The event's `id` is the same for every subscription and every replay. `test` marks an
 * example that a member sends to test a receiver (decision 63).
 */
export function envelopeOf({ event, workspaceId, data }: Occurrence, id: string, at: Date, test = false): object {
  const mark = test ? { test } : {}
  return isDeliveryEvent(event)
    ? { event, timestamp: at.toISOString(), ...mark, ...data }
    : { id, type: event, created_at: at.toISOString(), workspace_id: String(workspaceId), ...mark, data }
}

/**
 * Returns whether the event is about one delivery. The specification lists these events in catalog A, and calls the
 * format of their bodies envelope A.
 */
export function isDeliveryEvent(event: EventName): boolean {
  return deliveryEvents.some((name) => name === event)
}
