// Converts the answers of SMS providers and their receipts to outcomes and events.
import { excerpt, type ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import type { InboundEvent } from '../inbound.ts'
import { failureOf, permanent } from '../outcomes.ts'
import type { SmsMeaning } from './meanings.ts'

export interface CodedError {
  /** The provider's own error code. */
  code: string
  detail?: string | undefined
}

/** Returns the outcome of a reply that is not a success. `error` is the error that the answer contains. */
export function smsFailure(
  provider: string,
  codes: ReadonlyMap<string, SmsMeaning>,
  reply: ProviderReply,
  error: CodedError | undefined,
  { now, secrets }: { now: Date; secrets: string[] },
): Outcome {
  if (reply.kind !== 'answer' || !error) return failureOf(provider, reply, { now, secrets, understood: false })
  const known = codes.get(error.code)
  const decidedByStatus = reply.status >= 500 || reply.status === 401 || reply.status === 429
  const meaning = known ?? (decidedByStatus ? undefined : unknownCode(provider, error, secrets))
  return failureOf(provider, reply, {
    code: error.code,
    ...(meaning === undefined ? {} : { meaning }),
    now,
    secrets,
  })
}

function unknownCode(provider: string, { code, detail }: CodedError, secrets: string[]): SmsMeaning {
  const words = detail === undefined ? '' : `: ${excerpt(detail, secrets).slice(0, 300)}`
  return permanent(
    `${provider} reports error ${code}${words}`,
    `Find the code in the documentation of ${provider}, fix the cause, and resend the message.`,
  )
}

interface Report {
  externalId: string
  deliveryId?: number | undefined
  /** The number of segments of the message, if each segment has a receipt. */
  parts?: number | undefined
  at: Date
}

/** Returns the event of a receipt for a delivered or read message. */
export function deliveredEvent(status: 'delivered' | 'read', report: Report): InboundEvent {
  return { kind: 'receipt', status, ...present(report) }
}

interface Failure {
  provider: string
  /** The meanings of the provider's codes for receipts. */
  codes?: ReadonlyMap<string, SmsMeaning>
  code: string | undefined
  detail?: string | undefined
  /** The number of the recipient. */
  address?: string | undefined
}

/**
 * Returns the events of a receipt for a failed message. The message is not sent again, so every class becomes
 * `permanent`. For a number that no longer exists, a hard bounce suppresses the number.
 */
export function failedEvents(report: Report, { provider, codes, code, detail, address }: Failure): InboundEvent[] {
  const meaning = code === undefined ? undefined : codes?.get(code)
  const isOptOut = meaning?.class === 'permanent' && meaning.optedOut === true
  const isGone = meaning?.class === 'recipient_gone'
  const { externalId, deliveryId, at } = report
  const message = { externalId, at, ...(deliveryId === undefined ? {} : { deliveryId }) }
  const coded = code === undefined ? {} : { code }
  const reached = address === undefined ? {} : { address }
  return [
    ...(isOptOut && address !== undefined
      ? [{ kind: 'preference', optedIn: false, byWord: 'report', address, at } as const]
      : []),
    {
      kind: 'receipt',
      status: 'failed',
      ...present(report),
      ...coded,
      reason: meaning?.reason ?? detail ?? `${provider} could not deliver the message and gave no reason`,
      ...(meaning === undefined ? {} : { remedy: meaning.remedies.final }),
      outcome: 'permanent',
    },
    ...(isGone
      ? [{ kind: 'bounce', type: 'hard', ...message, ...reached, ...coded, text: meaning.reason } as const]
      : []),
  ]
}

function present({ externalId, deliveryId, parts, at }: Report) {
  return {
    externalId,
    at,
    ...(deliveryId === undefined ? {} : { deliveryId }),
    ...(parts === undefined ? {} : { parts }),
  }
}

/** Returns the event of a report that a provider accepted a message. */
export function takenEvents({ externalId, deliveryId }: Report): InboundEvent[] {
  return deliveryId === undefined ? [] : [{ kind: 'taken', externalId, deliveryId }]
}

/** Returns a number in E.164 format. Some providers omit the plus sign. Short codes and names stay unchanged. */
export function numberIn(value: string): string {
  return /^[1-9]\d{6,14}$/.test(value) ? `+${value}` : value
}
