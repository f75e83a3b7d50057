// Builds inbound events from the reports of email providers.
import { textWithin } from '../../../lib/json/json-fields.ts'
import { sizes } from '../../../limits.ts'
import type { BounceEvent } from '../../bounces.ts'
import { deliveryIdIn } from '../../delivery-id.ts'
import type { InboundEvent } from '../../inbound.ts'
import { provesWrongAddress, type Refusal, statusIn } from '../refusals.ts'
import { meaningsOf } from './meanings.ts'

/** The name under which a request contains the delivery id. The reports about a message contain the same name and id. */
export const TAG = 'delivery'

/** The message and the address of a report. */
export interface Reported {
  /** Undefined if the report does not name the message, for example a bounce that arrives days later. */
  externalId?: string
  deliveryId?: number
  address: string
  at: Date
}

/** The kind of a provider's suppression list: addresses with hard bounces, with complaints, or with opt-outs. */
export type SuppressionList = 'hard' | 'complaint' | 'opt_out'

/** Reads a report about one recipient. */
export type Reader = (message: Reported, report: Record<string, unknown>) => InboundEvent[]

/**
 * Reads a report with the function that `readers` contains for the name of the report. Ignores a report for which there
 * is no function. `addresses` are the recipients that the report is about.
 */
export function readWith(
  readers: ReadonlyMap<string, Reader>,
  report: Record<string, unknown>,
  {
    name: given,
    addresses,
    ...fields
  }: { name: unknown; externalId: unknown; deliveryId: unknown; addresses: unknown[]; at: Date },
): InboundEvent[] {
  const name = textWithin(given, 64)
  if (name === undefined) return unreadable('a report without a type')
  const reader = readers.get(name)
  if (!reader) return []
  const messages = addresses.flatMap((address) => reportedMessage({ ...fields, address }) ?? [])
  if (messages.length === 0) return unreadable(`a report ${name} without an address`)
  return messages.flatMap((message) => reader(message, report))
}

/** Returns the message and the address of a report. Returns undefined if the address is missing. */
export function reportedMessage({
  at,
  ...fields
}: {
  externalId: unknown
  address: unknown
  deliveryId: unknown
  at: Date
}): Reported | undefined {
  const externalId = textWithin(fields.externalId, sizes.externalId)
  const address = addressIn(fields.address)
  const deliveryId = deliveryIdIn(fields.deliveryId)
  if (address === undefined) return undefined
  return { ...(externalId ? { externalId } : {}), ...(deliveryId === undefined ? {} : { deliveryId }), address, at }
}

/** Returns the address of a mailbox, which may also contain a name. */
function addressIn(mailbox: unknown): string | undefined {
  const text = textWithin(mailbox, LONGEST_MAILBOX)
  const address = text?.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text
  return textWithin(address, sizes.email)
}

const LONGEST_MAILBOX = 1000

/** The provider accepted the message. */
export function taken({ externalId, deliveryId }: Reported): InboundEvent[] {
  return externalId === undefined || deliveryId === undefined ? [] : [{ kind: 'taken', externalId, deliveryId }]
}

/** The recipient's mail server accepted the message. */
export function delivered({ externalId, deliveryId, at }: Reported): InboundEvent[] {
  if (externalId === undefined) return unreadable(WITHOUT_MESSAGE)
  return [{ kind: 'receipt', externalId, ...(deliveryId === undefined ? {} : { deliveryId }), at, status: 'delivered' }]
}

const WITHOUT_MESSAGE = 'a report without the id of its message'

/** The recipient's mail server refused the message. `diagnosis` is the answer of the server, and `code` its SMTP code. */
export function bounced(
  message: Reported,
  { verdict, diagnosis, code }: { verdict: Refusal['verdict']; diagnosis: unknown; code?: string | undefined },
): InboundEvent[] {
  const text = textWithin(diagnosis, LONGEST_TEXT) ?? ''
  const refusal = { status: statusIn(text), text: code === undefined ? text : `${code} ${text}`, verdict }
  return [bounce(message, provesWrongAddress(refusal) ? 'hard' : 'soft', diagnosis)]
}

/** The verdict for each type of bounce. Amazon SES and Resend report these types, because Resend sends through SES. */
export const BOUNCE_TYPES = new Map<unknown, 'hard' | 'soft'>([
  ['Permanent', 'hard'],
  ['Transient', 'soft'],
])

export function complained(message: Reported): InboundEvent[] {
  return [bounce(message, 'complaint', undefined)]
}

/** The recipient opted out at the provider, or opted in again. */
export function changedWish(message: Reported, optedIn: boolean): InboundEvent[] {
  return [{ kind: 'preference', optedIn, ...message }]
}

/** The provider did not send the message. */
export function notSent(provider: string, message: Reported, cause: unknown): InboundEvent[] {
  const text = textWithin(cause, LONGEST_TEXT) ?? 'no reason given'
  return failed(message, {
    reason: `${provider} accepted the message but did not send it (${text})`,
    remedy: 'Fix the cause at the provider, and resend the message.',
    outcome: 'permanent',
  })
}

/** The provider did not send the message, because the address is in one of its suppression lists. */
export function suppressed(provider: string, message: Reported, list: SuppressionList): InboundEvent[] {
  const { reason, remedies } = meaningsOf(provider).suppressed
  const outcome = list === 'hard' ? 'recipient_gone' : 'permanent'
  return [
    ...(message.externalId === undefined ? [] : failed(message, { reason, remedy: remedies.final, outcome })),
    ...(list === 'opt_out' ? changedWish(message, false) : [listed(bounce(message, list, reason))]),
  ]
}

const listed = (event: BounceEvent): BounceEvent => ({ ...event, isListed: true })

export function unreadable(detail: string): InboundEvent[] {
  return [{ kind: 'unreadable', detail }]
}

const LONGEST_TEXT = 500

function failed(
  { externalId, deliveryId, at }: Reported,
  cause: { reason: string; remedy: string; outcome: 'permanent' | 'recipient_gone' },
): InboundEvent[] {
  if (externalId === undefined) return unreadable(WITHOUT_MESSAGE)
  const message = { externalId, ...(deliveryId === undefined ? {} : { deliveryId }), at }
  return [{ kind: 'receipt', ...message, status: 'failed', ...cause }]
}

function bounce(message: Reported, type: BounceEvent['type'], diagnosis: unknown): BounceEvent {
  const text = textWithin(diagnosis, LONGEST_TEXT)
  const code = statusIn(text ?? '')
  return {
    kind: 'bounce',
    ...message,
    type,
    ...(code === undefined ? {} : { code }),
    ...(text === undefined ? {} : { text }),
  }
}
