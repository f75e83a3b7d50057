// Builds the URLs of gateways, which replace a provider's API, and checks a connection's settings with a request to the
// provider.
import { callProvider, type ProviderReply } from '../lib/provider-call.ts'
import { withoutTrailingSlashes } from '../lib/text/trailing-slashes.ts'
import { SECOND } from '../limits.ts'
import type { Outcome } from './contract.ts'
import type { ConnectionFindings } from './findings.ts'

/** Returns `api_base` without slashes at the end. Returns the base URL of the provider if `api_base` is not set. */
export function baseOf(settings: { api_base?: string | undefined }, provider: string): string {
  return withoutTrailingSlashes(settings.api_base ?? provider)
}

/** Returns the URL for a request. With a gateway, appends the path of the provider's URL to the URL of the gateway. */
export function throughGateway(url: string, gateway: string | undefined): URL {
  const target = new URL(url)
  if (gateway === undefined) return target
  return new URL(`${withoutTrailingSlashes(gateway)}${target.pathname}${target.search}`)
}

type AnsweredReply = Extract<ProviderReply, { kind: 'answer' }>

/** A short time limit, because a person waits for the result. */
const CHECK_TIMEOUT = 10 * SECOND

/**
 * Checks the settings with one request that sends no message. `judge` returns the result for an answer. If `judge`
 * returns undefined, the result comes from `outcome`. A problem is reported for the setting named `setting`, unless
 * `judge` names another setting.
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
    judge: (answer: AnsweredReply) => { found: string } | { problem: string; setting?: string } | undefined
    outcome: (reply: ProviderReply) => Outcome
  },
): Promise<ConnectionFindings> {
  const reply = await callProvider({ ...request, signal: AbortSignal.timeout(CHECK_TIMEOUT) })
  const seen = reply.kind === 'answer' ? judge(reply) : undefined
  if (seen)
    return 'found' in seen
      ? { found: [seen.found], problems: {} }
      : { found: [], problems: { [seen.setting ?? setting]: seen.problem } }
  return { found: [], problems: { [setting]: findingOf(provider, outcome(reply)) } }
}

/**
 * Converts an outcome to the problem that a check reports. The text must not mention a message, because a check sends
 * no message.
 */
export function findingOf(provider: string, outcome: Outcome): string {
  switch (outcome.class) {
    case 'sent':
      return `${provider} returned an unknown answer`
    case 'misconfigured':
      return `${outcome.reason}. ${outcome.remedies.pending}`
    case 'permanent':
    case 'recipient_gone':
      return `${provider} answered the check with an error${answerWords(outcome)}. ${CORRECT}`
    case 'throttled':
      return `${provider} limits the rate of requests${answerWords(outcome)}. ${AGAIN}`
    case 'ambiguous':
    case 'retryable':
      return `${outcome.reason}. ${AGAIN}`
  }
}

/** Returns the parts of the answer that are present: the status, the provider's code and the start of the text. */
function answerWords({ providerStatus, code, response }: Outcome): string {
  const numbers = [...new Set([providerStatus, code])].filter((part) => part !== undefined).join(', ')
  const answer = response?.trim().slice(0, MAX_DETAIL_LENGTH) ?? ''
  return `${numbers === '' ? '' : ` (${numbers})`}${answer === '' ? '' : `: ${answer}`}`
}

const MAX_DETAIL_LENGTH = 300
const CORRECT = "Correct the connection's settings, and check again."
const AGAIN =
  "Check again in a few minutes. If the problem stays, check the address in the connection's settings, and any proxy or firewall."
