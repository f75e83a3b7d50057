// Applies opt-ins and opt-outs that a provider reports.
import type { PreferenceEvent } from '../../channels/bounces.ts'
import { noteWish } from '../../recipients/opt-outs.ts'
import type { Transaction } from '../../store/database.ts'
import { isStored } from '../../store/inbound/stored-messages.ts'
import type { ReceiptContext } from '../receipts/taking.ts'
import { reportedMessage } from './reports.ts'

/**
 * Applies an opt-in or opt-out. One with a delivery id that matches no message changes nothing, because it concerns the
 * messages of another workspace or installation with the same account. A reply that is already stored also changes
 * nothing, because a provider that signs no time may repeat it after its stored request was deleted.
 */
export async function applyWish(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  wish: PreferenceEvent,
): Promise<void> {
  if (
    wish.messageId !== undefined &&
    (await isStored(tx, { connectionId: context.connectionId, providerId: wish.messageId }))
  )
    return
  const isNamed = wish.deliveryId !== undefined
  const message = isNamed ? await reportedMessage(tx, now, context, wish) : undefined
  if (isNamed && !message) return
  await noteWish(tx, now, context, wish, message?.id ?? null)
}
