// Applies receipts. A receipt is a report that a provider sends after it accepted a message. A receipt never moves a
// status backward (delivery-states.ts).
import type { InboundEvent } from '../../channels/inbound.ts'
import type { ChannelName } from '../../channels/index.ts'
import { statusesBefore } from '../../delivery-states.ts'
import type { Transaction } from '../../store/database.ts'
import { findDelivery } from '../../store/delivery/deliveries.ts'
import { findSentThrough, haveAllReceipts, partsPlace } from '../../store/delivery/part-receipts.ts'
import {
  adoptEarlyReceipts,
  findCovering,
  findSentUpTo,
  lockPlaces,
  markReceiptsApplied,
  type ReceiptRow,
  receiptPlace,
  storeReceipts,
  storeWatermark,
  watermarkPlace,
} from '../../store/delivery/receipts.ts'
import { findByExternalId } from '../../store/delivery/reported-messages.ts'
import { confirmSent } from '../../store/delivery/settling.ts'
import { recordStatusChanges } from '../consequences.ts'
import { sensitiveValues, withoutRepeatedValues } from '../echoes.ts'
import type { SettledMessage } from '../settlement.ts'
import { moveAll, moveForward } from './forward.ts'

/** The connection that received the receipt, and the process that applies the receipt. */
export interface ReceiptContext {
  workspaceId: number
  /** The id of the provider connection. The id of a lane is the id of its first provider connection. */
  connectionId: number
  lane: number
  channel: ChannelName
  process: string
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
  const { externalId, deliveryId, status, parts = 1 } = receipt
  const places = parts > 1 && deliveryId !== undefined ? [partsPlace(connectionId, deliveryId)] : []
  await lockPlaces(tx, [receiptPlace(connectionId, externalId), ...places], 'receipt')
  const find = () => findByExternalId(tx, context, externalId)
  let target = await find()
  if (!target && deliveryId !== undefined) {
    // A provider that sends a receipt has accepted the message.
    await settleAsTaken(tx, now, context, { externalId, deliveryId })
    target =
      (await find()) ??
      (parts > 1 ? await findSentThrough(tx, context, deliveryId) : undefined) ??
      (await findUnconfirmed(tx, context, deliveryId))
  }
  const stored = target && status === 'failed' ? await withoutSensitive(tx, workspaceId, target.id, receipt) : receipt
  const [kept] = await storeReceipts(tx, now, [receiptRow(context, stored, target)])
  if (!kept || !target) return
  if (status === 'delivered' && parts > 1 && !(await haveAllReceipts(tx, target.id, status, parts))) return
  const { code, reason, outcome } = stored
  const gone =
    outcome === 'recipient_gone' ? { channel, recipientId: target.recipient_id, address: target.address } : undefined
  const moved = await moveForward(tx, now, process, { workspaceId, deliveryId: target.id, status, code, reason, gone })
  if (moved) markReceiptsApplied(tx, [kept.id])
}

/** Returns the row that stores a receipt. `target` is its delivery, if it is known. */
export function receiptRow(
  { workspaceId, connectionId }: ReceiptContext,
  { externalId, status, at, code, reason, remedy, outcome, price }: Extract<InboundEvent, { kind: 'receipt' }>,
  target: { id: number } | undefined,
): ReceiptRow {
  const place = { workspace_id: workspaceId, connection_id: connectionId, external_id: externalId }
  return {
    ...place,
    delivery_id: target?.id ?? null,
    status,
    at: at.toISOString(),
    code,
    reason,
    remedy,
    outcome,
    price,
  }
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
  const deliveryIds = await findSentUpTo(tx, where)
  await moveAll(tx, now, process, { workspaceId, [status]: deliveryIds })
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
  for (const { id, delivery_id: deliveryId, outcome, ...early } of await adoptEarlyReceipts(tx, settled)) {
    const message = byId.get(deliveryId)
    if (!message) continue
    const gone = outcome === 'recipient_gone' ? message : undefined
    const { workspaceId } = message
    const moved = await moveForward(tx, now, process, { ...early, workspaceId, deliveryId, gone })
    if (moved) markReceiptsApplied(tx, [id])
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
