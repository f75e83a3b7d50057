// What happened at a provider, applied one by one, each in a transaction of its own.
import type { Happening } from '../channels/inbound.ts'
import { channelOf } from '../channels/index.ts'
import { applyAcceptance, type ReceiptContext, takeReceipt, takeWatermark } from '../delivery/receipts.ts'
import { aboutContact } from '../events/catalog.ts'
import { recordEvents } from '../events/record.ts'
import type { Seal } from '../lib/seal.ts'
import {
  blockContact,
  type ContactSummary,
  contactOf,
  contactPlace,
  linkContact,
  moveContact,
  unblockContact,
} from '../recipients/contacts.ts'
import { readLink } from '../recipients/onboarding.ts'
import { noteWish } from '../recipients/opt-outs.ts'
import type { Transaction } from '../store/database.ts'
import { findContactId } from '../store/recipients/contacts.ts'
import { requestApprovalList } from '../store/templates/approved-templates.ts'
import { noteHeard, storeMessage } from './conversations.ts'

export interface HappeningContext extends ReceiptContext {
  seal: Seal
}

/** A kind that changes something here; what can't be read changes nothing. */
export type Applicable = Exclude<Happening, { kind: 'unreadable' }>

/** Changes what the happening says. Repeats and latecomers change nothing. */
export async function applyHappening(
  tx: Transaction,
  now: Date,
  context: HappeningContext,
  happening: Applicable,
): Promise<void> {
  if (happening.kind === 'receipt') return takeReceipt(tx, now, context, happening)
  if (happening.kind === 'taken') return applyAcceptance(tx, now, context, happening)
  if (happening.kind === 'approvals') return requestApprovalList(tx, context.lane)
  const place = contactPlace(context.workspaceId, context.channel)
  switch (happening.kind) {
    case 'watermark':
      return takeWatermark(tx, now, context, await findContactId(tx, place, happening.address), happening)
    case 'message':
      return takeMessage(tx, now, context, await contactOf(tx, now, place, happening), happening)
    case 'tap':
      return applyTap(tx, now, context, happening)
    case 'joined': {
      const link =
        happening.payload === undefined
          ? undefined
          : readLink(context.seal, now, context.workspaceId, happening.payload)
      const linked = link && (await linkContact(tx, now, place, link, happening))
      const contact = linked ?? (await contactOf(tx, now, place, happening))
      await noteHeard(tx, now, context, contact.id, happening.at)
      return
    }
    case 'blocked': {
      const reason = `the recipient blocked us on ${channelOf(context.channel).title}`
      return blockContact(tx, place, happening.address, reason, happening.at)
    }
    case 'wish':
      return noteWish(tx, place, happening)
    case 'unblocked':
      return unblockContact(tx, now, place, happening.address)
    case 'moved':
      return moveContact(tx, now, place, happening)
  }
}

/** Where a tap is a message of the person's own it is kept as one; elsewhere only known people are noted as heard. */
async function applyTap(
  tx: Transaction,
  now: Date,
  context: HappeningContext,
  tap: Extract<Happening, { kind: 'tap' }>,
): Promise<void> {
  const place = contactPlace(context.workspaceId, context.channel)
  if (tap.text !== undefined) {
    return takeMessage(tx, now, context, await contactOf(tx, now, place, tap), tap)
  }
  const recipientId = await findContactId(tx, place, tap.address)
  if (recipientId !== undefined) await noteHeard(tx, now, context, recipientId, tap.at)
}

/** Keeps what a person wrote and tells subscribers of it, once. */
async function takeMessage(
  tx: Transaction,
  now: Date,
  context: HappeningContext,
  contact: ContactSummary,
  message: Extract<Happening, { kind: 'message' | 'tap' }>,
): Promise<void> {
  const stored = await storeMessage(tx, now, context, contact.id, message)
  if (!stored) return
  const { workspaceId, channel } = context
  const media = 'media' in message ? (message.media ?? []) : []
  const [first] = media
  const data = {
    message_id: String(stored.id),
    channel,
    from: message.address,
    body: message.text ?? '',
    media: first === undefined ? null : { ...first, items: media },
    recipient: { id: contact.id, name: contact.name },
    conversation_id: String(stored.conversationId),
  }
  // The channels over which people come to us know live recipients alone.
  const about = { workspaceId, mode: 'live' as const, subject: aboutContact(contact.id) }
  recordEvents(tx, now, [{ ...about, event: 'message.received', data }])
}
