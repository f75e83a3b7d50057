// Applies bounce mails. Anyone can write such a mail, so it changes only the delivery whose signed name it contains.
import type { BounceEvent, BounceMailEvent } from '../../channels/bounces.ts'
import { signedDeliveryIn } from '../../channels/email/message-ids.ts'
import type { Seal } from '../../lib/seal.ts'
import { emailKey } from '../../lib/text/email-address.ts'
import type { Transaction } from '../../store/database.ts'
import { type BouncedDelivery, findBouncedDelivery } from '../../store/delivery/bounces.ts'
import { applyToMessage } from './reports.ts'

export interface BounceMailContext {
  seal: Seal
  process: string
  /** The workspace of the mailbox. Undefined for the SMTP listener, which receives mails for all workspaces. */
  workspaceId?: number
}

/** Applies the report of a mail to its message. Does nothing if the mail names no message with a genuine signature. */
export async function applyBounceMail(
  tx: Transaction,
  now: Date,
  { seal, process, workspaceId }: BounceMailContext,
  mail: BounceMailEvent,
): Promise<void> {
  const id = signedDeliveryIn(seal, mail.names)
  const target = id === undefined ? undefined : await findBouncedDelivery(tx, id, workspaceId)
  const event = target && bounceOf(target, mail, now)
  if (target?.mode === 'live' && event) await applyToMessage(tx, now, process, target, event, 'mail')
}

/**
 * Returns the bounce of the message. A report about another address is about a forwarding target. Such reports count
 * as hard only if all of them are hard.
 */
function bounceOf(
  { address }: BouncedDelivery,
  { recipients, at }: BounceMailEvent,
  now: Date,
): BounceEvent | undefined {
  const about = recipients.filter(({ verdict }) => verdict !== 'none')
  const own = about.find((one) => one.address !== null && emailKey(one.address) === emailKey(address))
  const [first] = about
  if (!first) return undefined
  const isUnanimous = about.length === recipients.length && about.every(({ verdict }) => verdict === first.verdict)
  const { status, text, verdict } = own ?? first
  const type = own || isUnanimous ? verdict : 'soft'
  if (type === 'none') return undefined
  // The date of the mail identifies a mail that is read twice.
  const sentAt = at !== undefined && at < now ? at : now
  return {
    kind: 'bounce',
    type,
    ...(status === null ? {} : { code: status }),
    ...(text === '' ? {} : { text }),
    at: sentAt,
  }
}
