// Decides what the outcome of a call proves about its connection.
import type { Outcome } from '../../channels/contract.ts'

/** Returns whether the call shows that the connection does not work for any message. */
export function isFailure(outcome: Outcome): boolean {
  return outcome.class === 'ambiguous' || (outcome.class === 'retryable' && outcome.scope !== 'recipient')
}

/** The codes of messages that were not offered to the provider. Their status is the answer of the host of a file. */
const NOT_OFFERED = ['attachment_refused', 'attachment_unavailable']

/** Returns whether the provider answered the call. A message that waited for a free session has no answer. */
export function isAnswer({ class: name, providerStatus, code = '' }: Outcome): boolean {
  return name === 'sent' || (providerStatus !== undefined && !NOT_OFFERED.includes(code))
}
