// Reads the quiet hours of claimed deliveries, as a part of the statement that claims them. Ends the wait of a message.
import type { Transaction } from '../database.ts'
import { changesOneRow } from '../rows.ts'

// Usually no workspace has quiet hours. The statement checks this once, and not once for each row.
/** The quiet hours of the claimed delivery `d`, or null. */
export const QUIET_HOURS = `case when not d.ignores_quiet_hours and (select exists (select from workspaces where quiet_hours is not null or recipients_have_quiet_hours)) then
    (select json_build_object('from', coalesce(r.quiet_hours, w.quiet_hours)->>'from', 'to', coalesce(r.quiet_hours, w.quiet_hours)->>'to',
       'time_zone', coalesce(r.quiet_hours->>'time_zone', r.time_zone, w.quiet_hours->>'time_zone', w.time_zone))
     from workspaces w left join recipients r on r.id = d.recipient_id
     where w.id = d.workspace_id and coalesce(r.quiet_hours, w.quiet_hours) is not null) end`

/**
 * Makes a message due that waits for the end of quiet hours. Later attempts of the message ignore quiet hours. Returns
 * false if the message does not wait.
 */
export async function endDeferral(tx: Transaction, now: Date, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(tx, {
    text: `update deliveries set next_at = $3, ready = not parked, deferred_until = null, ignores_quiet_hours = true
           where workspace_id = $1 and id = $2 and status = 'queued' and deferred_until > $3
             and (scheduled_for is null or scheduled_for <= $3)`,
    values: [workspaceId, id, now],
  })
}
