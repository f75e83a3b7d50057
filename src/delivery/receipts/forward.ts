// Moves deliveries forward because of receipts. A receipt never moves a status backward (delivery-states.ts).
import type { ChannelName } from '../../channels/index.ts'
import type { StatusAfter } from '../../delivery-states.ts'
import { suppressGone } from '../../recipients/gone-addresses.ts'
import { type Database, type Transaction, transaction } from '../../store/database.ts'
import { advanceDeliveries, failDelivery } from '../../store/delivery/status-changes.ts'
import { recordStatusChanges } from '../consequences.ts'

export interface Receipt {
  workspaceId: number
  deliveryId: number
  status: StatusAfter<'receipt'>
  code?: string | null
  reason?: string | null
  /** Set if the provider reported that the address no longer exists. */
  gone?: { channel: ChannelName; recipientId: number; address: string }
}

/** Applies a receipt. Returns false if nothing changed because the receipt is late or repeated. */
export async function applyReceipt(db: Database, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  return transaction(db, (tx) => moveForward(tx, now, process, receipt))
}

/**
 * Moves a delivery to the status of a receipt. Returns false if the delivery has failed, or already has this status or
 * a later status. A message that is read without a delivery receipt becomes delivered first, with the events and
 * counters of a delivery (decision 61).
 */
export async function moveForward(tx: Transaction, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  const { workspaceId, deliveryId, status } = receipt
  if (status === 'failed') return fail(tx, now, process, receipt)
  if (status === 'read') await advance(tx, now, process, { workspaceId, deliveryIds: [deliveryId], to: 'delivered' })
  const moved = await advance(tx, now, process, { workspaceId, deliveryIds: [deliveryId], to: status })
  return moved.has(deliveryId)
}

/**
 * Moves deliveries one status forward, and records the consequences in the order of `deliveryIds`. Returns the ids of
 * those that were changed.
 */
export async function advance(
  tx: Transaction,
  now: Date,
  process: string,
  { workspaceId, deliveryIds, to }: { workspaceId: number; deliveryIds: number[]; to: 'delivered' | 'read' },
): Promise<Set<number>> {
  if (deliveryIds.length === 0) return new Set()
  const changed = new Map((await advanceDeliveries(tx, now, workspaceId, deliveryIds, to)).map((row) => [row.id, row]))
  const changes = deliveryIds.flatMap((id) => changed.get(id) ?? []).map((row) => ({ row, before: row.before }))
  await recordStatusChanges(tx, now, process, changes)
  return new Set(changed.keys())
}

/** Fails a delivery because its provider reported a failure, and records the consequences. */
async function fail(tx: Transaction, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  const { gone, workspaceId, deliveryId } = receipt
  const code = receipt.code ?? 'rejected'
  const message = receipt.reason ?? 'the provider reported a failure'
  const failed = await failDelivery(tx, now, { id: deliveryId, workspaceId }, { because: 'receipt', code, message })
  if (!failed) return false
  // Locks recipients before the monthly counters, in the same order as admission.
  if (gone) {
    const reason = receipt.reason ?? 'the provider reported that this address no longer reaches the recipient'
    await suppressGone(tx, now, { ...gone, workspaceId, deliveryId, reason, at: now })
  }
  await recordStatusChanges(tx, now, process, [{ row: failed, before: failed.before }])
  return true
}
