// Applies opt-ins and opt-outs that a provider reports.
import type { InboundEvent } from '../../channels/inbound.ts'
import { noteWish } from '../../recipients/opt-outs.ts'
import type { Transaction } from '../../store/database.ts'
import type { ReceiptContext } from '../receipts.ts'
import { reportedMessage } from './reports.ts'

/**
 * Applies an opt-in or opt-out. One with a delivery id that matches no message changes nothing, because it concerns the
 * messages of another workspace or installation with the same account.
 */
export async function applyWish(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  wish: Extract<InboundEvent, { kind: 'preference' }>,
): Promise<void> {
  const isNamed = wish.deliveryId !== undefined
  const message = isNamed ? await reportedMessage(tx, now, context, wish) : undefined
  if (isNamed && !message) return
  await noteWish(tx, now, context, wish, message?.id ?? null)
}
