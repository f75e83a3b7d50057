// Lists outgoing requests. Also replays them: a replay copies rows, and the copies are sent.
import { ATTEMPTS_MADE } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { firstRowOf, onlyRow, rowsOf } from '../rows.ts'
import { type Scanned, scan, scanQuery } from '../scan.ts'

export interface OutgoingRecord {
  id: number
  wire_id: string
  kind: 'event' | 'test' | 'callback'
  url: string | null
  subject: string
  event: string
  event_id: string
  mode: 'live' | 'test'
  status: 'waiting' | 'sending' | 'received' | 'failed' | 'held'
  attempts_made: number
  next_at: Date
  created_at: Date
  ended_at: Date | null
  replay_of: number | null
}

export type OutgoingStatus = OutgoingRecord['status']

const COLUMNS = `id, wire_id, kind, url, subject, event, event_id, mode, status, ${ATTEMPTS_MADE}, next_at, created_at, ended_at, replay_of`

/** Selects the rows of one subscription, or the callbacks of a workspace. */
export type OutgoingScope = { workspaceId: number; subscriptionId: number } | { workspaceId: number; kind: 'callback' }

/**
 * Returns rows with ids below `before`, newest first. Each statement scans a limited number of rows, because a filter
 * may match few rows.
 */
export async function listOutgoing(
  c: Connection,
  scope: OutgoingScope,
  filter: {
    status?: OutgoingStatus
    mode?: 'live' | 'test'
    event?: string
    subject?: string
    before: number
    limit: number
  },
): Promise<Scanned<OutgoingRecord>> {
  const query = scanQuery('outgoing', 'created_at', filter.before)
  query.scope('workspace_id', scope.workspaceId)
  // These values are literals in the SQL, so that the planner can use the partial index for a kind of request.
  if (!('subscriptionId' in scope)) query.scopes.push("kind = 'callback'")
  else if (filter.subject !== undefined) query.scopes.push("kind = 'event'")
  query.scope('subject', filter.subject)
  if ('subscriptionId' in scope) query.scope('lane', scope.subscriptionId)
  query.filter((place) => `status = ${place}`, filter.status)
  query.filter((place) => `event = ${place}`, filter.event)
  query.filter((place) => `mode = ${place}`, filter.mode)
  return scan<OutgoingRecord>(c, query, filter.limit, { columns: COLUMNS })
}

export interface DispatchRow {
  id: number
  subscription_id: number
  url: string
  event: string
  status: OutgoingStatus
  attempts_made: number
  created_at: Date
  ended_at: Date | null
}

/**
 * Returns the recorded events about one subject, oldest first. Returns an event once for each subscription, with the
 * status of its dispatch.
 */
export async function listDispatchesAbout(
  c: Connection,
  workspaceId: number,
  subject: string,
  most: number,
): Promise<DispatchRow[]> {
  return rowsOf<DispatchRow>(c, {
    text: `select o.id, o.subscription_id, s.url, o.event, o.status, o.${ATTEMPTS_MADE}, o.created_at, o.ended_at
           from outgoing o join subscriptions s on s.id = o.subscription_id
           where o.kind = 'event' and o.workspace_id = $1 and o.subject = $2 order by o.id limit $3`,
    values: [workspaceId, subject, most],
  })
}

export async function findOutgoing(
  c: Connection,
  scope: OutgoingScope,
  id: number,
): Promise<(OutgoingRecord & { body: string }) | undefined> {
  const [condition, value] = scopeOf(scope)
  return firstRowOf<OutgoingRecord & { body: string }>(c, {
    text: `select ${COLUMNS}, body from outgoing where workspace_id = $1 and ${condition} and id = $3`,
    values: [scope.workspaceId, value, id],
  })
}

function scopeOf(scope: OutgoingScope): [sql: string, value: number | string] {
  return 'subscriptionId' in scope ? ['lane = $2', scope.subscriptionId] : ['kind = $2', scope.kind]
}

export interface OutgoingAttemptRecord {
  id: number
  outgoing_id: number
  wire_id: string
  event: string
  event_id: string
  attempt: number
  started_at: Date
  ended_at: Date
  received: boolean
  status: number | null
  reason: string | null
  excerpt: string | null
  kind: OutgoingRecord['kind']
  mode: 'live' | 'test'
  /** The URL and the headers that depend on a secret. Null if they are not known, or if no request was sent. */
  request: { url: string; headers: Record<string, string> } | null
}

const ATTEMPTS = `select a.id, a.outgoing_id, o.wire_id, o.event, o.event_id, a.attempt, a.started_at, a.ended_at, a.received, a.status, a.reason,
    a.excerpt, o.kind, o.mode, a.request
  from outgoing_attempts a join outgoing o on o.id = a.outgoing_id`

/** Returns the attempts for a subscription with ids below `before`, newest first. */
export async function listOutgoingAttempts(
  c: Connection,
  { workspaceId, subscriptionId }: { workspaceId: number; subscriptionId: number },
  before: number,
  limit: number,
): Promise<OutgoingAttemptRecord[]> {
  return rowsOf<OutgoingAttemptRecord>(c, {
    text: `${ATTEMPTS} where a.lane = $2 and a.id < $3 and o.workspace_id = $1 order by a.id desc limit $4`,
    values: [workspaceId, subscriptionId, before, limit],
  })
}

/** Returns the attempts for one row, oldest first. */
export async function attemptsOfOutgoing(
  c: Connection,
  workspaceId: number,
  outgoingId: number,
): Promise<OutgoingAttemptRecord[]> {
  return rowsOf<OutgoingAttemptRecord>(c, {
    text: `${ATTEMPTS} where a.outgoing_id = $2 and o.workspace_id = $1 order by a.id`,
    values: [workspaceId, outgoingId],
  })
}

/**
 * Selects the rows that a replay copies. With `unreceived`, copies only rows with the status `failed` or `held` that
 * were not replayed before.
 */
export interface ReplayFilter {
  /** Copies the newest row of this event. */
  eventId?: string
  /** Copies the row with this id. */
  id?: number
  /** Copies rows that were recorded at `since` or later, and before `until`. Does not copy replays. */
  since?: Date
  until?: Date
  unreceived?: boolean
}

/**
 * Copies rows with ids above `above` and up to `upTo`, oldest first. Each copy has a new id and is ready to be sent.
 * Returns the ids of the rows that were copied.
 */
export async function replayOutgoing(
  c: Connection,
  now: Date,
  scope: OutgoingScope,
  filter: ReplayFilter,
  { above, upTo, most }: { above: number; upTo: number; most: number },
): Promise<number[]> {
  const [condition, value] = scopeOf(scope)
  const result = await c.query<{ replay_of: number }>({
    text: `insert into outgoing (kind, workspace_id, lane, subscription_id, source_id, key_id, url, subject, event, event_id, mode, body,
             replay_of, status, ready, next_at, created_at)
           select kind, workspace_id, lane, subscription_id, source_id, key_id, url, subject, event, event_id, mode, body,
             id, 'waiting', true, $3, $3
           from outgoing o
           where workspace_id = $1 and ${condition} and kind <> 'test' and id > $4 and id <= $5
             and ($6::bigint is null or id = $6)
             and ($7::text is null or id = (select max(id) from outgoing where lane = o.lane and event_id = $7))
             and ($8::timestamptz is null or created_at >= $8) and ($9::timestamptz is null or created_at < $9)
             and (not $10::boolean or replay_of is null)
             and (not $11::boolean or (status in ('failed', 'held') and not exists (select from outgoing r where r.replay_of = o.id)))
           order by id limit $12
           returning replay_of`,
    values: [
      scope.workspaceId,
      value,
      now,
      above,
      upTo,
      filter.id ?? null,
      filter.eventId ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.since !== undefined && filter.unreceived !== true,
      filter.unreceived === true,
      most,
    ],
  })
  return result.rows.map((row) => row.replay_of)
}

/** Returns the highest id. Returns 0 if the table is empty. */
export async function newestOutgoing(c: Connection): Promise<number> {
  const result = await c.query<{ id: number | null }>({ text: 'select max(id) as id from outgoing' })
  return onlyRow(result).id ?? 0
}
