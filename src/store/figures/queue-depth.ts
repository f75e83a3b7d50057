// Counts the pending live messages of a workspace.
import type { Connection } from '../database.ts'
import { onlyRowOf } from '../rows.ts'

export interface QueueDepth {
  /** Messages that a worker can send now. */
  due: number
  /** Messages whose last attempt failed, and that are attempted again later. */
  retrying: number
  /** Messages whose connection is paused. */
  paused: number
  /** The time since which the oldest due message has been due. */
  oldest_due_at: Date | null
}

/** Maximum number of counted messages of each connection in each state. */
const MOST_IN_QUEUE = 10_000

/** Counts the pending messages of the connections that match the filter. */
export async function readQueueDepth(
  c: Connection,
  workspaceId: number,
  now: Date,
  { source, channel }: { source?: number | undefined; channel?: string | undefined },
): Promise<QueueDepth> {
  return onlyRowOf<QueueDepth>(c, {
    text: `select coalesce(sum(due.count) filter (where not lanes.is_paused), 0)::int as due,
             coalesce(sum(retrying.count) filter (where not lanes.is_paused), 0)::int as retrying,
             coalesce(sum(parked.count), 0)::int + coalesce(sum(due.count) filter (where lanes.is_paused), 0)::int as paused,
             min(due.oldest) filter (where not lanes.is_paused) as oldest_due_at
           from (
             select id, paused_until > $2 is true as is_paused from connections
             where workspace_id = $1 and ($3::bigint is null or source_id = $3) and ($4::text is null or channel = $4)
           ) lanes cross join lateral (
             select count(*) as count, min(next_at) as oldest from (
               select next_at from deliveries where ready and lane = lanes.id and next_at <= $2 limit ${MOST_IN_QUEUE}
             ) d
           ) due cross join lateral (
             select count(*) as count from (
               select from deliveries
               where lane = lanes.id and status = 'queued' and error_code in ('retryable', 'ambiguous') and not ready and not parked
               limit ${MOST_IN_QUEUE}
             ) d
           ) retrying cross join lateral (
             select count(*) as count from (select from deliveries where parked and lane = lanes.id limit ${MOST_IN_QUEUE}) d
           ) parked`,
    values: [workspaceId, now, source ?? null, channel ?? null],
  })
}
