// Applies bounces and complaints: the address gets no more messages.
import type { BounceEvent } from '../channels/inbound.ts'
import { blockContact } from '../recipients/contacts.ts'
import { noteWish } from '../recipients/opt-outs.ts'
import type { Transaction } from '../store/database.ts'
import type { ContactPlace } from '../store/recipients/contacts.ts'

/**
 * Marks an address with a hard bounce as unusable, and stores a complaint as an opt-out. A soft bounce changes nothing.
 */
export async function applyBounce(
  tx: Transaction,
  place: ContactPlace,
  { type, address, code, text, at }: BounceEvent,
): Promise<void> {
  if (address === undefined) return
  if (type === 'complaint') return noteWish(tx, place, { address, optedIn: false, at })
  if (type === 'hard') await blockContact(tx, place, address, reasonOf(code, text), at)
}

function reasonOf(code: string | undefined, text: string | undefined): string {
  const answer = text ?? code
  return answer === undefined ? 'a message to this address bounced' : `a message to this address bounced: ${answer}`
}
