// Cancels a queued delivery, or moves it to another time (decision 15).
import { refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { parseDuration } from '../lib/text/duration.ts'
import { counted } from '../lib/text/plural.ts'
import { windows } from '../limits.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { findDelivery } from '../store/delivery/deliveries.ts'
import { type ChangedBy, insertDeliveryChange, lockScheduledTime } from '../store/delivery/delivery-changes.ts'
import { readExpiresAfter, rescheduleUnattempted } from '../store/delivery/sending.ts'
import { failDelivery } from '../store/delivery/status-changes.ts'
import { isDigestOpen } from '../store/digests/digest-times.ts'
import { closeDigestsOf } from '../store/digests/digests.ts'
import { CANCELLED, recordStatusChanges } from './consequences.ts'

/**
 * Fails a queued delivery with the code `cancelled` and refunds it. Throws not_found for an unknown delivery, and
 * conflict for a delivery that is not queued. `by` appears in the timeline of the delivery.
 */
export async function cancelDelivery(
  db: Database,
  now: Date,
  workspaceId: number,
  id: number,
  by?: ChangedBy,
): Promise<void> {
  const change = { now, workspaceId, id, by }
  if (await transaction(db, (tx) => cancelQueued(tx, change, 'cancelled'))) return
  const delivery = await findDelivery(db, workspaceId, id)
  const isCancelled = delivery?.status === 'queued' && (await cancelDigest(db, change))
  if (!isCancelled) await explain(db, workspaceId, id, 'cancelled')
}

interface Cancellation {
  now: Date
  workspaceId: number
  id: number
  by: ChangedBy | undefined
}

/** Closes the digest before its delivery is cancelled: a message that joins a digest locks the digest first. */
async function cancelDigest(db: Database, change: Cancellation): Promise<boolean> {
  return transaction(db, async (tx) => {
    await closeDigestsOf(tx, change.now, change.workspaceId, [change.id])
    return cancelQueued(tx, change, 'digestCancelled')
  })
}

async function cancelQueued(
  tx: Transaction,
  { now, workspaceId, id, by }: Cancellation,
  because: 'cancelled' | 'digestCancelled',
): Promise<boolean> {
  const why = { code: CANCELLED, message: 'cancelled before it was sent' }
  const changed = await failDelivery(tx, now, { id, workspaceId }, { because, ...why })
  if (!changed) return false
  await recordStatusChanges(tx, now, 'manage', [{ row: changed, before: changed.before }])
  if (by) await insertDeliveryChange(tx, now, { workspaceId, deliveryId: id, kind: 'cancelled', by })
  return true
}

/**
 * Moves a delivery to another time before its first attempt. The expiry of its action tokens moves with it. The
 * delivery expires `maxAge` milliseconds after the new time, or earlier if its request has `expires_after`. With `expires_after`,
 * the last time for steps of its fallback moves too. Throws
 * validation_failed for a time more than a year ahead, not_found for an unknown delivery, and conflict after the first
 * attempt. `by` appears in the timeline of the delivery.
 */
export async function moveDelivery(
  db: Database,
  now: Date,
  workspaceId: number,
  id: number,
  scheduledFor: Date,
  maxAge: number,
  by?: ChangedBy,
): Promise<void> {
  if (scheduledFor > later(now, windows.scheduleAhead))
    refuseInvalid({ scheduled_for: ['must be at most a year ahead'] })
  const due = scheduledFor > now ? scheduledFor : now
  const moved = await transaction(db, async (tx) => {
    const before = await lockScheduledTime(tx, workspaceId, id)
    const expiresAfter = parseDuration((await readExpiresAfter(tx, workspaceId, id)) ?? '')
    const isMoved = await rescheduleUnattempted(tx, now, {
      workspaceId,
      id,
      dueAt: scheduledFor,
      expiresAt: later(due, Math.min(maxAge, expiresAfter ?? maxAge)),
      stepsUntil: expiresAfter === undefined ? undefined : later(due, expiresAfter),
      tokensExpireAt: later(due, windows.actionToken),
    })
    if (!isMoved || !by) return isMoved
    const times = { earlier: before?.scheduled_for ?? null, later: scheduledFor }
    await insertDeliveryChange(tx, now, { workspaceId, deliveryId: id, kind: 'rescheduled', by, ...times })
    return true
  })
  if (!moved) await explain(db, workspaceId, id, 'moved')
}

async function explain(db: Database, workspaceId: number, id: number, action: string): Promise<never> {
  const delivery = await findDelivery(db, workspaceId, id)
  if (!delivery) refuse('not_found', `No delivery ${id} in this workspace.`)
  if (delivery.status === 'queued' && isDigestOpen(delivery.next_at))
    refuse('conflict', `Delivery ${id} is an open digest and cannot be rescheduled. Close it, or cancel it.`)
  refuse(
    'conflict',
    `Delivery ${id} is ${delivery.status}${delivery.attempts_made > 0 ? ` after ${counted(delivery.attempts_made, 'attempt')}` : ''} and can no longer be ${action}.`,
  )
}
