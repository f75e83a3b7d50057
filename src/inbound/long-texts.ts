// Joins the parts of long replies. The parts arrive in any order.
import type { InboundEvent } from '../channels/inbound.ts'
import { later } from '../lib/clock.ts'
import { windows } from '../limits.ts'
import type { Transaction } from '../store/database.ts'
import { lockPlaces } from '../store/delivery/receipts.ts'
import { deleteParts, storePart } from '../store/inbound/message-parts.ts'

type Message = Extract<InboundEvent, { kind: 'message' }>

/** Returns the message with its whole text. Returns undefined while parts of the text are missing. */
export async function joinParts(
  tx: Transaction,
  now: Date,
  connectionId: number,
  message: Message,
): Promise<Message | undefined> {
  const { part, ...whole } = message
  if (!part) return message
  // Two workers may apply two parts at the same time. Without the lock, neither would find the other part.
  await lockPlaces(tx, [`${connectionId}/part/${part.ref}`], 'receipt')
  const stored = { connectionId, ref: part.ref, number: part.number, text: message.text ?? '' }
  const texts = await storePart(tx, now, stored, later(now, -windows.messageParts))
  if (texts.length < part.of) return undefined
  await deleteParts(tx, connectionId, part.ref)
  return { ...whole, text: texts.join('') }
}
