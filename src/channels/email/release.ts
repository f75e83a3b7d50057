// Ends the wait of a message when another connection can take it.
import type { Outcome, SendCall } from '../contract.ts'
import { outage } from '../remedies.ts'

/**
 * Runs `work` with a signal. The signal aborts when `queue` aborts, or when another connection can take the message.
 */
export function withRelease<T>(
  { released }: Pick<SendCall, 'released'>,
  queue: AbortSignal,
  work: (waiting: AbortSignal) => Promise<T>,
): Promise<T> {
  return released ? work(AbortSignal.any([queue, released])) : work(queue)
}

/** Returns the outcome of a message that waited for a provider which then stopped answering. */
export function releasedFrom(provider: string): Outcome {
  return {
    class: 'retryable',
    reason: `${provider} stopped answering other messages, so this message was not sent to it`,
    remedies: outage(provider),
  }
}
