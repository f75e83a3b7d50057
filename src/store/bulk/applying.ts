// Changes many deliveries in one statement: cancels them, moves them to another time, or reads them for a resend.
import type { Connection, Transaction } from '../database.ts'
import { asJson } from '../database.ts'
import type { DeliveryRow } from '../delivery/deliveries.ts'
import { isCollecting } from '../delivery/digest-times.ts'
import { BEFORE, CHANGED, type ChangedFrom } from '../delivery/settling.ts'
import { statusUpdate } from '../delivery/status-writer.ts'
import { rowsOf } from '../rows.ts'

// The rows are locked in the order of their ids, so that two of these statements cannot wait for each other.
const LOCKED = `locked as materialized (
  select d.id, d.scheduled_for, ${isCollecting('d')} as is_digest from deliveries d
  where d.workspace_id = $1 and d.mode = $2 and d.id = any($3::bigint[]) and d.status = 'queued' order by d.id for update
)`

const CANCEL = `with ${LOCKED}, changed as (
  ${statusUpdate({
    cause: 'cancellation',
    to: 'failed',
    at: '$6',
    set: 'error_code = $4, error_message = $5',
    where: 'd.id = any(array(select id from locked))',
  })}
  returning ${CHANGED}, ${BEFORE}
) select * from changed order by id`

/** Cancels the queued deliveries among `ids`, and returns them. */
export async function cancelQueued(
  tx: Transaction,
  now: Date,
  where: { workspaceId: number; mode: string; ids: number[] },
  { code, message }: { code: string; message: string },
): Promise<ChangedFrom[]> {
  return rowsOf<ChangedFrom>(tx, {
    name: 'cancel-queued',
    text: CANCEL,
    values: [where.workspaceId, where.mode, where.ids, code, message, now.toISOString()],
  })
}

/** The new time of a delivery, and the times that depend on it. */
export interface Move {
  id: number
  /** The requested time. It may be in the past. */
  due_at: string
  /** The time from which the message is due. */
  due: string
  /** The latest expiry. A message whose request has `expires_after` may expire earlier. */
  expires_at: string
  tokens_expire_at: string
}

// The value of `expires_after` is an interval of PostgreSQL, such as 6h. In UTC, each day has 24 hours.
const EXPIRY = `(m.due at time zone 'UTC' + (d.content->'stated'->>'expires_after')::interval) at time zone 'UTC'`

/**
 * Moves the deliveries that are queued and had no attempt. Returns them with their earlier time. Their action tokens get
 * a new expiry time, and links that were already sent stay valid.
 */
export async function moveQueued(
  tx: Transaction,
  now: Date,
  where: { workspaceId: number; mode: string },
  moves: Move[],
): Promise<{ id: number; scheduled_before: Date | null }[]> {
  return rowsOf<{ id: number; scheduled_before: Date | null }>(tx, {
    name: 'move-queued',
    text: `with ${LOCKED}, m as materialized (
             select m.* from json_to_recordset($4::json) as m(id bigint, due_at timestamptz, due timestamptz, expires_at timestamptz, tokens_expire_at timestamptz)
             join locked on locked.id = m.id where not locked.is_digest and not exists (select from attempts a where a.delivery_id = m.id)
           ), moved as (
             update deliveries d set scheduled_for = m.due_at, next_at = greatest(m.due_at, $5::timestamptz),
               ready = m.due_at <= $5::timestamptz and not d.parked,
               expires_at = least(m.expires_at, ${EXPIRY}), deferred_until = null, ignores_quiet_hours = false
             from m where d.id = m.id and d.id = any($3::bigint[]) returning d.id
           ), tokens as (
             update action_tokens t set expires_at = m.tokens_expire_at, signed_expiry = coalesce(t.signed_expiry, t.expires_at)
             from m where t.delivery_id = m.id
           )
           select moved.id, locked.scheduled_for as scheduled_before from moved join locked on locked.id = moved.id`,
    values: [where.workspaceId, where.mode, moves.map(({ id }) => id), asJson(moves), now],
  })
}

/** The columns of a delivery that a resend needs. */
export type ResendableRow = Pick<
  DeliveryRow,
  'id' | 'source_id' | 'mode' | 'status' | 'recipient_id' | 'channel' | 'template_slug' | 'priority' | 'content'
>

/** Returns the deliveries with these ids, with their content. */
export async function readResendable(
  c: Connection,
  where: { workspaceId: number; mode: string; ids: number[] },
): Promise<ResendableRow[]> {
  return rowsOf<ResendableRow>(c, {
    name: 'read-resendable',
    text: `select id, source_id, mode, status, recipient_id, channel, template_slug, priority, content from deliveries
           where workspace_id = $1 and mode = $2 and id = any($3::bigint[])`,
    values: [where.workspaceId, where.mode, where.ids],
  })
}
