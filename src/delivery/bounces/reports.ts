// Applies bounces and complaints: suppresses the address, fails a message that was only sent, and emits events.
import type { BounceEvent } from '../../channels/bounces.ts'
import { type ChannelName, channelOf } from '../../channels/index.ts'
import { bounceEvents } from '../../events/bounce-events.ts'
import { recordEvents } from '../../events/record.ts'
import { addressProblems, suppress } from '../../recipients/suppressions.ts'
import type { Transaction } from '../../store/database.ts'
import {
  type BouncedDelivery,
  type BounceOrigin,
  findBouncedDelivery,
  insertBounce,
} from '../../store/delivery/bounces.ts'
import { findByExternalId } from '../../store/delivery/reported-messages.ts'
import { markUnusable } from '../../store/delivery/settling.ts'
import { readEventSubjects } from '../../store/events/event-subjects.ts'
import { storedAddress } from '../../store/recipients/suppressions.ts'
import { moveForward } from '../receipts/forward.ts'
import { applyAcceptance, type ReceiptContext, withoutSensitive } from '../receipts/taking.ts'

/** Maximum number of characters of a stored explanation. */
const MOST_DETAIL = 500

/**
 * Applies the report of a provider. A report without a delivery id may be about a message that another program sent
 * through the same account: it suppresses only the address. A report with a delivery id that matches no message changes
 * nothing, because another workspace or installation sent the message.
 */
export async function applyBounce(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  event: BounceEvent,
): Promise<void> {
  const target = await reportedMessage(tx, now, context, event)
  if (target) return applyToMessage(tx, now, context.process, target, event, 'provider')
  const { workspaceId, channel } = context
  const { address, deliveryId } = event
  if (address === undefined || deliveryId !== undefined || addressProblems(channel, address)) return
  await suppressAddress(tx, now, { workspaceId, channel, address, deliveryId: null }, event, 'provider')
}

/**
 * Returns the message with the external id of the report. Otherwise returns the message with the delivery id, if it has
 * the reported address. Such a message has no external id, because its last attempt had an unknown outcome.
 */
export async function reportedMessage(
  tx: Transaction,
  now: Date,
  context: ReceiptContext,
  { deliveryId, externalId, address }: Pick<BounceEvent, 'deliveryId' | 'externalId' | 'address'>,
): Promise<BouncedDelivery | undefined> {
  const { workspaceId, lane } = context
  if (externalId !== undefined) {
    // A provider that reports a bounce has accepted the message.
    if (deliveryId !== undefined) await applyAcceptance(tx, now, context, { kind: 'taken', externalId, deliveryId })
    const known = await findByExternalId(tx, context, externalId)
    if (known) return findBouncedDelivery(tx, known.id, workspaceId)
  }
  const named = deliveryId === undefined ? undefined : await findBouncedDelivery(tx, deliveryId, workspaceId)
  if (named?.lane !== lane) return undefined
  return address === undefined || isAddressOf(named, address) ? named : undefined
}

const isAddressOf = (row: BouncedDelivery, address: string) =>
  storedAddress(row) === storedAddress({ channel: row.channel, address })

const BEING_SENT = Symbol('BeingSent')

/** Returns whether `applyToMessage` threw the error because the message is being sent. */
export function isBeingSent(error: unknown): boolean {
  return error instanceof Error && error.cause === BEING_SENT
}

/**
 * Applies a report to its message. Throws if the message is being sent at this moment, so that the caller applies the
 * report again later.
 */
export async function applyToMessage(
  tx: Transaction,
  now: Date,
  process: string,
  target: BouncedDelivery,
  event: BounceEvent,
  origin: BounceOrigin,
): Promise<void> {
  if (target.status === 'sending')
    throw new Error(`delivery ${target.id} bounced before it was settled`, { cause: BEING_SENT })
  const { id: deliveryId, workspace_id: workspaceId, channel, address } = target
  const text = await safeText(tx, target, event.text)
  const report = { ...event, ...(text === undefined ? {} : { text }) }
  const where = { workspaceId, channel, address, deliveryId }
  if (event.isListed) {
    await suppressAddress(tx, now, where, report, origin)
    if (event.type === 'hard') await failMessage(tx, now, process, target, report)
    return
  }
  const stored = { type: event.type, origin, code: event.code ?? null, detail: text ?? null, at: event.at }
  if (!(await insertBounce(tx, now, { workspaceId, deliveryId }, stored))) return
  await suppressAddress(tx, now, where, report, origin)
  if (event.type === 'hard') await failMessage(tx, now, process, target, report)
  const [subject] = await readEventSubjects(tx, [deliveryId])
  if (subject) recordEvents(tx, now, bounceEvents(subject, report))
}

/** Suppresses the address. A soft bounce suppresses nothing, because the address may be right. */
async function suppressAddress(
  tx: Transaction,
  now: Date,
  where: { workspaceId: number; channel: ChannelName; address: string; deliveryId: number | null },
  event: BounceEvent,
  origin: BounceOrigin,
): Promise<void> {
  if (event.type === 'soft') return
  const { workspaceId, channel, address, deliveryId } = where
  const reason = event.type === 'hard' ? 'hard_bounce' : 'complaint'
  const row = { workspace_id: workspaceId, mode: 'live', channel, address, reason, origin, note: null } as const
  await suppress(tx, now, [{ ...row, detail: detailOf(event), delivery_id: deliveryId, at: event.at }])
}

/**
 * Fails the message, if no receipt reported that it was delivered. Marks the address as unusable with its recipient,
 * because version 0.1.0 reads only this mark. The recipient is locked before the counters, as in admission.
 */
async function failMessage(
  tx: Transaction,
  now: Date,
  process: string,
  { id: deliveryId, workspace_id: workspaceId, recipient_id: recipientId, channel, address }: BouncedDelivery,
  event: BounceEvent,
): Promise<void> {
  const reason = `the message bounced: ${detailOf(event) ?? 'the address does not exist'}`
  if (channelOf(channel).bounces)
    await markUnusable(tx, { workspaceId, recipientId, channel, address, reason, at: event.at })
  await moveForward(tx, now, process, { workspaceId, deliveryId, status: 'failed', code: 'bounced', reason })
}

function detailOf({ code, text }: BounceEvent): string | null {
  const parts = text !== undefined && code !== undefined && text.includes(code) ? [text] : [code, text]
  return limited(parts.flatMap((part) => part ?? []).join(' ')) || null
}

/** Returns the explanation in storable form. A text that repeats a sensitive value of the message is replaced. */
async function safeText(tx: Transaction, { id, workspace_id: workspaceId }: BouncedDelivery, text: string | undefined) {
  if (text === undefined) return undefined
  return limited((await withoutSensitive(tx, workspaceId, id, { reason: text })).reason)
}

const limited = (text: string) => text.slice(0, MOST_DETAIL).toWellFormed()
