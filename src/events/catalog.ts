// The two catalogs of events with their data and envelopes (specification, Events).
import type { TextAddress } from '../channels/address.ts'

type Mode = 'live' | 'test'

/** The specification's delivery record. */
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

/** A contact in contact.created and contact.updated: the recipient's data without internal fields. */
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
  'message.received': {
    message_id: string
    channel: string
    from: string
    body: string
    media: object | null
    recipient: { id: number; name: string }
    conversation_id: string
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
  /** `changed`: names of the contact's fields. */
  'contact.updated': { contact: Contact; changed: string[] }
  'automation.triggered': {
    automation: { id: string; name: string }
    trigger: object
    contact: { id: number; name: string; email: string | null }
    /** The delivery that the automation created; null if it created none. */
    message_id: string | null
  }
}

export type EventName = keyof EventData

/** Catalog A: events of a delivery. */
const deliveryEvents = [
  'delivery.queued',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.action_taken',
] as const satisfies EventName[]

/** Catalog B: events of a workspace. */
const workspaceEvents = [
  'message.sent',
  'message.received',
  'delivery.status',
  'contact.created',
  'contact.updated',
  'automation.triggered',
] as const satisfies EventName[]

export const eventNames: readonly EventName[] = [...deliveryEvents, ...workspaceEvents]

/** An event before it is recorded. The name of the event decides which envelope its body has (decision 21). */
export type Occurrence = {
  [Name in EventName]: {
    event: Name
    workspaceId: number
    mode: Mode
    /** `aboutDelivery(id)` or `aboutContact(id)`. A receiver gets the events of one subject in order. */
    subject: string
    data: EventData[Name]
    /** The new tags of contact.updated. They start automations and are not part of the event. */
    tagged?: string[]
  }
}[EventName]

export const aboutDelivery = (id: number) => `delivery/${id}`
export const aboutContact = (id: number) => `contact/${id}`

/**
 * Returns the body of an event. `id`: the event's id, which is the same for every subscription and replay. `test`:
 * marks an example that a member sends to test a receiver (decision 63).
 */
export function envelopeOf({ event, workspaceId, data }: Occurrence, id: string, at: Date, test = false): object {
  const mark = test ? { test } : {}
  return isDeliveryEvent(event)
    ? { event, timestamp: at.toISOString(), ...mark, ...data }
    : { id, type: event, created_at: at.toISOString(), workspace_id: String(workspaceId), ...mark, data }
}

/** Returns whether the event belongs to catalog A. */
export function isDeliveryEvent(event: EventName): boolean {
  return deliveryEvents.some((name) => name === event)
}
