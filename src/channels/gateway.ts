// Gateways that stand in for a provider, and asking a provider whether a connection's settings work.
import { callProvider, type ProviderReply } from '../lib/provider-call.ts'
import { withoutTrailingSlashes } from '../lib/trailing-slashes.ts'
import { SECOND } from '../limits.ts'
import type { Outcome } from './contract.ts'
import type { ConnectionFindings } from './findings.ts'

/** `base` without slashes at its end, or the provider's own. */
export function baseOf(settings: Record<string, unknown>, provider: string): string {
  return withoutTrailingSlashes((settings.api_base as string | undefined) ?? provider)
}

/** A provider's URL as it is asked: at the gateway, below its path, where there is one. */
export function throughGateway(url: string, gateway: string | undefined): URL {
  const target = new URL(url)
  if (gateway === undefined) return target
  return new URL(`${withoutTrailingSlashes(gateway)}${target.pathname}${target.search}`)
}

type Answered = Extract<ProviderReply, { kind: 'answer' }>

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
    judge: (answer: Answered) => { found: string } | { problem: string } | undefined
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

/** An outcome as it is said of a question: what follows for a message, which is tried again, does not follow here. */
export function findingOf(provider: string, outcome: Outcome): string {
  if (outcome.class === 'sent') return `${provider} gave no answer that is known`
  return `${outcome.reason}. ${fixOf(outcome)}`
}

function fixOf(outcome: Exclude<Outcome, { class: 'sent' }>): string {
  switch (outcome.class) {
    case 'misconfigured':
      return outcome.remedies.pending
    case 'permanent':
    case 'recipient_gone':
      return outcome.remedies.final
    case 'ambiguous':
    case 'retryable':
    case 'throttled':
      return AGAIN
  }
}

const AGAIN =
  "Check again in a while; if it goes on, look at the address in the connection's settings and at what lies between."
