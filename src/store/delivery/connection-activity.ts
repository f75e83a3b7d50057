// Reads the pending messages and the latest attempts of a lane. Each statement reads a limited number of rows.
import type { Outcome } from '../../channels/contract.ts'
import type { Connection } from '../database.ts'
import { onlyRowOf, rowsOf } from '../rows.ts'

export interface LanePlace {
  workspaceId: number
  lane: number
}

/** Maximum number of pending messages of one kind that are counted. */
export const MOST_PENDING = 1000

export interface PendingRow {
  /** `due`: ready to be sent. `retrying`: waits after a failed attempt. `paused`: excluded until the pause ends. */
  kind: 'due' | 'retrying' | 'paused'
  /** The provider connection for which the messages wait. Null if any connection of the lane can send them. */
  waits_for: number | null
  count: number
  oldest: Date
}

/** Counts the pending messages of a lane, each kind through its own index. */
export async function countPending(c: Connection, { workspaceId, lane }: LanePlace): Promise<PendingRow[]> {
  const rows = (kind: PendingRow['kind'], condition: string, order: string) =>
    `(select '${kind}' as kind, progress, created_at from deliveries
      where ${condition} and lane = $2 and workspace_id = $1 order by ${order} limit ${MOST_PENDING})`
  return rowsOf<PendingRow>(c, {
    text: `select kind, (progress->'connections'->>'waitsFor')::bigint as waits_for, count(*)::int as count, min(created_at) as oldest
           from (
             ${rows('due', 'ready', 'priority desc, next_at')}
             union all
             (select 'retrying' as kind, progress, created_at from deliveries
              where status = 'queued' and error_code in ('retryable', 'ambiguous') and not ready and not parked
                and lane = $2 and workspace_id = $1 order by next_at limit ${MOST_PENDING})
             union all
             ${rows('paused', 'parked', 'expires_at')}
           ) pending group by 1, 2`,
    values: [workspaceId, lane],
  })
}

/** Maximum number of messages that are searched, and of messages of the lane whose attempts are read. */
const MOST_SEARCHED = 10_000
const MOST_OWN = 1000

// No index finds the latest messages of a lane, and an index would cost every insert. Reading 10,000 messages took 15 ms
// (see conditions.ts).
const OWN = `
  with latest as materialized (
    select id, lane, status, ready, parked, error_code, created_at, recipient_name from deliveries
    where workspace_id = $1 and mode = 'live' order by id desc limit ${MOST_SEARCHED}
  ), own as materialized (select * from latest where lane = $2 order by id desc limit ${MOST_OWN})`

export interface SearchedRow {
  searched: number
  /** True if older messages of the workspace were not searched. */
  more: boolean
  since: Date | null
  /** The messages of the lane among the searched ones. At most MOST_OWN are counted. */
  own: number
  /** Messages that wait for their scheduled time. */
  scheduled: number
  /** Messages that wait because a provider limits their recipient or a connection. */
  throttled: number
}

/** Searches the latest live messages of the workspace for messages of the lane. */
export async function searchLane(c: Connection, { workspaceId, lane }: LanePlace): Promise<SearchedRow> {
  return onlyRowOf<SearchedRow>(c, {
    text: [
      OWN,
      `select count(*)::int as searched, count(*) = ${MOST_SEARCHED} as more, min(created_at) as since,
             (select count(*)::int from own) as own,
             (count(*) filter (where lane = $2 and status = 'queued' and not ready and not parked and error_code is null))::int as scheduled,
             (count(*) filter (where lane = $2 and status = 'queued' and not ready and not parked and error_code not in ('retryable', 'ambiguous')))::int as throttled
           from latest`,
    ].join(' '),
    values: [workspaceId, lane],
  })
}

export interface OutcomeRow {
  /** Null if the attempt used several connections, or if its connection is not known. */
  connection_id: number | null
  /** Null in the row that sums up all outcomes of the connection. */
  outcome: Outcome['class'] | null
  count: number
  p50_ms: number
  p95_ms: number
  last_at: Date
}

/** Counts the attempts of the latest messages of a lane, by connection and outcome. */
export async function countOutcomes(c: Connection, { workspaceId, lane }: LanePlace): Promise<OutcomeRow[]> {
  return rowsOf<OutcomeRow>(c, {
    text: `${OWN}, tried as (
             select a.connection_id, a.outcome, a.ended_at, extract(epoch from a.ended_at - a.started_at) * 1000 as ms
             from own join attempts a on a.delivery_id = own.id
           )
           select connection_id, outcome, count(*)::int as count, max(ended_at) as last_at,
             round(percentile_disc(0.5) within group (order by ms))::int as p50_ms,
             round(percentile_disc(0.95) within group (order by ms))::int as p95_ms
           from tried group by grouping sets ((connection_id, outcome), (connection_id))
           order by connection_id, outcome`,
    values: [workspaceId, lane],
  })
}

export interface LaneAttemptRow {
  delivery_id: number
  recipient_name: string
  attempt: number
  started_at: Date
  ended_at: Date
  outcome: Outcome['class']
  provider_status: string | null
  code: string | null
  reason: string | null
}

/** Maximum number of attempts in the list of a connection. */
const MOST_LISTED = 50

/**
 * Returns the latest attempts of a connection among the latest messages of its lane, newest first. With `isAlone`, also
 * returns attempts without a known connection.
 */
export async function listLaneAttempts(
  c: Connection,
  { workspaceId, lane }: LanePlace,
  connection: { id: number; isAlone: boolean },
): Promise<LaneAttemptRow[]> {
  return rowsOf<LaneAttemptRow>(c, {
    text: `${OWN}
           select a.delivery_id, own.recipient_name, a.attempt, a.started_at, a.ended_at, a.outcome, a.provider_status, a.code, a.reason
           from own join attempts a on a.delivery_id = own.id
           where a.connection_id = $3 or ($4::boolean and a.connection_id is null)
           order by a.started_at desc, a.delivery_id desc limit ${MOST_LISTED}`,
    values: [workspaceId, lane, connection.id, connection.isAlone],
  })
}
