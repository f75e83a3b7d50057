// Applies bounce mails. Anyone can write such a mail, so it changes only the delivery whose signed name it contains.
import type { BounceEvent, BounceMailEvent } from '../../channels/bounces.ts'
import { signedDeliveryIn } from '../../channels/email/message-ids.ts'
import type { Seal } from '../../lib/seal.ts'
import { emailKey } from '../../lib/text/email-address.ts'
import { suppress } from '../../recipients/suppressions.ts'
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
  if (target?.mode !== 'live') return
  if (mail.recipients.some(({ verdict }) => verdict === 'opt_out')) await optOut(tx, now, target, mail)
  const event = bounceOf(target, mail, now)
  if (event) await applyToMessage(tx, now, process, target, event, 'mail')
}

/** Stores the opt-out that a mail provider forwards. */
async function optOut(tx: Transaction, now: Date, target: BouncedDelivery, { at }: BounceMailEvent): Promise<void> {
  const { id, workspace_id, mode, channel, address, created_at: createdAt } = target
  const place = { workspace_id, mode, channel, address, delivery_id: id }
  const origin = { reason: 'unsubscribed', origin: 'mail', detail: null, note: null } as const
  await suppress(tx, now, [{ ...place, ...origin, at: plausible(at, createdAt, now) }])
}

/**
 * Returns the bounce of the message. A mail server that forwards the message reports about another address. It may be
 * one member of a group, so a failure of it is soft. A complaint counts, because feedback reports hide the address.
 */
function bounceOf(
  { address, created_at: createdAt }: BouncedDelivery,
  { recipients, at }: BounceMailEvent,
  now: Date,
): BounceEvent | undefined {
  const about = recipients.filter(({ verdict }) => verdict !== 'none' && verdict !== 'opt_out')
  const own = about.find((one) => one.address !== null && emailKey(one.address) === emailKey(address))
  const reported = own ?? about[0]
  if (!reported || reported.verdict === 'none' || reported.verdict === 'opt_out') return undefined
  const { status, text, verdict } = reported
  return {
    kind: 'bounce',
    type: own || verdict === 'complaint' ? verdict : 'soft',
    ...(status === null ? {} : { code: status }),
    ...(text === '' ? {} : { text }),
    at: plausible(at, createdAt, now),
  }
}

/** Returns the date of the mail, which identifies a mail that is read twice. Its sender can state any date. */
function plausible(at: Date | undefined, createdAt: Date, now: Date): Date {
  if (at === undefined || at > now) return now
  return at < createdAt ? createdAt : at
}
