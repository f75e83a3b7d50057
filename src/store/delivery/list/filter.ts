// The filters of a list of deliveries, and the scan that applies them.
import type { DeliveryState, DeliveryStatus } from '../../../delivery-states.ts'
import type { Connection } from '../../database.ts'
import { escapeLike, recipientWithAddress } from '../../recipients/recipients.ts'
import { idAt, type ScanQuery, scanQuery } from '../../scan.ts'
import { findListed } from './rows.ts'
import { stateOf } from './states.ts'

export interface DeliveryFilter {
  mode: 'live' | 'test'
  /** The current time. The state of a delivery depends on it. */
  now: Date
  status?: DeliveryStatus
  /** Only deliveries in one of these states. */
  states?: readonly DeliveryState[]
  channel?: string
  recipient?: number
  source?: number
  template?: string
  category?: string
  /** The machine-readable reason of a failure. */
  reason?: string
  /** A tag of the recipient. */
  tag?: string
  /** Words that the subject or the text of the message contains. All of them must occur. */
  words?: readonly string[]
  /**
   * Templates whose messages the search by words leaves out, because the reader may not see the values in their texts.
   * `all` if the reader may see no text.
   */
  unreadable?: readonly string[] | 'all'
  since?: Date
  until?: Date
  /** A search text: a part of the recipient's name or address, or the id of a delivery. */
  q?: string
  /** Ids of deliveries that are excluded from the list. */
  except?: number[]
  /** If set, only deliveries with ids above this id are returned. */
  above?: number
  before: number
  limit: number
  /** Maximum number of statements of a scan, as described in scan.ts. */
  statements?: number
}

/** Returns the scan of a list. It finds deliveries with ids below `before`, newest first. */
export async function deliveryScan(c: Connection, workspaceId: number, filter: DeliveryFilter): Promise<ScanQuery> {
  const { since, until } = filter
  const end = until === undefined ? filter.before : await idAt(c, 'deliveries', 'created_at', until, 'to')
  const start = since === undefined ? undefined : await idAt(c, 'deliveries', 'created_at', since, 'from')
  const exact = await findExactMatch(c, workspaceId, filter)
  const recipient = exact.recipient ?? filter.recipient
  const query = scanQuery('deliveries', 'created_at', Math.min(end, filter.before))
  query.scope('workspace_id', workspaceId)
  query.within((place) => `id >= ${place}`, start)
  query.within((place) => `id > ${place}`, filter.above)
  query.scope('id', exact.delivery)
  query.scope('recipient_id', recipient)
  if (recipient === undefined) query.scope('mode', filter.mode)
  else query.filter((place) => `mode = ${place}`, filter.mode)
  if (recipient !== filter.recipient) query.filter((place) => `recipient_id = ${place}`, filter.recipient)
  addStates(query, filter)
  query.filter((place) => `channel = ${place}`, filter.channel)
  query.filter((place) => `source_id = ${place}`, filter.source)
  query.filter((place) => `template_slug = ${place}`, filter.template)
  query.filter((place) => `error_code = ${place}`, filter.reason)
  query.filter((place) => `created_at >= ${place}`, since)
  query.filter((place) => `created_at < ${place}`, until)
  query.filter((place) => `not id = any(${place}::bigint[])`, filter.except)
  if (filter.q !== undefined && exact.delivery === undefined && exact.recipient === undefined)
    query.filter(
      (place) => `(recipient_name ilike '%' || ${place} || '%' or address ilike '%' || ${place} || '%')`,
      escapeLike(filter.q),
    )
  addLookups(query, filter)
  return query
}

/** The states of deliveries with the status `queued`. */
const QUEUED: readonly DeliveryState[] = ['scheduled', 'collecting', 'deferred', 'queued', 'retrying', 'paused']

function addStates(query: ScanQuery, { status, states, now }: DeliveryFilter): void {
  const isFailed = states?.every((state) => state === 'failed' || state === 'cancelled')
  // The status is a literal, so that the planner can use the index of failed deliveries.
  if (status === 'failed' || isFailed) query.scopes.push("status = 'failed'")
  if (status !== 'failed') query.filter((place) => `status = ${place}`, status)
  if (states === undefined) return
  query.filter((place) => `status = any(${place}::text[])`, [...new Set(states.map(statusOf))])
  if (states.every((state) => !QUEUED.includes(state))) {
    const isCancelled = states.includes('cancelled')
    if (isCancelled !== states.includes('failed'))
      query.filters.push(`(status <> 'failed' or error_code is ${isCancelled ? 'not ' : ''}distinct from 'cancelled')`)
    return
  }
  query.values.push(now)
  const state = stateOf('scanned', `$${query.values.length}::timestamptz`)
  query.lookup((place) => `(${state}) = any(${place}::text[])`, states)
}

const statusOf = (state: DeliveryState): DeliveryStatus =>
  state === 'cancelled'
    ? 'failed'
    : state === 'scheduled' ||
        state === 'collecting' ||
        state === 'deferred' ||
        state === 'retrying' ||
        state === 'paused'
      ? 'queued'
      : state

/** Adds the filters that read the recipient or the whole content of each delivery. */
function addLookups(query: ScanQuery, { tag, category, words, unreadable }: DeliveryFilter): void {
  query.lookup(
    (place) => `exists (select from recipients r
      where r.id = scanned.recipient_id and r.workspace_id = scanned.workspace_id and r.tags ? ${place})`,
    tag,
  )
  query.lookup(
    (place) => `exists (select from deliveries d where d.id = scanned.id and d.content->>'category' = ${place})`,
    category,
  )
  if (words === undefined) return
  if (unreadable === 'all') query.filters.push('false')
  else query.filter((place) => `not template_slug = any(${place}::text[])`, unreadable)
  const isReadable = unreadable === undefined ? '' : `and d.content->'sensitive' is null`
  query.lookup(
    (place) => `exists (select from deliveries d where d.id = scanned.id ${isReadable}
      and (coalesce(d.content->>'subject', '') || ' ' || (d.content->>'body')) ilike all(${place}::text[]))`,
    words.map((word) => `%${escapeLike(word)}%`),
  )
}

/**
 * Returns the delivery whose id is the search text, or the recipient that has the search text as an address. Indexes
 * find both, so the size of the table does not matter.
 */
async function findExactMatch(
  c: Connection,
  workspaceId: number,
  { q, mode }: DeliveryFilter,
): Promise<{ delivery?: number; recipient?: number }> {
  if (q === undefined) return {}
  if (/^\d{1,15}$/.test(q)) {
    const [found] = await findListed(c, workspaceId, [Number(q)])
    if (found?.mode === mode) return { delivery: found.id }
  }
  return { recipient: await recipientWithAddress(c, workspaceId, mode, q) }
}
