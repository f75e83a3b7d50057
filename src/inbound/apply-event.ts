// Applies an inbound event. This happens in the transaction that marks the event as applied.
import type { InboundEvent } from '../channels/inbound.ts'
import { channelOf } from '../channels/index.ts'
import { applyBounceMail } from '../delivery/bounces/mails.ts'
import { applyBounce } from '../delivery/bounces/reports.ts'
import { applyWish } from '../delivery/bounces/wishes.ts'
import { applyAcceptance, type ReceiptContext, takeReceipt, takeWatermark } from '../delivery/receipts/taking.ts'
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
import type { Transaction } from '../store/database.ts'
import { findContactId } from '../store/recipients/contacts.ts'
import { requestApprovalList } from '../store/templates/approved-templates.ts'
import { noteActivity, storeMessage } from './conversations.ts'
import { joinParts } from './long-texts.ts'

export interface InboundEventContext extends ReceiptContext {
  seal: Seal
}

/** An inbound event that can change data. An unreadable event cannot change data and is only recorded. */
export type ApplicableEvent = Exclude<InboundEvent, { kind: 'unreadable' | 'of_sender' }>

/** Applies an inbound event. Repeated events and late events change nothing. */
export async function applyInboundEvent(
  tx: Transaction,
  now: Date,
  context: InboundEventContext,
  event: ApplicableEvent,
): Promise<void> {
  if (event.kind === 'receipt') return takeReceipt(tx, now, context, event)
  if (event.kind === 'taken') return applyAcceptance(tx, now, context, event)
  if (event.kind === 'bounce') return applyBounce(tx, now, context, event)
  if (event.kind === 'bounce_mail') return applyBounceMail(tx, now, context, event)
  if (event.kind === 'preference') return applyWish(tx, now, context, event)
  if (event.kind === 'approvals') return requestApprovalList(tx, context.lane)
  // The worker made the request before this transaction.
  if (event.kind === 'confirmation') return
  const place = contactPlace(context.workspaceId, context.channel)
  switch (event.kind) {
    case 'watermark':
      return takeWatermark(tx, now, context, await findContactId(tx, place, event.address), event)
    case 'message': {
      const whole = await joinParts(tx, now, context.connectionId, event)
      if (whole) await takeMessage(tx, now, context, await contactOf(tx, now, place, whole), whole)
      return
    }
    case 'button_press':
      return applyPress(tx, now, context, event)
    case 'joined': {
      const link =
        event.payload === undefined ? undefined : readLink(context.seal, now, context.workspaceId, event.payload)
      const linked = link && (await linkContact(tx, now, place, link, event))
      const contact = linked ?? (await contactOf(tx, now, place, event))
      await noteActivity(tx, now, context, contact.id, event.at)
      return
    }
    case 'blocked': {
      const reason = event.reason ?? `the recipient blocked us on ${channelOf(context.channel).title}`
      return blockContact(tx, now, place, event.address, reason, event.at)
    }
    case 'unblocked':
      return unblockContact(tx, now, place, event.address)
    case 'moved':
      return moveContact(tx, now, place, event)
  }
}

/**
 * Stores the button press as a message if the channel shows button presses as messages. Otherwise records only that the
 * contact was active, if the contact is known.
 */
async function applyPress(
  tx: Transaction,
  now: Date,
  context: InboundEventContext,
  press: Extract<InboundEvent, { kind: 'button_press' }>,
): Promise<void> {
  const place = contactPlace(context.workspaceId, context.channel)
  if (press.text !== undefined) {
    return takeMessage(tx, now, context, await contactOf(tx, now, place, press), press)
  }
  const recipientId = await findContactId(tx, place, press.address)
  if (recipientId !== undefined) await noteActivity(tx, now, context, recipientId, press.at)
}

/** Stores a contact's message and emits its event. A message that is already stored has no effect. */
async function takeMessage(
  tx: Transaction,
  now: Date,
  context: InboundEventContext,
  contact: ContactSummary,
  message: Extract<InboundEvent, { kind: 'message' | 'button_press' }>,
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
  // The mode is live, because only live recipients have addresses on the channels that receive messages.
  const about = { workspaceId, mode: 'live' as const, subject: aboutContact(contact.id) }
  recordEvents(tx, now, [{ ...about, event: 'message.received', data }])
}
