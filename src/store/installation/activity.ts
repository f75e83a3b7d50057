// The activity of the installation: the heartbeats of workers, the counts of each minute, and the length of the queue.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { onlyRow, onlyRowOf } from '../rows.ts'

export interface QueueRow {
  due: number
  /** The time at which the oldest due message became due. Null if no message is due. */
  oldest: Date | null
}

/** Counts live messages that are due. Leaves out messages of paused connections (decision 20). */
export async function readQueue(c: Connection, now: Date): Promise<QueueRow> {
  return onlyRowOf<QueueRow>(c, {
    text: `with paused as (select id from connections where paused_until > $1),
           due as (
             select next_at from deliveries where ready and lane > 0 and lane not in (select id from paused)
             union all
             select next_at from deliveries
             where status = 'queued' and not ready and not parked and next_at <= $1 and lane > 0 and lane not in (select id from paused)
           )
           select count(*) as due, min(next_at) as oldest from due`,
    values: [now],
  })
}

export async function lastReport(c: Connection): Promise<Date | null> {
  const result = await c.query<{ seen_at: Date | null }>({ text: 'select max(seen_at) as seen_at from workers' })
  return onlyRow(result).seen_at
}

/** Records the heartbeat of a worker. Deletes workers that sent no heartbeat for a day. */
export async function reportWorker(c: Connection, id: string, startedAt: Date, now: Date): Promise<void> {
  await c.query({
    name: 'report-worker',
    text: `with deleted as (delete from workers where seen_at < $3::timestamptz - interval '1 day')
           insert into workers (id, started_at, seen_at) values ($1, $2, $3)
           on conflict (id) do update set seen_at = excluded.seen_at`,
    values: [id, startedAt, now],
  })
}

export interface HourCounts {
  sent: number
  delivered: number
  failed: number
}

export async function readLastHour(c: Connection, now: Date): Promise<HourCounts> {
  return onlyRowOf<HourCounts>(c, {
    text: `select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(delivered), 0)::bigint as delivered,
                  coalesce(sum(failed), 0)::bigint as failed
           from activity where minute > $1::timestamptz - interval '1 hour' and minute <= $1`,
    values: [now],
  })
}

/**
 * Adds to the counts of this process in the current minute. Each process has a separate row for each minute, so that
 * workers do not wait for each other.
 */
export function addActivity(tx: Transaction, process: string, now: Date, tally: HourCounts): void {
  tx.send({
    name: 'add-activity',
    text: `insert into activity as a (minute, process, sent, delivered, failed)
           select date_trunc('minute', $2::timestamptz), $1, t.sent, t.delivered, t.failed
           from json_to_recordset($3::json) as t(sent bigint, delivered bigint, failed bigint)
           on conflict (minute, process) do update
             set sent = a.sent + excluded.sent, delivered = a.delivered + excluded.delivered, failed = a.failed + excluded.failed`,
    values: [process, now, asJson([tally])],
  })
}

/** Deletes minutes that are too old for any query. */
export async function dropOldActivity(c: Connection, now: Date): Promise<void> {
  await c.query({ text: `delete from activity where minute < $1::timestamptz - interval '2 hours'`, values: [now] })
}
