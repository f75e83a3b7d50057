// Lists events with their states and attempts: the events of a subscription, or those about a delivery.
import { refuse } from '../errors.ts'
import { maskedUrl } from '../lib/text/mask.ts'
import type { Connection } from '../store/database.ts'
import {
  attemptsOfOutgoing,
  findOutgoing,
  listDispatchesAbout,
  listOutgoing,
  listOutgoingAttempts,
  type OutgoingAttemptRecord,
  type OutgoingRecord,
  type OutgoingStatus,
} from '../store/events/outgoing-list.ts'
import { aboutDelivery } from './catalog.ts'
import { sentRequestOf } from './sent-request.ts'
import { requireSubscription } from './subscriptions.ts'

interface SubscriptionRef {
  workspaceId: number
  id: number
}

export interface EventFilter {
  status?: OutgoingStatus
  event?: string
  /** Selects only the events about the delivery with this id. */
  delivery?: number
  before: number
  limit: number
}

export async function eventsOf(c: Connection, place: SubscriptionRef, { delivery, ...filter }: EventFilter) {
  await requireSubscription(c, place)
  const subject = delivery === undefined ? undefined : aboutDelivery(delivery)
  const { rows, reached } = await listOutgoing(c, scopeOf(place), { ...filter, subject })
  return { rows: rows.map(eventBody), reached }
}

/**
 * Maximum number of events in the timeline of a delivery. Each subscription receives only a few events about a
 * delivery, but there may be many subscriptions and replays.
 */
const MOST_IN_TIMELINE = 200

/**
 * Lists the events about a delivery for all subscriptions. Masks each URL, because the query of a URL may contain a
 * secret.
 */
export async function listEventsOfDelivery(c: Connection, workspaceId: number, deliveryId: number) {
  const rows = await listDispatchesAbout(c, workspaceId, aboutDelivery(deliveryId), MOST_IN_TIMELINE)
  return rows.map((row) => ({
    id: row.id,
    subscription_id: row.subscription_id,
    url: maskedUrl(row.url),
    event: row.event,
    status: row.status,
    attempts_made: row.attempts_made,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
}

/** Returns an event with its body and all its attempts. */
export async function eventOf(c: Connection, place: SubscriptionRef, id: number) {
  await requireSubscription(c, place)
  const row = await findOutgoing(c, scopeOf(place), id)
  if (!row) refuse('not_found', `This subscription has no event ${id}.`)
  const attempts = await attemptsOfOutgoing(c, place.workspaceId, id)
  const body: object = JSON.parse(row.body)
  return { ...eventBody(row), body, attempts: attempts.map(attemptBody) }
}

export async function attemptsOf(c: Connection, place: SubscriptionRef, before: number, limit: number) {
  await requireSubscription(c, place)
  return (await listOutgoingAttempts(c, scopeOf(place), before, limit)).map(attemptBody)
}

function scopeOf({ workspaceId, id }: SubscriptionRef) {
  return { workspaceId, subscriptionId: id }
}

function eventBody(row: OutgoingRecord) {
  const delivery = /^delivery\/(\d+)$/.exec(row.subject)?.[1]
  return {
    id: row.id,
    event: row.event,
    event_id: row.event_id,
    dispatch_id: row.wire_id,
    delivery_id: delivery === undefined ? null : Number(delivery),
    mode: row.mode,
    test: row.kind === 'test',
    replay_of: row.replay_of,
    status: row.status,
    attempts_made: row.attempts_made,
    next_at: row.status === 'waiting' ? row.next_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

function attemptBody(row: OutgoingAttemptRecord) {
  return {
    id: row.id,
    event_entry: row.outgoing_id,
    event: row.event,
    event_id: row.event_id,
    dispatch_id: row.wire_id,
    attempt: row.attempt,
    started_at: row.started_at.toISOString(),
    latency_ms: row.ended_at.getTime() - row.started_at.getTime(),
    received: row.received,
    status: row.status,
    reason: row.reason,
    excerpt: row.excerpt,
    test: row.kind === 'test',
    mode: row.mode,
    request: sentRequestOf(row),
  }
}
