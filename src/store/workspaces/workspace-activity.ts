// Counts the live messages of a workspace by minute and by day. The figures of the portal are read from these counts,
// so that no query must count rows.

import { asJson, type Connection, type Transaction } from '../database.ts'
import type { HourCounts } from '../installation/activity.ts'
import { rowsOf } from '../rows.ts'

export interface WorkspaceTally extends HourCounts {
  workspace_id: number
}

/**
 * Adds to the counts of this process in the current minute, and to the counts of the current day. The rows are changed
 * in the order of the workspaces' ids.
 */
export function addWorkspaceActivity(tx: Transaction, process: string, now: Date, tallies: WorkspaceTally[]): void {
  const rows = asJson(tallies)
  tx.send({
    name: 'add-workspace-activity',
    text: `insert into workspace_activity as a (workspace_id, minute, process, sent, delivered, failed)
           select t.workspace_id, date_trunc('minute', $2::timestamptz), $1, t.sent, t.delivered, t.failed
           from json_to_recordset($3::json) as t(workspace_id bigint, sent bigint, delivered bigint, failed bigint)
           order by t.workspace_id
           on conflict (workspace_id, minute, process) do update
             set sent = a.sent + excluded.sent, delivered = a.delivered + excluded.delivered, failed = a.failed + excluded.failed`,
    values: [process, now, rows],
  })
  tx.send({
    name: 'add-usage-days',
    text: `insert into usage_days as u (workspace_id, day, sent, delivered, failed)
           select t.workspace_id, ($1::timestamptz at time zone 'UTC')::date, t.sent, t.delivered, t.failed
           from json_to_recordset($2::json) as t(workspace_id bigint, sent bigint, delivered bigint, failed bigint)
           order by t.workspace_id
           on conflict (workspace_id, day) do update
             set sent = u.sent + excluded.sent, delivered = u.delivered + excluded.delivered, failed = u.failed + excluded.failed`,
    values: [now, rows],
  })
}

/** Returns the counts of each minute of the last hour, oldest first. Includes minutes without activity. */
export async function readMinutes(
  c: Connection,
  workspaceId: number,
  now: Date,
): Promise<(HourCounts & { at: Date })[]> {
  return rowsOf<HourCounts & { at: Date }>(c, {
    text: `select m.at, coalesce(sum(a.sent), 0)::bigint as sent, coalesce(sum(a.delivered), 0)::bigint as delivered,
             coalesce(sum(a.failed), 0)::bigint as failed
           from generate_series(date_trunc('minute', $2::timestamptz) - interval '59 minutes', date_trunc('minute', $2::timestamptz), interval '1 minute') as m(at)
           left join workspace_activity a on a.workspace_id = $1 and a.minute = m.at
           group by m.at order by m.at`,
    values: [workspaceId, now],
  })
}

/** Returns the counts of the last thirty days (UTC), oldest first. Includes the current day. */
export async function readDays(
  c: Connection,
  workspaceId: number,
  now: Date,
): Promise<(HourCounts & { day: string })[]> {
  return rowsOf<HourCounts & { day: string }>(c, {
    text: `select d.day::date as day, coalesce(u.sent, 0) as sent, coalesce(u.delivered, 0) as delivered, coalesce(u.failed, 0) as failed
           from generate_series(($2::timestamptz at time zone 'UTC')::date - 29, ($2::timestamptz at time zone 'UTC')::date, interval '1 day') as d(day)
           left join usage_days u on u.workspace_id = $1 and u.day = d.day::date
           order by d.day`,
    values: [workspaceId, now],
  })
}

/** Deletes minutes that are too old for any query. */
export async function dropOldMinutes(c: Connection, now: Date): Promise<void> {
  await c.query({
    text: `delete from workspace_activity where minute < $1::timestamptz - interval '2 hours'`,
    values: [now],
  })
}
