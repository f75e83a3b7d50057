// Builds inbound events from the reports of email providers.
import { textWithin } from '../../../lib/json/json-fields.ts'
import { sizes } from '../../../limits.ts'
import { deliveryIdIn } from '../../delivery-id.ts'
import type { BounceEvent, InboundEvent } from '../../inbound.ts'
import { meaningsOf } from './meanings.ts'

/** The message and the address of a report. */
export interface Reported {
  externalId: string
  deliveryId?: number
  address: string
  at: Date
}

/** Returns the message and the address of a report. Returns undefined if one of them is missing. */
export function reportedMessage(
  fields: { externalId: unknown; address: unknown; deliveryId: unknown },
  at: Date,
): Reported | undefined {
  const externalId = textWithin(fields.externalId, sizes.externalId)
  const address = textWithin(fields.address, sizes.email)
  const deliveryId = deliveryIdIn(fields.deliveryId)
  if (externalId === undefined || address === undefined) return undefined
  return { externalId, ...(deliveryId === undefined ? {} : { deliveryId }), address, at }
}

/** The provider accepted the message. */
export function taken({ externalId, deliveryId }: Reported): InboundEvent[] {
  return deliveryId === undefined ? [] : [{ kind: 'taken', externalId, deliveryId }]
}

/** The recipient's mail server accepted the message. */
export function delivered({ address: _address, ...message }: Reported): InboundEvent[] {
  return [{ kind: 'receipt', ...message, status: 'delivered' }]
}

/** The recipient's mail server refused the message. `diagnosis` is the server's answer. */
export function bounced(
  message: Reported,
  { isHard, diagnosis }: { isHard: boolean; diagnosis: unknown },
): InboundEvent[] {
  const code = statusCodeIn(diagnosis)
  return [bounce(message, isHard && !SOFT.test(code ?? '') ? 'hard' : 'soft', diagnosis)]
}

/** Codes of a full mailbox and of a policy. They do not prove that the address is wrong. */
const SOFT = /^4\.|^5\.[27]\./

export function complained(message: Reported): InboundEvent[] {
  return [bounce(message, 'complaint', undefined)]
}

/** The recipient opted out at the provider, or opted in again. */
export function changedWish({ address, at }: Reported, optedIn: boolean): InboundEvent[] {
  return [{ kind: 'preference', optedIn, address, at }]
}

/** The provider did not send the message. */
export function notSent(provider: string, { address: _address, ...message }: Reported, cause: unknown): InboundEvent[] {
  const text = textWithin(cause, LONGEST_TEXT) ?? 'no reason given'
  return [
    {
      kind: 'receipt',
      ...message,
      status: 'failed',
      reason: `${provider} accepted the message but did not send it (${text})`,
      remedy: 'Fix the cause at the provider, and resend the message.',
      outcome: 'permanent',
    },
  ]
}

/** The provider did not send the message, because the address is in one of its suppression lists. */
export function suppressed(
  provider: string,
  message: Reported,
  list: 'hard' | 'complaint' | 'opt_out',
): InboundEvent[] {
  const { reason, remedies } = meaningsOf(provider).suppressed
  const { address: _address, ...receipt } = message
  const outcome = list === 'hard' ? 'recipient_gone' : 'permanent'
  return [
    { kind: 'receipt', ...receipt, status: 'failed', reason, remedy: remedies.final, outcome },
    ...(list === 'opt_out' ? changedWish(message, false) : [bounce(message, list, reason)]),
  ]
}

export function unreadable(detail: string): InboundEvent[] {
  return [{ kind: 'unreadable', detail }]
}

/** Returns the enhanced status code in the answer of a mail server, for example 5.1.1. */
export function statusCodeIn(text: unknown): string | undefined {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(textWithin(text, LONGEST_TEXT) ?? '')?.[0]
}

const LONGEST_TEXT = 500

function bounce(message: Reported, type: BounceEvent['type'], diagnosis: unknown): InboundEvent {
  const code = statusCodeIn(diagnosis)
  const text = textWithin(diagnosis, LONGEST_TEXT)
  return {
    kind: 'bounce',
    ...message,
    type,
    ...(code === undefined ? {} : { code }),
    ...(text === undefined ? {} : { text }),
  }
}
