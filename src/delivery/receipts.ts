// Applies receipts. A receipt is a report that a provider sends after it accepted a message. A receipt never moves a
// status backward (delivery-states.ts).
import type { InboundEvent } from '../channels/inbound.ts'
import type { ChannelName } from '../channels/index.ts'
import { type StatusAfter, statusesBefore } from '../delivery-states.ts'
import { suppressGone } from '../recipients/gone-addresses.ts'
import type { Database, Transaction } from '../store/database.ts'
import { transaction } from '../store/database.ts'
import { findDelivery } from '../store/delivery/deliveries.ts'
import {
  adoptEarlyReceipts,
  findByExternalId,
  findCovering,
  findSentUpTo,
  lockPlaces,
  markReceiptApplied,
  receiptPlace,
  storeReceipt,
  storeWatermark,
  watermarkPlace,
} from '../store/delivery/receipts.ts'
import { changeStatus, confirmSent } from '../store/delivery/settling.ts'
import { recordStatusChanges } from './consequences.ts'
import { sensitiveValues, withoutRepeatedValues } from './echoes.ts'
import type { SettledMessage } from './settlement.ts'

export interface Receipt {
  workspaceId: number
  deliveryId: number
  status: StatusAfter<'receipt'>
  code?: string | null
  reason?: string | null
  /** Set if the provider reported that the address no longer exists. */
  gone?: { channel: ChannelName; recipientId: number; address: string }
}

/** The connection that received the receipt, and the process that applies the receipt. */
export interface ReceiptContext {
  workspaceId: number
  /** The id of the provider connection. The id of a lane is the id of its first provider connection. */
  connectionId: number
  lane: number
  channel: ChannelName
  process: string
}

/** Applies a receipt. Returns false if nothing changed because the receipt is late or repeated. */
export async function applyReceipt(db: Database, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  return transaction(db, (tx) => moveForward(tx, now, process, receipt))
}

/**
 * Stores and applies a receipt that contains the external id of a message. If the message is not settled yet, the
 * receipt is applied after the message is settled.
 */
export async function takeReceipt(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  receipt: Extract<InboundEvent, { kind: 'receipt' }>,
): Promise<void> {
  const { workspaceId, connectionId, channel, process } = context
  const { externalId, deliveryId, at, status, kind: _kind, ...details } = receipt
  await lockPlaces(tx, [receiptPlace(connectionId, externalId)], 'receipt')
  const find = () => findByExternalId(tx, context, externalId)
  let target = await find()
  if (!target && deliveryId !== undefined) {
    // A provider that sends a receipt has accepted the message.
    await settleAsTaken(tx, now, context, { externalId, deliveryId })
    target = (await find()) ?? (await findUnconfirmed(tx, context, deliveryId))
  }
  const stored = target && status === 'failed' ? await withoutSensitive(tx, workspaceId, target.id, details) : details
  const id = await storeReceipt(tx, now, {
    ...stored,
    workspace_id: workspaceId,
    connection_id: connectionId,
    external_id: externalId,
    delivery_id: target?.id ?? null,
    status,
    at: at.toISOString(),
  })
  if (id === undefined || !target) return
  const { code, reason, outcome } = stored
  const gone =
    outcome === 'recipient_gone' ? { channel, recipientId: target.recipient_id, address: target.address } : undefined
  const moved = await moveForward(tx, now, process, { workspaceId, deliveryId: target.id, status, code, reason, gone })
  if (moved) await markReceiptApplied(tx, id)
}

/**
 * Returns a message that failed because the outcome of its last attempt was unknown. The receipt is shown with the
 * message and does not change it, because the message was refunded.
 */
async function findUnconfirmed(tx: Transaction, { workspaceId, lane }: ReceiptContext, deliveryId: number) {
  const row = await findDelivery(tx, workspaceId, deliveryId)
  if (!row || row.lane !== lane || row.status !== 'failed') return undefined
  return row.error_code === 'ambiguous' ? row : undefined
}

/**
 * Replaces texts of the provider that repeat a sensitive value. This reads the whole message, which costs little
 * because failures are rare.
 */
export async function withoutSensitive<T extends object>(
  tx: Transaction,
  workspaceId: number,
  deliveryId: number,
  details: T,
): Promise<T> {
  const delivery = await findDelivery(tx, workspaceId, deliveryId)
  return delivery ? withoutRepeatedValues(details, sensitiveValues(delivery.content)) : details
}

/** Sets the status `sent` for a message that the provider confirmed before the attempt got a response. */
export async function applyAcceptance(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  taken: Extract<InboundEvent, { kind: 'taken' }>,
): Promise<void> {
  await lockPlaces(tx, [receiptPlace(context.connectionId, taken.externalId)], 'receipt')
  await settleAsTaken(tx, now, context, taken)
}

/** Sets the status `sent`. The caller must hold the lock of the external id. */
async function settleAsTaken(
  tx: Transaction,
  now: Date,
  { workspaceId, connectionId, lane, channel, process }: ReceiptContext,
  { externalId, deliveryId }: { externalId: string; deliveryId: number },
): Promise<void> {
  const row = await confirmSent(tx, now, { id: deliveryId, workspaceId, lane, connectionId, externalId })
  if (!row) return
  await recordStatusChanges(tx, now, process, [{ row, before: row.before }])
  const { recipient_id: recipientId, address } = row
  const message = { id: deliveryId, workspaceId, connectionId, channel, recipientId, address, externalId, sentAt: now }
  await applyEarlyReceipts(tx, now, process, [{ ...message, watermarks: false }])
}

/**
 * Applies a watermark, which is a receipt for all messages to an address up to a time. Also stores the watermark, so
 * that it is applied to messages that are being settled at this moment.
 */
export async function takeWatermark(
  tx: Transaction,
  now: Date,
  { workspaceId, connectionId, lane, process }: ReceiptContext,
  recipientId: number | undefined,
  { address, status, upTo }: Extract<InboundEvent, { kind: 'watermark' }>,
): Promise<void> {
  await lockPlaces(tx, [watermarkPlace(connectionId, address)], 'receipt')
  await storeWatermark(tx, { connectionId, address, status, upTo })
  if (recipientId === undefined) return
  const from = statusesBefore('receipt', status)
  const where = { workspaceId, connectionId, lane, recipientId, address, upTo, from }
  for (const deliveryId of await findSentUpTo(tx, where)) {
    await moveForward(tx, now, process, { workspaceId, deliveryId, status })
  }
}

/** Locks the external ids before their messages are settled, so that no concurrent receipt is missed. */
export async function holdReceipts(tx: Transaction, messages: SettledMessage[]): Promise<void> {
  if (messages.length === 0) return
  const places = messages.flatMap(({ connectionId, externalId, address, watermarks }) => [
    receiptPlace(connectionId, externalId),
    ...(watermarks ? [watermarkPlace(connectionId, address)] : []),
  ])
  await lockPlaces(tx, places, 'settling')
}

/** Applies the receipts that arrived before their messages were settled. */
export async function applyEarlyReceipts(
  tx: Transaction,
  now: Date,
  process: string,
  messages: SettledMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const byId = new Map(messages.map((message) => [message.id, message]))
  const settled = messages.map(({ id, connectionId, externalId }) => ({
    delivery_id: id,
    connection_id: connectionId,
    external_id: externalId,
  }))
  for (const { id, delivery_id, status, code, reason, outcome } of await adoptEarlyReceipts(tx, settled)) {
    const message = byId.get(delivery_id)
    if (!message) continue
    const gone = outcome === 'recipient_gone' ? message : undefined
    const { workspaceId } = message
    const moved = await moveForward(tx, now, process, {
      workspaceId,
      deliveryId: delivery_id,
      status,
      code,
      reason,
      gone,
    })
    if (moved) await markReceiptApplied(tx, id)
  }
  const covered = messages
    .filter(({ watermarks }) => watermarks)
    .map(({ id, connectionId, address, sentAt }) => ({
      delivery_id: id,
      connection_id: connectionId,
      address,
      sent_at: sentAt.toISOString(),
    }))
  if (covered.length === 0) return
  for (const { delivery_id: deliveryId, status } of await findCovering(tx, covered)) {
    const message = byId.get(deliveryId)
    if (message) await moveForward(tx, now, process, { workspaceId: message.workspaceId, deliveryId, status })
  }
}

/**
 * Moves a delivery to the status of a receipt. Returns false if the delivery has failed, or already has this status or
 * a later status. A message that is read without a delivery receipt becomes delivered first, with the events and
 * counters of a delivery (decision 61).
 */
export async function moveForward(tx: Transaction, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  if (receipt.status === 'read') await takeStep(tx, now, process, { ...receipt, status: 'delivered' })
  return takeStep(tx, now, process, receipt)
}

/** Makes one status change and records its consequences. */
async function takeStep(tx: Transaction, now: Date, process: string, receipt: Receipt): Promise<boolean> {
  const failed = receipt.status === 'failed'
  const changed = await changeStatus(
    tx,
    now,
    { id: receipt.deliveryId, workspaceId: receipt.workspaceId },
    {
      to: receipt.status,
      code: failed ? (receipt.code ?? 'rejected') : null,
      message: failed ? (receipt.reason ?? 'the provider reported a failure') : null,
    },
  )
  if (!changed) return false
  const { gone, workspaceId } = receipt
  // Locks recipients before the monthly counters, in the same order as admission.
  if (gone) {
    const reason = receipt.reason ?? 'the provider reported that this address no longer reaches the recipient'
    await suppressGone(tx, now, { ...gone, workspaceId, deliveryId: receipt.deliveryId, reason, at: now })
  }
  await recordStatusChanges(tx, now, process, [{ row: changed, before: changed.before }])
  return true
}
