// Gateways that stand in for a provider, and asking a provider whether a connection's settings work.
import { callProvider, type ProviderReply } from '../lib/provider-call.ts'
import { withoutTrailingSlashes } from '../lib/text/trailing-slashes.ts'
import { SECOND } from '../limits.ts'
import type { Outcome } from './contract.ts'
import type { ConnectionFindings } from './findings.ts'

/** `base` without slashes at its end, or the provider's own. */
export function baseOf(settings: { api_base?: string | undefined }, provider: string): string {
  return withoutTrailingSlashes(settings.api_base ?? provider)
}

/** A provider's URL as it is asked: at the gateway, below its path, where there is one. */
export function throughGateway(url: string, gateway: string | undefined): URL {
  const target = new URL(url)
  if (gateway === undefined) return target
  return new URL(`${withoutTrailingSlashes(gateway)}${target.pathname}${target.search}`)
}

type AnsweredReply = Extract<ProviderReply, { kind: 'answer' }>

/** A person waits for the answer. */
const PATIENCE = 10 * SECOND

/**
 * One question to the provider that sends nothing. `judge`: what an answer shows, good or bad, or undefined when it says
 * neither; `outcome`: what it means then. What is wrong is said of `setting`.
 */
export async function findingsOf(
  setting: string,
  provider: string,
  {
    request,
    judge,
    outcome,
  }: {
    request: { url: string; body?: object; headers?: Record<string, string>; allowPrivateNetwork: boolean }
    judge: (answer: AnsweredReply) => { found: string } | { problem: string } | undefined
    outcome: (reply: ProviderReply) => Outcome
  },
): Promise<ConnectionFindings> {
  const reply = await callProvider({ ...request, signal: AbortSignal.timeout(PATIENCE) })
  const seen = reply.kind === 'answer' ? judge(reply) : undefined
  if (seen)
    return 'found' in seen
      ? { found: [seen.found], problems: {} }
      : { found: [], problems: { [setting]: seen.problem } }
  return { found: [], problems: { [setting]: findingOf(provider, outcome(reply)) } }
}

/** Words for what an outcome means of a check. No message was sent, so nothing is said about one. */
export function findingOf(provider: string, outcome: Outcome): string {
  switch (outcome.class) {
    case 'sent':
      return `${provider} gave no answer that is known`
    case 'misconfigured':
      return `${outcome.reason}. ${outcome.remedies.pending}`
    case 'permanent':
    case 'recipient_gone':
      return `${provider} answers the check with an error${answerWords(outcome)}. ${CORRECT}`
    case 'throttled':
      return `${provider} limits the rate of requests${answerWords(outcome)}. ${AGAIN}`
    case 'ambiguous':
    case 'retryable':
      return `${outcome.reason}. ${AGAIN}`
  }
}

/** The status, the provider's code and the beginning of the answer, as far as they are known. */
function answerWords({ providerStatus, code, response }: Outcome): string {
  const numbers = [...new Set([providerStatus, code])].filter((part) => part !== undefined).join(', ')
  const answer = response?.trim().slice(0, MAX_DETAIL_LENGTH) ?? ''
  return `${numbers === '' ? '' : ` (${numbers})`}${answer === '' ? '' : `: ${answer}`}`
}

const MAX_DETAIL_LENGTH = 300
const CORRECT = "Correct the connection's settings, and check again."
const AGAIN =
  "Check again in a while; if it goes on, look at the address in the connection's settings and at what lies between."
