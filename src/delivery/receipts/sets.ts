// Applies the reports of one connection together, in one transaction. One statement then changes many messages, so that
// receipts are applied at least as fast as messages are sent.
import type { InboundEvent } from '../../channels/inbound.ts'
import type { Transaction } from '../../store/database.ts'
import { lockPlaces, markReceiptsApplied, receiptPlace, storeReceipts } from '../../store/delivery/receipts.ts'
import { findByExternalIds, type ReceiptTarget } from '../../store/delivery/reported-messages.ts'
import { advance } from './forward.ts'
import { type ReceiptContext, receiptRow } from './taking.ts'

/** A report that may be applied together with others. */
export type SuccessReport = Extract<InboundEvent, { kind: 'receipt' | 'taken' }>

/** The reported messages, by their ids at the provider. */
export type ReportedMessages = ReadonlyMap<string, ReceiptTarget>

/**
 * Returns whether the event reports that a whole message was accepted, delivered or read. Failures and segments of
 * messages are rare, and need more statements.
 */
export function isSuccessReport(event: InboundEvent): event is SuccessReport {
  return event.kind === 'taken' || (event.kind === 'receipt' && event.status !== 'failed' && (event.parts ?? 1) === 1)
}

/** Locks the places of the receipts, and returns the reported messages. */
export async function lockReported(
  tx: Transaction,
  context: ReceiptContext,
  reports: SuccessReport[],
): Promise<ReportedMessages> {
  const ids = [...new Set(reports.map(({ externalId }) => externalId))]
  const places = ids.map((id) => receiptPlace(context.connectionId, id))
  await lockPlaces(tx, places, 'receipt')
  return findByExternalIds(tx, context, ids)
}

/**
 * Returns whether a report can be applied in a set. Otherwise the report may have to settle its message first, because
 * the message is still being sent.
 */
export function canJoinSet({ externalId, deliveryId }: SuccessReport, messages: ReportedMessages): boolean {
  const message = messages.get(externalId)
  if (!message) return deliveryId === undefined
  return message.status !== 'queued' && message.status !== 'sending'
}

/** Stores and applies the reports, in the transaction that locked them. Each of them must be able to join a set. */
export async function applyReports(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  reports: SuccessReport[],
  messages: ReportedMessages,
): Promise<void> {
  // A message of a `taken` report is already sent, so this report has no effect.
  const receipts = reports.filter((report) => report.kind === 'receipt')
  if (receipts.length === 0) return
  const rows = receipts.map((receipt) => receiptRow(context, receipt, messages.get(receipt.externalId)))
  const stored = (await storeReceipts(tx, now, rows)).flatMap(({ id, status, delivery_id }) =>
    delivery_id === null ? [] : [{ id, status, deliveryId: delivery_id }],
  )
  const { process, workspaceId } = context
  const move = (to: 'delivered' | 'read', those: typeof stored) => {
    const deliveryIds = [...new Set(those.map(({ deliveryId }) => deliveryId))]
    return advance(tx, now, process, { workspaceId, deliveryIds, to })
  }
  // A message that is read without a delivery receipt becomes delivered first (decision 61).
  const delivered = await move('delivered', stored)
  const areRead = stored.filter(({ status }) => status === 'read')
  const read = await move('read', areRead)
  // The ids of stored receipts increase in the order of the reports. A receipt for `delivered` that arrives after the
  // receipt for `read` is late.
  const readBy = new Map(areRead.map(({ id, deliveryId }) => [deliveryId, id]))
  const applied = stored.filter(({ id, status, deliveryId }) =>
    status === 'read'
      ? read.has(deliveryId)
      : delivered.has(deliveryId) && id < (readBy.get(deliveryId) ?? Number.POSITIVE_INFINITY),
  )
  const appliedIds = applied.map(({ id }) => id)
  if (appliedIds.length > 0) markReceiptsApplied(tx, appliedIds)
}
