// Applies the reports of a connection together, in one transaction. One statement then changes many messages: five times
// as many receipts are applied per second as with a transaction for each.
import type { InboundEvent } from '../../channels/inbound.ts'
import { byKey } from '../../lib/by-key.ts'
import type { Transaction } from '../../store/database.ts'
import { markReceiptsApplied, storeReceipts } from '../../store/delivery/receipts.ts'
import { findByExternalIds, type ReceiptTarget } from '../../store/delivery/reported-messages.ts'
import { moveAll } from './forward.ts'
import { type ReceiptContext, receiptRow } from './taking.ts'

/** A report that may be applied together with others. */
export type SuccessReport = Extract<InboundEvent, { kind: 'receipt' | 'taken' }>

/** The reported messages, by their ids at the provider. */
type ReportedMessages = ReadonlyMap<string, ReceiptTarget>

/**
 * Returns whether the event reports that a whole message was accepted, delivered or read. Failures and segments of
 * messages are rare, and need more statements.
 */
export function isSuccessReport(event: InboundEvent): event is SuccessReport {
  return event.kind === 'taken' || (event.kind === 'receipt' && event.status !== 'failed' && (event.parts ?? 1) === 1)
}

/**
 * Returns the settled messages among the reported messages. Only their reports can be applied together: a message that
 * is still being sent may be settled at this moment, and its receipts need a lock.
 */
export async function findSettled(
  tx: Transaction,
  context: ReceiptContext,
  reports: SuccessReport[],
): Promise<ReportedMessages> {
  const ids = [...byKey(reports, ({ externalId }) => externalId).keys()]
  const messages = [...(await findByExternalIds(tx, context, ids))]
  return new Map(messages.filter(([, { status }]) => status !== 'queued' && status !== 'sending'))
}

/** Returns whether the report is about one of these messages. A `taken` report also names the delivery. */
export function isAbout(report: SuccessReport, messages: ReportedMessages): boolean {
  const message = messages.get(report.externalId)
  return message !== undefined && (report.kind === 'receipt' || report.deliveryId === message.id)
}

/** Stores and applies reports about these settled messages. */
export async function applyReports(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  reports: SuccessReport[],
  messages: ReportedMessages,
): Promise<void> {
  // The messages are settled, so a `taken` report changes nothing.
  const receipts = reports.filter((report) => report.kind === 'receipt')
  if (receipts.length === 0) return
  const rows = receipts.map((receipt) => receiptRow(context, receipt, messages.get(receipt.externalId)))
  const stored = (await storeReceipts(tx, now, rows)).flatMap(({ id, status, delivery_id }) =>
    delivery_id === null ? [] : [{ id, status, deliveryId: delivery_id }],
  )
  const idsOf = (to: 'delivered' | 'read') =>
    stored.filter(({ status }) => status === to).map(({ deliveryId }) => deliveryId)
  const { process, workspaceId } = context
  const moved = await moveAll(tx, now, process, { workspaceId, delivered: idsOf('delivered'), read: idsOf('read') })
  // The ids of stored receipts increase in the order of the reports. A receipt for `delivered` after the receipt for
  // `read` is late.
  const readBy = new Map(stored.filter(({ status }) => status === 'read').map(({ id, deliveryId }) => [deliveryId, id]))
  const applied = stored.filter(({ id, status, deliveryId }) =>
    status === 'read'
      ? moved.read.has(deliveryId)
      : moved.delivered.has(deliveryId) && id < (readBy.get(deliveryId) ?? Number.POSITIVE_INFINITY),
  )
  const appliedIds = applied.map(({ id }) => id)
  if (appliedIds.length > 0) markReceiptsApplied(tx, appliedIds)
}
