// Applies a bounce mail. Anyone can write such a mail, so it changes only the delivery whose signed name it contains.
import type { BounceEvent } from '../../channels/inbound.ts'
import { applyBounceMail } from '../../delivery/bounces.ts'
import { signedDeliveryIn } from '../../delivery/message-ids.ts'
import type { Seal } from '../../lib/seal.ts'
import { emailKey } from '../../lib/text/email-address.ts'
import { type Database, transaction } from '../../store/database.ts'
import { type BouncedDelivery, findBouncedDelivery } from '../../store/delivery/bounces.ts'
import { type BounceMail, readBounceMail } from './read.ts'
import type { ReportedRecipient } from './verdict.ts'

export interface MailContext {
  db: Database
  seal: Seal
  /** The process, for the counters of activity. */
  process: string
}

/** The effect of a mail. `unrelated`: the mail reports no failure, or names no message with a genuine signature. */
export type MailResult = 'applied' | 'unrelated'

/**
 * Reads a mail that arrived at the bounce address, and applies its report. Throws if the message is being sent at this
 * moment, so that the mail is read again later.
 */
export async function takeBounceMail(
  { db, seal, process }: MailContext,
  now: Date,
  bytes: Uint8Array,
): Promise<MailResult> {
  const mail = await readBounceMail(bytes)
  const id = mail.recipients.length === 0 ? undefined : deliveryOf(seal, mail)
  if (id === undefined) return 'unrelated'
  return transaction(db, async (tx) => {
    const target = await findBouncedDelivery(tx, id)
    const event = target && eventOf(target, mail, now)
    if (target?.mode !== 'live' || !event) return 'unrelated'
    await applyBounceMail(tx, now, process, target, event)
    return 'applied'
  })
}

function deliveryOf(seal: Seal, { traces, originalMessageId }: BounceMail): number | undefined {
  return signedDeliveryIn(seal, [...traces, originalMessageId ?? ''])
}

/**
 * Returns the event for the message. A report about another address is about a forwarding target. Such reports count
 * as hard only if all of them are hard.
 */
function eventOf({ address }: BouncedDelivery, { recipients, date }: BounceMail, now: Date): BounceEvent | undefined {
  const about = recipients.filter((one) => one.verdict !== 'none')
  const own = about.find((one) => one.address !== null && emailKey(one.address) === emailKey(address))
  const [first] = about
  if (!first) return undefined
  const allAgree = about.length === recipients.length && about.every(({ verdict }) => verdict === first.verdict)
  const chosen = own ?? first
  // The date of the mail identifies a mail that is read twice.
  const at = date !== null && date < now ? date : now
  const type = own || allAgree ? chosen.verdict : 'soft'
  return type === 'none' ? undefined : { kind: 'bounce', type, ...explanationOf(chosen), at }
}

function explanationOf({ status, text }: ReportedRecipient): Pick<BounceEvent, 'code' | 'text'> {
  return { ...(status === null ? {} : { code: status }), ...(text === '' ? {} : { text }) }
}
