// Changes many deliveries in one statement: cancels them, moves them to another time, or reads them for a resend.
import type { Connection, Transaction } from '../database.ts'
import { asJson } from '../database.ts'
import type { DeliveryRow } from '../delivery/deliveries.ts'
import { BEFORE, CHANGED, type ChangedFrom } from '../delivery/settling.ts'
import { statusUpdate } from '../delivery/status-writer.ts'
import { isCollecting } from '../digests/digest-times.ts'
import { rowsOf } from '../rows.ts'

// Rows that another transaction has locked are skipped, because a settlement locks its rows in any order. `readBusy`
// finds them.
const locked = (only: string, wait = 'skip locked') => `locked as materialized (
  select d.id, d.scheduled_for from deliveries d
  where d.workspace_id = $1 and d.mode = $2 and d.id = any($3::bigint[]) and d.status = 'queued' and ${only} order by d.id for update ${wait}
)`
const NO_DIGEST = `not ${isCollecting('d')}`

const cancel = (lock: string) => `with ${lock}, changed as (
  ${statusUpdate({
    cause: 'cancellation',
    to: 'failed',
    at: '$6',
    set: 'error_code = $4, error_message = $5',
    where: 'd.id = any(array(select id from locked))',
  })}
  returning ${CHANGED}, ${BEFORE}
) select * from changed order by id`

const CANCEL = {
  messages: cancel(locked(NO_DIGEST)),
  // Waits for the rows: their digests were closed and locked before, so they would be sent if they were skipped.
  digests: cancel(locked('true', '')),
}

/**
 * Cancels the queued deliveries among `ids`, and returns them. `messages` leaves out digests; for `digests`, close the
 * digests of all `ids` before.
 */
export async function cancelQueued(
  tx: Transaction,
  now: Date,
  kind: keyof typeof CANCEL,
  where: { workspaceId: number; mode: string; ids: number[] },
  { code, message }: { code: string; message: string },
): Promise<ChangedFrom[]> {
  return rowsOf<ChangedFrom>(tx, {
    name: `cancel-${kind}`,
    text: CANCEL[kind],
    values: [where.workspaceId, where.mode, where.ids, code, message, now.toISOString()],
  })
}

/** Returns the deliveries among `ids` that wait for their digest. Locks nothing. */
export async function findCollecting(c: Connection, workspaceId: number, ids: number[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(c, {
    name: 'find-collecting',
    text: `select d.id from deliveries d
           where d.workspace_id = $1 and d.id = any($2::bigint[]) and d.status = 'queued' and ${isCollecting('d')}`,
    values: [workspaceId, ids],
  })
  return rows.map(({ id }) => id)
}

/**
 * Returns the deliveries among `ids` that could be changed, and that another transaction has locked. Call this after the
 * change with the ids that it has not changed.
 */
export async function readBusy(
  tx: Transaction,
  where: { workspaceId: number; mode: string; ids: number[] },
  action: 'cancel' | 'move',
): Promise<Set<number>> {
  if (where.ids.length === 0) return new Set()
  const rows = await rowsOf<{ id: number }>(tx, {
    name: 'read-busy-deliveries',
    text: `select d.id from deliveries d
           where d.workspace_id = $1 and d.mode = $2 and d.id = any($3::bigint[]) and d.status = 'queued'
             and ($4 or not ${isCollecting('d')} and not exists (select from attempts a where a.delivery_id = d.id))`,
    values: [where.workspaceId, where.mode, where.ids, action === 'cancel'],
  })
  return new Set(rows.map(({ id }) => id))
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
 * Moves the deliveries that are queued and had no attempt. Returns them with their earlier time. If a delivery is the
 * first step of a fallback with `expires_after`, the last time for its steps moves too. The action tokens get a new
 * expiry time, and links that were already sent stay valid.
 */
export async function moveQueued(
  tx: Transaction,
  now: Date,
  where: { workspaceId: number; mode: string },
  moves: Move[],
): Promise<{ id: number; scheduled_before: Date | null }[]> {
  const moved = await rowsOf<{ id: number; scheduled_before: Date | null }>(tx, {
    name: 'move-queued',
    text: `with ${locked(NO_DIGEST)}, m as materialized (
             select m.* from json_to_recordset($4::json) as m(id bigint, due_at timestamptz, due timestamptz, expires_at timestamptz, tokens_expire_at timestamptz)
             join locked on locked.id = m.id where not exists (select from attempts a where a.delivery_id = m.id)
           ), moved as (
             update deliveries d set scheduled_for = m.due_at, next_at = greatest(m.due_at, $5::timestamptz),
               ready = m.due_at <= $5::timestamptz and not d.parked,
               expires_at = least(m.expires_at, ${EXPIRY}), deferred_until = null, ignores_quiet_hours = false
             from m where d.id = m.id and d.id = any($3::bigint[]) returning d.id, d.fallback_id, ${EXPIRY} as steps_until
           ), steps as (
             update fallbacks f set expires_at = moved.steps_until from moved
             where f.id = moved.fallback_id and f.id = moved.id and f.ended_at is null and moved.steps_until is not null
           )
           select moved.id, locked.scheduled_for as scheduled_before from moved join locked on locked.id = moved.id`,
    values: [where.workspaceId, where.mode, moves.map(({ id }) => id), asJson(moves), now],
  })
  // A separate statement, because a fallback is locked before its action tokens, as for a button press.
  await tx.query({
    name: 'move-tokens',
    text: `update action_tokens t set expires_at = m.tokens_expire_at, signed_expiry = coalesce(t.signed_expiry, t.expires_at)
           from json_to_recordset($1::json) as m(id bigint, tokens_expire_at timestamptz)
           where t.delivery_id = m.id and t.delivery_id = any($2::bigint[])`,
    values: [asJson(moves), moved.map(({ id }) => id)],
  })
  return moved
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
