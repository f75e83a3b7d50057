// Outcomes every HTTP provider shares: no answer, server errors, throttling, and a table for its own codes.
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

/** What a code means: its class, why in words, and what to do about it in each state that the class allows. */
export type Meaning = { reason: string } & (
  | { class: 'retryable'; remedies: RepeatedRemedies }
  | { class: 'misconfigured'; remedies: SettingsRemedies }
  | { class: 'permanent' | 'recipient_gone'; remedies: FinalRemedies }
)

/** `fix`: see settingsFix. */
export function misconfigured(reason: string, fix: string): Meaning {
  return { class: 'misconfigured', reason, remedies: settingsFix(fix) }
}

export function permanent(reason: string, final: string): Meaning {
  return { class: 'permanent', reason, remedies: { final } }
}

export function recipientGone(reason: string, final: string): Meaning {
  return { class: 'recipient_gone', reason, remedies: { final } }
}

const THROTTLED_WITHOUT_TIME = 5000
const LONGEST_WAIT = 24 * HOUR

/**
 * The outcome of a reply that is no success. `code`: the provider's own; `meaning`: what its table says of it;
 * `understood`: the body is one this provider writes (by default: a JSON object), not some other server's page.
 */
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
    code?: string
    meaning?: Meaning
    understood?: boolean
    now: Date
    secrets: string[]
    /** Milliseconds the body asks for, where a provider says it there. */
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
  if (reply.status === 429 || throttledFor !== undefined) {
    const delay = boundedDelay(throttledFor ?? retryAfterOf(reply.headers, now) ?? THROTTLED_WITHOUT_TIME)
    return {
      ...answer,
      class: 'throttled',
      until: later(now, delay),
      scope,
      reason: `${provider} wants fewer messages`,
      remedies: rateLimited(provider),
    }
  }
  if (meaning) return { ...answer, ...meaning }
  if (reply.status < 300 && (!understood || code === undefined)) {
    return {
      ...answer,
      class: 'ambiguous',
      reason: `${provider} said yes (${reply.status}), and the rest of its answer can't be read`,
      remedies: unknownOutcome,
    }
  }
  return { ...answer, ...meaningOfStatus(provider, reply, understood), ...retryAfterPart(reply, now) }
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

/** At least a second, so that nobody is asked in a loop; at most a day, whatever a broken gateway says. */
export function boundedDelay(milliseconds: number): number {
  return Number.isNaN(milliseconds) ? THROTTLED_WITHOUT_TIME : Math.min(Math.max(milliseconds, SECOND), LONGEST_WAIT)
}

const CHECK_ADDRESS = "Check the address in the connection's settings, and any proxy or gateway on the way."

function meaningOfStatus(provider: string, { status }: AnsweredReply, understood: boolean): Meaning {
  if (status >= 300 && status < 400)
    return {
      class: 'misconfigured',
      reason: `${provider}'s address answers with a redirect (${status}), which is not followed`,
      remedies: settingsFix("Put the address it leads to into the connection's settings."),
    }
  if (status >= 500)
    return {
      class: 'retryable',
      reason: `${provider} has a problem of its own (${status})`,
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
      reason: `what answered (${status}) does not speak like ${provider}`,
      remedies: repeated(CHECK_ADDRESS, CHECK_ADDRESS),
    }
  return {
    class: 'permanent',
    reason: `${provider} refused the message (${status})`,
    remedies: { final: 'Read the response, correct the template or the address, and resend the message.' },
  }
}
