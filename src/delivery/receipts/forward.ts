// Moves deliveries forward because of receipts. A receipt never moves a status backward (delivery-states.ts).
import type { ChannelName } from '../../channels/index.ts'
import type { StatusAfter } from '../../delivery-states.ts'
import { suppressGone } from '../../recipients/gone-addresses.ts'
import { type Database, type Transaction, transaction } from '../../store/database.ts'
import { advanceDeliveries, failDelivery } from '../../store/delivery/status-changes.ts'
import { countStatusChanges, emitStatusEvents, recordStatusChanges, type StatusChange } from '../consequences.ts'

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
 * a later status.
 */
export async function moveForward(tx: Transaction, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  const { workspaceId, deliveryId, status } = receipt
  if (status === 'failed') return fail(tx, now, process, receipt)
  const moved = await moveAll(tx, now, process, { workspaceId, [status]: [deliveryId] })
  return moved[status].has(deliveryId)
}

/**
 * Moves the deliveries to `delivered` and then to `read`, and records the consequences. A message that is read
 * without a delivery receipt becomes delivered first, with the events and counters of a delivery (decision 61). Returns
 * the ids of the deliveries that were changed to each status.
 */
export async function moveAll(
  tx: Transaction,
  now: Date,
  process: string,
  { workspaceId, delivered = [], read = [] }: { workspaceId: number; delivered?: number[]; read?: number[] },
): Promise<{ delivered: Set<number>; read: Set<number> }> {
  const arrived = await advance(tx, now, workspaceId, [...new Set([...delivered, ...read])], 'delivered')
  const opened = await advance(tx, now, workspaceId, [...new Set(read)], 'read')
  await countStatusChanges(tx, now, process, [...arrived, ...opened])
  return { delivered: idsOf(arrived), read: idsOf(opened) }
}

const idsOf = (changes: StatusChange[]) => new Set(changes.map(({ row }) => row.id))

/** Moves deliveries one status forward, and emits the events in the order of `ids`. */
async function advance(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  ids: number[],
  to: 'delivered' | 'read',
): Promise<StatusChange[]> {
  if (ids.length === 0) return []
  const changed = new Map((await advanceDeliveries(tx, now, workspaceId, ids, to)).map((row) => [row.id, row]))
  const changes = ids.flatMap((id) => changed.get(id) ?? []).map((row) => ({ row, before: row.before }))
  await emitStatusEvents(tx, now, changes)
  return changes
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
