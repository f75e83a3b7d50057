// Applies a set of rows that cancel deliveries, or move them to another time. Rows whose delivery another transaction has
// locked stay open, and the next set contains them again.
import { CANCELLED, recordStatusChanges } from '../delivery/consequences.ts'
import { requireValue } from '../lib/by-key.ts'
import { type Clock, later } from '../lib/clock.ts'
import { windows } from '../limits.ts'
import { cancelQueued, findCollecting, moveQueued, readBusy } from '../store/bulk/applying.ts'
import type { ClaimedOperation } from '../store/bulk/operations.ts'
import { type OpenRow, type RowResult, settleBulkRows } from '../store/bulk/rows.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { insertDeliveryChanges } from '../store/delivery/delivery-changes.ts'
import type { ChangedFrom } from '../store/delivery/settling.ts'
import { closeDigestsOf } from '../store/digests/digests.ts'
import { changeOf } from './actor.ts'

interface ChangeOptions {
  db: Database
  clock: Clock
  process: string
  maxAge: number
}

/** Cancels the deliveries of the rows. Returns how many rows were decided. */
export async function cancelRows(
  { db, clock, process }: ChangeOptions,
  claimed: ClaimedOperation,
  rows: OpenRow[],
): Promise<number> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const ids = rows.map(({ delivery_id }) => delivery_id)
    const changed = await cancelAll(tx, now, claimed, ids)
    const done = new Set(changed.map(({ id }) => id))
    const unchanged = ids.filter((id) => !done.has(id))
    const busy = await readBusy(tx, whereOf(claimed, unchanged), 'cancel')
    const refusal = (id: number) => `Delivery ${id} is not queued, so it can no longer be cancelled.`
    const decided = rows.filter(({ delivery_id }) => !busy.has(delivery_id))
    await settle(
      tx,
      claimed,
      decided.map((row) => resultOf(row, done.has(row.delivery_id), refusal)),
    )
    await insertDeliveryChanges(
      tx,
      now,
      changed.map(({ id }) => ({ ...changeOf(claimed), deliveryId: id, kind: 'cancelled' })),
    )
    // The counters change last, so that their locks are held only for the time of the commit.
    await recordStatusChanges(
      tx,
      now,
      process,
      changed.map((row) => ({ row, before: row.before })),
    )
    return decided.length
  })
}

/**
 * Cancels the queued deliveries. If some of them are not queued or are digests, closes the digests among them and then
 * cancels them: a message that joins a digest locks the digest before the delivery.
 */
async function cancelAll(tx: Transaction, now: Date, claimed: ClaimedOperation, ids: number[]): Promise<ChangedFrom[]> {
  const change = { code: CANCELLED, message: 'cancelled before it was sent' }
  const changed = await cancelQueued(tx, now, 'messages', whereOf(claimed, ids), change)
  if (changed.length === ids.length) return changed
  const done = new Set(changed.map(({ id }) => id))
  const others = await findCollecting(
    tx,
    claimed.workspace_id,
    ids.filter((id) => !done.has(id)),
  )
  if (others.length === 0) return changed
  await closeDigestsOf(tx, now, claimed.workspace_id, others)
  return [...changed, ...(await cancelQueued(tx, now, 'digests', whereOf(claimed, others), change))]
}

/** Moves the deliveries of the rows. Returns how many rows were decided. */
export async function moveRows(
  { db, clock, maxAge }: ChangeOptions,
  claimed: ClaimedOperation,
  rows: OpenRow[],
): Promise<number> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    const moves = rows.map(({ delivery_id: id, scheduled_for }) => {
      const dueAt = scheduled_for ?? claimed.scheduled_for ?? now
      const due = dueAt > now ? dueAt : now
      return {
        id,
        due_at: dueAt.toISOString(),
        due: due.toISOString(),
        expires_at: later(due, maxAge).toISOString(),
        tokens_expire_at: later(due, windows.actionToken).toISOString(),
      }
    })
    const moved = await moveQueued(tx, now, whereOf(claimed, []), moves)
    const before = new Map(moved.map((row) => [row.id, row.scheduled_before?.toISOString() ?? null]))
    const unchanged = moves.flatMap(({ id }) => (before.has(id) ? [] : [id]))
    const busy = await readBusy(tx, whereOf(claimed, unchanged), 'move')
    const refusal = (id: number) =>
      `Delivery ${id} is not queued, is an open digest, or had an attempt, so it cannot be moved.`
    const decided = rows.filter(({ delivery_id }) => !busy.has(delivery_id))
    const results = decided.map((row): RowResult => {
      const result = resultOf(row, before.has(row.delivery_id), refusal)
      return { ...result, scheduled_before: before.get(row.delivery_id) ?? null }
    })
    await settle(tx, claimed, results)
    const times = new Map(moves.map(({ id, due_at }) => [id, new Date(due_at)]))
    await insertDeliveryChanges(
      tx,
      now,
      moved.map(({ id, scheduled_before: earlier }) => ({
        ...changeOf(claimed),
        deliveryId: id,
        kind: 'rescheduled',
        earlier,
        later: requireValue(times, id),
      })),
    )
    return decided.length
  })
}

const whereOf = ({ workspace_id: workspaceId, mode }: ClaimedOperation, ids: number[]) => ({ workspaceId, mode, ids })

function resultOf({ position, delivery_id }: OpenRow, isDone: boolean, refusal: (id: number) => string): RowResult {
  if (isDone) return { position, result: 'done' }
  return { position, result: 'refused', code: 'conflict', reason: refusal(delivery_id) }
}

/** Stores the results. Throws if another worker has claimed the operation, so that the transaction changes nothing. */
async function settle(tx: Transaction, claimed: ClaimedOperation, results: RowResult[]): Promise<void> {
  const settled = await settleBulkRows(tx, claimed, results)
  if (settled < results.length) throw new Error('another worker applies this bulk operation')
}
