// Reads the problems of a workspace for its overview, such as a failing connection. Each statement reads a limited
// number of rows.
import type { ChannelName } from '../../channels/index.ts'
import { ATTEMPTS_MADE } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { onlyRowOf, rowsOf } from '../rows.ts'

export interface OverdueRow {
  /** At most MOST_SCANNED messages are counted for each connection and priority. */
  count: number
  oldest: Date | null
}

const MOST_SCANNED = 1000

/**
 * Counts the messages that became due before `before` and were not claimed. Leaves out messages of paused connections.
 * Reads each priority separately, because the index orders `next_at` only within a priority.
 */
export async function readOverdue(c: Connection, workspaceId: number, now: Date, before: Date): Promise<OverdueRow> {
  return onlyRowOf<OverdueRow>(c, {
    text: `select count(*)::int as count, min(due.next_at) as oldest
           from connections c cross join lateral (
             select d.next_at from (values (0), (1), (2)) as p(priority) cross join lateral (
               select next_at from deliveries
               where ready and lane = c.id and priority = p.priority and next_at <= $3
               order by next_at limit ${MOST_SCANNED}
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
  /** The number of pending messages whose last attempt was retryable or ambiguous. At most MOST_SCANNED are counted. */
  count: number
  /** The number of messages in `count` that have had at least two attempts. */
  repeated: number
  /**
   * The number of messages of this connection that the provider accepted, within a sample. 0 if `repeated` is 0.
   * - The first sample is the MOST_SCANNED latest live messages of the workspace.
   * - If this sample contains fewer than LEAST_OWN messages of the connection, a second sample is used. Its
   *   messages are the connection's messages among the MOST_WITHOUT_OWN latest messages of the workspace, at most the
   *   MOST_SCANNED latest ones.
   */
  accepted: number
  /**
   * The last error of the counted message whose next attempt is the latest. `delivery_id` is the id of this message.
   */
  reason: string | null
  delivery_id: number
}

/**
 * If the first sample contains fewer messages of the connection than this, the second sample is read. Other connections
 * may have sent many newer messages, and no index finds the latest messages of one connection. Reading 10,000 messages,
 * each on a different page of the table, took 15 ms (300,000 deliveries, pages in memory).
 */
const LEAST_OWN = 100
const MOST_WITHOUT_OWN = 10_000

/**
 * Counts messages by connection. Reads the `most` latest live messages of the workspace. For each connection, counts
 * only the MOST_SCANNED latest messages.
 */
const latestByLane = (most: number) => `
  select lane, count(*)::int as own, count(*) filter (where status in ('sent', 'delivered', 'read'))::int as accepted
  from (
    select lane, status, row_number() over (partition by lane order by id desc) as place
    from (select id, lane, status from deliveries where workspace_id = $1 and mode = 'live' order by id desc limit ${most}) d
  ) d
  where place <= ${MOST_SCANNED} group by lane`

/** Returns connections that are not paused and have pending messages whose last attempt was retryable or ambiguous. */
export async function listFailing(c: Connection, workspaceId: number, now: Date): Promise<FailingRow[]> {
  return rowsOf<FailingRow>(c, {
    // The query `latest` runs only if a pending message has two failed attempts. The query `more` runs only if `latest`
    // contains too few messages of the connection.
    text: `with latest as materialized (${latestByLane(MOST_SCANNED)}),
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
               order by next_at limit ${MOST_SCANNED}
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

/** Returns disabled subscriptions in the order of their ids. Leaves out dev listeners, which have no URL. */
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

/** Returns connections whose last poll failed. */
export async function listPollProblems(c: Connection, workspaceId: number): Promise<PollProblemRow[]> {
  return rowsOf<PollProblemRow>(c, {
    text: `select c.source_id, s.name as source_name, c.channel, p.problem, p.asked_at
           from connections c join sources s on s.id = c.source_id left join provider_connections o on o.lane = c.id
           join pollers p on p.connection_id = coalesce(o.id, c.id) and p.version = coalesce(o.version, c.version)
           where c.workspace_id = $1 and p.problem is not null order by c.id, o.position`,
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

/**
 * Returns templates that the provider does not permit in messages. Uses only lists that were read with the current
 * settings of the connection.
 */
export async function listRefusedApprovals(c: Connection, workspaceId: number): Promise<RefusedApprovalRow[]> {
  return rowsOf<RefusedApprovalRow>(c, {
    text: `select c.source_id, c.channel, t.name, t.language, t.refusal
           from connections c join approved_lists l on l.connection_id = c.id and l.version = c.version
           join approved_templates t on t.connection_id = c.id
           where c.workspace_id = $1 and t.refusal is not null order by t.name, t.language limit ${MOST_SCANNED}`,
    values: [workspaceId],
  })
}

export interface OwnContentRow {
  slug: string
  locale: string
  own: Record<string, unknown>
}

/** Returns, for each language of each template of the workspace, the content that only this channel uses. */
export async function listOwnContents(c: Connection, workspaceId: number, channel: string): Promise<OwnContentRow[]> {
  return rowsOf<OwnContentRow>(c, {
    text: `select t.slug, l.locale, l.text #> array['channels', $2::text] as own
           from templates t cross join jsonb_each(t.locales) as l(locale, text)
           where t.workspace_id = $1 and jsonb_typeof(l.text #> array['channels', $2::text]) = 'object'
           order by t.id, l.locale limit ${MOST_SCANNED}`,
    values: [workspaceId, channel],
  })
}
