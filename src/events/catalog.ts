// The two catalogs: which events there are, what each tells, and the envelope it travels in (specification, Events).
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

/** How a contact came: made by hand (management API, portal), by a CSV import, by a send, or by writing to us first. */
export type ContactOrigin = 'manual' | 'csv' | 'api' | 'onboarding'

/** What each event tells. Message and conversation ids are texts (decision 28). */
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
    /** Of what the automation sent; null when nothing was sent. */
    message_id: string | null
  }
}

export type EventName = keyof EventData

/** Catalog A: what becomes of a delivery. */
const deliveryEvents = [
  'delivery.queued',
  'delivery.sent',
  'delivery.delivered',
  'delivery.read',
  'delivery.failed',
  'delivery.action_taken',
] as const satisfies EventName[]

/** Catalog B: what happens in a workspace. */
const workspaceEvents = [
  'message.sent',
  'message.received',
  'delivery.status',
  'contact.created',
  'contact.updated',
  'automation.triggered',
] as const satisfies EventName[]

export const eventNames: readonly EventName[] = [...deliveryEvents, ...workspaceEvents]

/** Something that happened. Its name decides the envelope (decision 21). */
export type Occurrence = {
  [Name in EventName]: {
    event: Name
    workspaceId: number
    mode: Mode
    /** `aboutDelivery(id)` or `aboutContact(id)`: what is told about one subject reaches a receiver in order. */
    subject: string
    data: EventData[Name]
    /** Of contact.updated: the tags that are new. Not told; automations go by them. */
    tagged?: string[]
  }
}[EventName]

export const aboutDelivery = (id: number) => `delivery/${id}`
export const aboutContact = (id: number) => `contact/${id}`

/**
 * The body of an event. `id`: the event's own, the same for every subscription and every replay. `test`: an example that a
 * member sends to try a receiver (decision 63).
 */
export function envelopeOf({ event, workspaceId, data }: Occurrence, id: string, at: Date, test = false): object {
  const mark = test ? { test } : {}
  return isDeliveryEvent(event)
    ? { event, timestamp: at.toISOString(), ...mark, ...data }
    : { id, type: event, created_at: at.toISOString(), workspace_id: String(workspaceId), ...mark, data }
}

/** Of catalog A. */
export function isDeliveryEvent(event: EventName): boolean {
  return deliveryEvents.some((name) => name === event)
}
