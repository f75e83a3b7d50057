// The SQL that returns the state in which lists show a delivery.
import { ATTEMPTS_MADE } from '../../column-names.ts'
import { isCollecting } from '../../digests/digest-times.ts'

/** The columns of `deliveries` from which the state is computed, for a select list. */
export const STATE_COLUMNS = `workspace_id, lane, ${ATTEMPTS_MADE}, next_at, (progress->'connections'->>'waitsFor')::bigint as waits_for`

/**
 * Returns an SQL expression for the state of the row `row`, which has the columns of a list and `STATE_COLUMNS`. `now`
 * is the SQL parameter with the current time. Only queued rows cost a lookup: the pause of their connection.
 */
export function stateOf(row: string, now: string): string {
  const pausedIn = (table: string, id: string) => `exists (
    select from ${table} p where p.id = ${id} and p.workspace_id = ${row}.workspace_id and p.paused_until > ${now}
      and ${row}.next_at <= case when isfinite(p.paused_until) then p.paused_until else ${now} end)`
  return `case
    when ${row}.status = 'failed' then case when ${row}.error_code = 'cancelled' then 'cancelled' else 'failed' end
    when ${row}.status <> 'queued' then ${row}.status
    when ${isCollecting(row)} then 'collecting'
    when ${row}.deferred_until > ${now} and (${row}.scheduled_for is null or ${row}.scheduled_for <= ${now}) then 'deferred'
    when ${row}.lane > 0 and ${pausedIn('connections', `${row}.lane`)} then 'paused'
    when ${row}.waits_for is not null and ${pausedIn('provider_connections', `${row}.waits_for`)} then 'paused'
    when ${row}.attempts_made > 0 or ${row}.error_code is not null then 'retrying'
    when ${row}.scheduled_for > ${now} then 'scheduled'
    else 'queued' end`
}
