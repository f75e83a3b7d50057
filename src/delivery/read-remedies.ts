// Reads the remedy of a delivery from its attempts, its receipts and the state of its connection.
import { pauseOf } from '../connections/pauses.ts'
import { shownPauses } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import { findPartPause } from '../store/delivery/breakers.ts'
import type { DeliveryRow } from '../store/delivery/deliveries.ts'
import { type AttemptRow, readAttempts } from '../store/delivery/delivery-list.ts'
import { findPause, type PauseRow } from '../store/delivery/pauses.ts'
import { readReceipts, type TimelineReceipt } from '../store/delivery/receipts.ts'
import { isDigestOpen } from '../store/digests/digest-times.ts'
import { findLostConnection } from '../store/workspaces/connections.ts'
import { waitsUntil } from './quiet-hours/waiting.ts'
import { nextAttempt, remedyOf } from './remedies.ts'

export interface DeliveryOutlook {
  /** The remedy for the delivery's current state. Null if nothing is wrong. */
  remedy: string | null
  /** Time of the next attempt. Null if the delivery has ended, or if a person has to act before the next attempt. */
  nextAt: Date | null
}

/**
 * Returns the remedy of a delivery and the time of its next attempt. `attempts` and `receipts` are those of the
 * delivery, oldest first.
 */
export async function readOutlook(
  c: Connection,
  now: Date,
  row: DeliveryRow,
  attempts: AttemptRow[],
  receipts: TimelineReceipt[],
  visibility: Visibility,
): Promise<DeliveryOutlook> {
  if (!mayNeedRemedy(row)) return { remedy: null, nextAt: null }
  const paused = mayBePaused(row) ? await findPauseOf(c, now, row, attempts.at(-1)) : undefined
  const [shown] = await shownPauses(c, row.workspace_id, visibility, paused ? [paused] : [])
  const pause = shown && pauseOf(shown)
  const until = waitsUntil(row, now)
  const remedy = remedyOf({
    now,
    status: row.status,
    channel: row.channel,
    // Quiet hours are no fault. A removed or paused connection has a remedy even then.
    reason: until ? null : row.error_code,
    message: row.error_message,
    attemptsMade: row.attempts_made,
    nextAt: row.next_at,
    last: attempts.at(-1),
    reported: receipts.findLast(({ status, applied }) => status === 'failed' && applied)?.remedy ?? null,
    pause,
    loss: await lossOf(c, row),
    expiresInQuietHours: row.deferred_until !== null && row.expires_at <= row.deferred_until,
  })
  return { remedy, nextAt: row.status === 'queued' ? nextAttempt(now, row.next_at, pause) : null }
}

/** Reads the attempts and receipts of a delivery, and returns its remedy. */
export async function findRemedy(c: Connection, now: Date, row: DeliveryRow): Promise<string | null> {
  if (!mayNeedRemedy(row)) return null
  const attempts = await readAttempts(c, row.workspace_id, row.id)
  const receipts = row.status === 'failed' ? await readReceipts(c, row.workspace_id, row.id) : []
  return (await readOutlook(c, now, row, attempts, receipts, 'full')).remedy
}

function mayNeedRemedy(row: DeliveryRow): boolean {
  return row.status === 'failed' || (row.status === 'queued' && !isDigestOpen(row.next_at))
}

/** Returns how the delivery lost its connection, or undefined while the connection exists. */
async function lossOf(c: Connection, { mode, workspace_id, lane, source_id, channel }: DeliveryRow) {
  if (mode !== 'live') return undefined
  const row = await findLostConnection(c, workspace_id, { connectionId: lane, sourceId: source_id, channel })
  return row && { sourceName: row.source_name, isSourceRemoved: row.source_removed, isReplaced: row.replaced }
}

/**
 * Returns the pause that delays the message: the pause of its lane, or of the only provider connection that can send it.
 * If the message expired, this is the provider connection of its last attempt.
 */
async function findPauseOf(
  c: Connection,
  now: Date,
  { workspace_id, lane, status, waits_for }: DeliveryRow,
  last: AttemptRow | undefined,
): Promise<PauseRow | undefined> {
  const whole = await findPause(c, workspace_id, lane, now)
  if (whole) return whole
  const part = status === 'failed' ? last?.connection_id : waits_for
  return typeof part === 'number' ? findPartPause(c, workspace_id, part, now) : undefined
}

function mayBePaused({ mode, status, error_code }: DeliveryRow): boolean {
  return mode === 'live' && (status === 'queued' || error_code === 'expired')
}
