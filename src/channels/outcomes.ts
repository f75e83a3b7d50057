// Outcomes every HTTP provider shares: no answer, server errors, throttling, and a table for its own codes.
import { later } from '../lib/clock.ts'
import { excerpt, type ProviderReply, retryAfterOf } from '../lib/provider-call.ts'
import { HOUR, SECOND } from '../limits.ts'
import type { Outcome } from './contract.ts'

type Answered = Extract<ProviderReply, { kind: 'answer' }>

/** What a code means: its class, why in words, and what to do about it. */
export interface Meaning {
  class: 'retryable' | 'permanent' | 'recipient_gone' | 'misconfigured'
  reason: string
  remedy: string
}

const THROTTLED_WITHOUT_TIME = 5000
const LONGEST_WAIT = 24 * HOUR
const NOTHING = 'Nothing; it is tried again.'

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
    return { class: 'misconfigured', reason: `${provider}'s address ${reply.reason}`, remedy: ADDRESS }
  if (reply.kind === 'unreachable')
    return { class: 'retryable', reason: `${provider} could not be reached: ${reply.reason}`, remedy: NOTHING }
  if (reply.kind === 'lost') {
    return {
      class: 'ambiguous',
      reason: `${provider} did not answer: ${reply.reason}`,
      remedy: 'Nothing; it is tried again, and the recipient may get it twice.',
    }
  }
  const answer = { providerStatus: String(reply.status), code, response: excerpt(reply.text, secrets) }
  if (reply.status === 429 || throttledFor !== undefined) {
    const wait = boundedWait(throttledFor ?? retryAfterOf(reply.headers, now) ?? THROTTLED_WITHOUT_TIME)
    return {
      ...answer,
      class: 'throttled',
      until: later(now, wait),
      scope,
      reason: `${provider} wants fewer messages`,
      remedy: 'Nothing; sending goes on when the pause is over.',
    }
  }
  if (meaning) return { ...answer, ...meaning }
  if (reply.status < 300 && (!understood || code === undefined)) {
    return {
      ...answer,
      class: 'ambiguous',
      reason: `${provider} said yes (${reply.status}), and the rest of its answer can't be read`,
      remedy: 'Nothing; it is tried again, and the recipient may get it twice.',
    }
  }
  return { ...answer, ...meaningOfStatus(provider, reply, understood), ...retryAfterPart(reply, now) }
}

const ADDRESS = "Mend the address in the connection's settings; one in a private network needs ALLOW_PRIVATE_NETWORK=1."

function retryAfterPart(reply: Answered, now: Date): { retryAfter?: number } {
  const retryAfter = reply.status >= 500 ? retryAfterOf(reply.headers, now) : undefined
  return retryAfter === undefined ? {} : { retryAfter: boundedWait(retryAfter) }
}

/** At least a second, so that nobody is asked in a loop; at most a day, whatever a broken gateway says. */
export function boundedWait(milliseconds: number): number {
  return Number.isNaN(milliseconds) ? THROTTLED_WITHOUT_TIME : Math.min(Math.max(milliseconds, SECOND), LONGEST_WAIT)
}

function meaningOfStatus(provider: string, { status }: Answered, understood: boolean): Meaning {
  if (status >= 300 && status < 400)
    return {
      class: 'misconfigured',
      reason: `${provider}'s address answers with a redirect (${status}), which is not followed`,
      remedy: "Put the address it leads to into the connection's settings.",
    }
  if (status >= 500)
    return { class: 'retryable', reason: `${provider} has a problem of its own (${status})`, remedy: NOTHING }
  if (status === 401)
    return {
      class: 'misconfigured',
      reason: `${provider} does not accept the credentials`,
      remedy: 'Put the current credentials into the connection.',
    }
  if (!understood || status === 408)
    return {
      class: 'retryable',
      reason: `what answered (${status}) does not speak like ${provider}`,
      remedy: "It is tried again; check the address in the connection's settings, and what lies between.",
    }
  return {
    class: 'permanent',
    reason: `${provider} refused the message (${status})`,
    remedy: 'Read the response, mend the template or the address, and resend.',
  }
}
