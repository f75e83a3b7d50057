// The outcomes that all HTTP providers share, for example for a missing answer, a server error or throttling.
import { later } from '../lib/clock.ts'
import { excerpt, type ProviderReply, retryAfterOf } from '../lib/provider-call.ts'
import { HOUR, SECOND } from '../limits.ts'
import type { Outcome } from './contract.ts'
import {
  type FinalRemedies,
  outage,
  type RepeatedRemedies,
  rateLimited,
  repeated,
  type SettingsRemedies,
  settingsFix,
  unknownOutcome,
} from './remedies.ts'

type AnsweredReply = Extract<ProviderReply, { kind: 'answer' }>

/** The meaning of an error code: the class of the outcome, its reason, and the remedies for that class. */
export type Meaning = { reason: string } & (
  | { class: 'retryable' | 'ambiguous'; remedies: RepeatedRemedies }
  | { class: 'misconfigured'; remedies: SettingsRemedies }
  | { class: 'permanent'; remedies: FinalRemedies; optedOut?: true; elsewhere?: true }
  | { class: 'recipient_gone'; isListed?: true; remedies: FinalRemedies }
)

/**
 * The provider throttles. In this `scope`, nothing is sent until the time in Retry-After. If the answer has no
 * Retry-After, nothing is sent for `delay` milliseconds.
 */
export interface Throttle {
  class: 'throttled'
  delay: number
  scope: 'connection' | 'recipient'
  reason: string
  remedies: RepeatedRemedies
}

/** Returns the meaning of an error that wrong settings caused. `fix` is the remedy. */
export function misconfigured(reason: string, fix: string): Meaning {
  return { class: 'misconfigured', reason, remedies: settingsFix(fix) }
}

export function permanent(reason: string, final: string): Meaning {
  return { class: 'permanent', reason, remedies: { final } }
}

/** Returns the meaning of an error for a recipient who opted out at the provider. */
export function optedOut(reason: string, final: string): Meaning {
  return { class: 'permanent', reason, remedies: { final }, optedOut: true }
}

/**
 * Returns the meaning of an error that only concerns this connection. Another connection of the channel may be able to
 * send the message. For example, the account does not send to the country of the recipient.
 */
export function elsewhere(reason: string, final: string): Meaning {
  return { class: 'permanent', reason, remedies: { final }, elsewhere: true }
}

export function recipientGone(reason: string, final: string): Meaning {
  return { class: 'recipient_gone', reason, remedies: { final } }
}

const THROTTLED_WITHOUT_TIME = 5000
const LONGEST_DELAY = 24 * HOUR

/** Returns the outcome of a reply that is not a success. */
export function failureOf(
  provider: string,
  reply: ProviderReply,
  {
    code,
    meaning,
    now,
    secrets,
    throttledFor,
    scope = 'connection',
    understood = reply.kind === 'answer' && typeof reply.json === 'object' && reply.json !== null,
  }: {
    /** The provider's own error code. */
    code?: string
    /** The meaning of the code. If the meaning is undefined, the outcome depends on the HTTP status. */
    meaning?: Meaning | Throttle
    /**
     * Whether the body has the provider's format, which proves that the provider sent the answer. Default: whether the
     * body is a JSON object.
     */
    understood?: boolean
    now: Date
    secrets: string[]
    /** The delay that the body requests, in milliseconds. */
    throttledFor?: number
    scope?: 'connection' | 'recipient'
  },
): Outcome {
  if (reply.kind === 'unsafe')
    return { class: 'misconfigured', reason: `${provider}'s address ${reply.reason}`, remedies: ADDRESS }
  if (reply.kind === 'unreachable')
    return {
      class: 'retryable',
      reason: `${provider} could not be reached: ${reply.reason}`,
      remedies: unreachable(provider),
    }
  if (reply.kind === 'lost') {
    return {
      class: 'ambiguous',
      reason: `${provider} did not answer: ${reply.reason}`,
      remedies: unknownOutcome,
    }
  }
  const answer = { providerStatus: String(reply.status), code, response: excerpt(reply.text, secrets) }
  if (meaning?.class === 'throttled') return throttledOutcome(answer, meaning, reply.headers, now)
  // If the quota is used up, the status may be 429 too. A pause would not help, because only a person can raise the
  // quota.
  if (meaning?.class !== 'misconfigured' && (reply.status === 429 || throttledFor !== undefined)) {
    const delay = boundedDelay(throttledFor ?? retryAfterOf(reply.headers, now) ?? THROTTLED_WITHOUT_TIME)
    return {
      ...answer,
      class: 'throttled',
      until: later(now, delay),
      scope,
      reason: `${provider} throttles the messages`,
      remedies: rateLimited(provider),
    }
  }
  if (meaning) return { ...answer, ...meaning }
  if (reply.status < 300 && (!understood || code === undefined)) {
    return {
      ...answer,
      class: 'ambiguous',
      reason: `${provider} answered with success (${reply.status}), but the rest of its answer cannot be read`,
      remedies: unknownOutcome,
    }
  }
  return { ...answer, ...meaningOfStatus(provider, reply, understood), ...retryAfterPart(reply, now) }
}

/** Returns the outcome of an answer whose error code means that the provider throttles. */
export function throttledOutcome(
  answer: { providerStatus: string; code?: string | undefined; response: string },
  { delay, ...throttle }: Throttle,
  headers: AnsweredReply['headers'],
  now: Date,
): Outcome {
  const { code, ...rest } = answer
  const until = later(now, boundedDelay(retryAfterOf(headers, now) ?? delay))
  return { ...rest, ...(code === undefined ? {} : { code }), ...throttle, until }
}

const ADDRESS = settingsFix(
  "Correct the address in the connection's settings. An address in a private network needs ALLOW_PRIVATE_NETWORK=1.",
)

function unreachable(provider: string): RepeatedRemedies {
  return repeated(`Check that this service can reach ${provider}.`)
}

function retryAfterPart(reply: AnsweredReply, now: Date): { retryAfter?: number } {
  const retryAfter = reply.status >= 500 ? retryAfterOf(reply.headers, now) : undefined
  return retryAfter === undefined ? {} : { retryAfter: boundedDelay(retryAfter) }
}

/**
 * Limits a delay. The minimum of a second prevents a tight loop. The maximum of a day protects against a broken gateway
 * that requests a longer delay.
 */
function boundedDelay(milliseconds: number): number {
  return Number.isNaN(milliseconds) ? THROTTLED_WITHOUT_TIME : Math.min(Math.max(milliseconds, SECOND), LONGEST_DELAY)
}

const CHECK_ADDRESS =
  "Check the address in the connection's settings, and any proxy or gateway between Carillon and the provider."

function meaningOfStatus(provider: string, { status }: AnsweredReply, understood: boolean): Meaning {
  if (status >= 300 && status < 400)
    return {
      class: 'misconfigured',
      reason: `${provider}'s address answered with a redirect (${status}), and redirects are not followed`,
      remedies: settingsFix("Put the target of the redirect into the connection's settings."),
    }
  if (status >= 500)
    return {
      class: 'retryable',
      reason: `${provider} has an internal error (${status})`,
      remedies: outage(provider),
    }
  if (status === 401)
    return {
      class: 'misconfigured',
      reason: `${provider} does not accept the credentials`,
      remedies: settingsFix('Put the current credentials into the connection.'),
    }
  if (!understood || status === 408)
    return {
      class: 'retryable',
      reason: `the answer (${status}) is not in the format of ${provider}`,
      remedies: repeated(CHECK_ADDRESS, CHECK_ADDRESS),
    }
  return {
    class: 'permanent',
    reason: `${provider} refused the message (${status})`,
    remedies: { final: 'Read the response, correct the template or the address, and resend the message.' },
  }
}
