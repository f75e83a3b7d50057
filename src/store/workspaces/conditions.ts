// What keeps a workspace from working as it should, read for its overview. Every statement looks at a bounded number of rows.
import type { ChannelName } from '../../channels/index.ts'
import { ATTEMPTS_MADE } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { onlyRowOf, rowsOf } from '../rows.ts'

export interface OverdueRow {
  /** At most MOST_LOOKED_AT for each connection and priority. */
  count: number
  oldest: Date | null
}

const MOST_LOOKED_AT = 1000

/**
 * Counts the messages that a worker could have claimed before `before`, without those of paused connections. Reads each
 * priority by itself: the index holds `next_at` in order only within a priority.
 */
export async function readOverdue(c: Connection, workspaceId: number, now: Date, before: Date): Promise<OverdueRow> {
  return onlyRowOf<OverdueRow>(c, {
    text: `select count(*)::int as count, min(due.next_at) as oldest
           from connections c cross join lateral (
             select d.next_at from (values (0), (1), (2)) as p(priority) cross join lateral (
               select next_at from deliveries
               where ready and lane = c.id and priority = p.priority and next_at <= $3
               order by next_at limit ${MOST_LOOKED_AT}
             ) d
           ) due
           where c.workspace_id = $1 and (c.paused_until is null or c.paused_until <= $2)`,
    values: [workspaceId, now, before],
  })
}

export interface FailingRow {
  source_id: number
  source_name: string
  channel: ChannelName
  /** At most MOST_LOOKED_AT. */
  count: number
  /** How many of them have used two attempts or more. */
  repeated: number
  /**
   * Messages that its provider accepted, among the MOST_LOOKED_AT latest live messages of the workspace. Where fewer than
   * LEAST_OWN of those are of this connection: among its own MOST_LOOKED_AT latest ones, as far as they are among the
   * MOST_WITHOUT_OWN latest ones of the workspace. 0 where `repeated` is 0.
   */
  accepted: number
  /** Of the message that is attempted last. */
  reason: string | null
  delivery_id: number
}

/**
 * Other connections may have sent many messages since. No index finds the latest messages of one connection: 10,000 that each
 * are on another page of the table took 15 ms (300,000 deliveries, pages in memory).
 */
const LEAST_OWN = 100
const MOST_WITHOUT_OWN = 10_000

/** Counts messages by connection: of the `most` latest live ones of the workspace, the MOST_LOOKED_AT latest of each connection. */
const latestByLane = (most: number) => `
  select lane, count(*)::int as own, count(*) filter (where status in ('sent', 'delivered', 'read'))::int as accepted
  from (
    select lane, status, row_number() over (partition by lane order by id desc) as place
    from (select id, lane, status from deliveries where workspace_id = $1 and mode = 'live' order by id desc limit ${most}) d
  ) d
  where place <= ${MOST_LOOKED_AT} group by lane`

/** Connections that are not paused and have pending messages whose last attempt was retryable or ambiguous. */
export async function listFailing(c: Connection, workspaceId: number, now: Date): Promise<FailingRow[]> {
  return rowsOf<FailingRow>(c, {
    // The first count is read only where a message failed twice, the second one only where the first has too few of the connection.
    text: `with latest as materialized (${latestByLane(MOST_LOOKED_AT)}),
           more as materialized (${latestByLane(MOST_WITHOUT_OWN)})
           select c.source_id, s.name as source_name, c.channel, failing.count, failing.repeated, failing.reason, failing.delivery_id,
             case when failing.repeated = 0 then 0 else coalesce(
               (select accepted from latest where lane = c.id and own >= ${LEAST_OWN}),
               (select accepted from more where lane = c.id), 0) end as accepted
           from connections c join sources s on s.id = c.source_id cross join lateral (
             select count(*)::int as count, count(*) filter (where d.attempts_made >= 2)::int as repeated,
               (array_agg(d.error_message order by d.next_at desc, d.id))[1] as reason,
               (array_agg(d.id order by d.next_at desc, d.id))[1] as delivery_id
             from (
               select id, ${ATTEMPTS_MADE}, error_message, next_at from deliveries
               where lane = c.id and status = 'queued' and error_code in ('retryable', 'ambiguous')
               order by next_at limit ${MOST_LOOKED_AT}
             ) d
           ) failing
           where c.workspace_id = $1 and (c.paused_until is null or c.paused_until <= $2) and failing.count > 0
           order by c.id`,
    values: [workspaceId, now],
  })
}

export interface DisabledRow {
  id: number
  url: string
  disabled_at: Date
  disabled_reason: string | null
}

const MOST_SHOWN = 100

/** Disabled subscriptions with an address, in the order of their ids; dev listeners have none. */
export async function listDisabled(c: Connection, workspaceId: number): Promise<DisabledRow[]> {
  return rowsOf<DisabledRow>(c, {
    text: `select id, url, disabled_at, disabled_reason from subscriptions
           where workspace_id = $1 and disabled_at is not null and url <> '' order by id limit ${MOST_SHOWN}`,
    values: [workspaceId],
  })
}

export interface PollProblemRow {
  source_id: number
  source_name: string
  channel: ChannelName
  problem: string
  asked_at: Date | null
}

/** Connections whose provider did not answer when it was last polled. */
export async function listPollProblems(c: Connection, workspaceId: number): Promise<PollProblemRow[]> {
  return rowsOf<PollProblemRow>(c, {
    text: `select c.source_id, s.name as source_name, c.channel, p.problem, p.asked_at
           from connections c join sources s on s.id = c.source_id
           join pollers p on p.connection_id = c.id and p.version = c.version
           where c.workspace_id = $1 and p.problem is not null order by c.id`,
    values: [workspaceId],
  })
}

export interface RefusedApprovalRow {
  source_id: number
  channel: ChannelName
  name: string
  language: string
  refusal: string
}

/** Templates that a provider does not let anybody send, in lists that were read with the connection's settings of now. */
export async function listRefusedApprovals(c: Connection, workspaceId: number): Promise<RefusedApprovalRow[]> {
  return rowsOf<RefusedApprovalRow>(c, {
    text: `select c.source_id, c.channel, t.name, t.language, t.refusal
           from connections c join approved_lists l on l.connection_id = c.id and l.version = c.version
           join approved_templates t on t.connection_id = c.id
           where c.workspace_id = $1 and t.refusal is not null order by t.name, t.language limit ${MOST_LOOKED_AT}`,
    values: [workspaceId],
  })
}

export interface OwnContentRow {
  slug: string
  locale: string
  own: Record<string, unknown>
}

/** What the templates of a workspace contain for one channel alone. */
export async function listOwnContents(c: Connection, workspaceId: number, channel: string): Promise<OwnContentRow[]> {
  return rowsOf<OwnContentRow>(c, {
    text: `select t.slug, l.locale, l.text #> array['channels', $2::text] as own
           from templates t cross join jsonb_each(t.locales) as l(locale, text)
           where t.workspace_id = $1 and jsonb_typeof(l.text #> array['channels', $2::text]) = 'object'
           order by t.id, l.locale limit ${MOST_LOOKED_AT}`,
    values: [workspaceId, channel],
  })
}
