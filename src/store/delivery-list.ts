// Deliveries as people look through them: filtered lists, attempts, and the test inbox.
import type { Connection } from './database.ts'
import { escapeLike } from './recipients.ts'

export interface DeliveryListRow {
  id: number
  status: string
  mode: 'live' | 'test'
  source_id: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: string
  template_slug: string
  priority: number
  external_id: string | null
  error_message: string | null
  error_code: string | null
  created_at: Date
  scheduled_for: Date | null
}

export interface DeliveryFilter {
  mode: 'live' | 'test'
  status?: string
  channel?: string
  recipient?: number
  source?: number
  template?: string
  since?: Date
  until?: Date
  /** Part of the recipient's name or address, or a delivery's id. */
  q?: string
  before: number
  limit: number
}

/** Newest first: ids below `before`. */
export async function listDeliveries(
  c: Connection,
  workspaceId: number,
  filter: DeliveryFilter,
): Promise<DeliveryListRow[]> {
  const values: unknown[] = [workspaceId, filter.mode, filter.before]
  const conditions = ['workspace_id = $1', 'mode = $2', 'id < $3']
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add((place) => `status = ${place}`, filter.status)
  add((place) => `channel = ${place}`, filter.channel)
  add((place) => `recipient_id = ${place}`, filter.recipient)
  add((place) => `source_id = ${place}`, filter.source)
  add((place) => `template_slug = ${place}`, filter.template)
  add((place) => `created_at >= ${place}`, filter.since)
  add((place) => `created_at < ${place}`, filter.until)
  add(
    (place) =>
      `(recipient_name ilike '%' || ${place} || '%' or address ilike '%' || ${place} || '%' or id::text = ${place})`,
    filter.q === undefined ? undefined : escapeLike(filter.q),
  )
  values.push(filter.limit)
  const result = await c.query<DeliveryListRow>({
    text: `select id, status, mode, source_id, recipient_id, recipient_name, address, channel, template_slug, priority, external_id,
             error_message, error_code, created_at, scheduled_for
           from deliveries where ${conditions.join(' and ')} order by id desc limit $${values.length}`,
    values,
  })
  return result.rows
}

export interface AttemptRow {
  attempt: number
  started_at: Date
  ended_at: Date
  outcome: string
  provider_status: string | null
  code: string | null
  reason: string | null
  remedy: string | null
  response: string | null
}

export async function readAttempts(c: Connection, workspaceId: number, deliveryId: number): Promise<AttemptRow[]> {
  const result = await c.query<AttemptRow>({
    text: `select attempt, started_at, ended_at, outcome, provider_status, code, reason, remedy, response
           from attempts where delivery_id = $2
             and exists (select from deliveries where workspace_id = $1 and id = $2)
           order by attempt`,
    values: [workspaceId, deliveryId],
  })
  return result.rows
}

export interface TestMessageRow {
  delivery_id: number
  message: Record<string, unknown>
  at: Date
  status: string
  channel: string
  address: string
  recipient_id: number
  recipient_name: string
  template_slug: string
}

/** What test keys sent, newest first: ids below `before`; or the one delivery. */
export async function listTestMessages(
  c: Connection,
  workspaceId: number,
  filter: { before: number; limit: number; deliveryId?: number },
): Promise<TestMessageRow[]> {
  const result = await c.query<TestMessageRow>({
    text: `select t.delivery_id, t.message, t.at, d.status, d.channel, d.address, d.recipient_id, d.recipient_name, d.template_slug
           from test_messages t join deliveries d on d.id = t.delivery_id
           where t.workspace_id = $1 and t.delivery_id < $2 and ($3::bigint is null or t.delivery_id = $3)
           order by t.delivery_id desc limit $4`,
    values: [workspaceId, filter.before, filter.deliveryId ?? null, filter.limit],
  })
  return result.rows
}
