// Decides when a call is retried, and after which delay.
import type { Failure } from './outcome.ts'

export interface RetryRules {
  /** The maximum number of retries. The first attempt is not a retry. */
  retries: number
  /** Maximum delay before a retry, in milliseconds. If the service requests a longer delay, the call is not retried. */
  maxWait: number
}

const FIRST_BACKOFF = 500
const LONGEST_BACKOFF = 8000

/**
 * Returns the delay in milliseconds after attempt number `made`, or undefined if the call must not be retried.
 * `repeatable` is true if sending the request twice has the same effect as sending it once. A request that the service
 * refused at the hourly limit is retried even if `repeatable` is false, because it had no effect.
 */
export function retryDelay(
  { status, code, retryAfter }: Failure,
  { made, repeatable, rules }: { made: number; repeatable: boolean; rules: RetryRules },
  random: () => number = Math.random,
): number | undefined {
  if (made > rules.retries) return undefined
  const isRateLimited = status === 429 && code === 'rate_limited'
  if (!isRateLimited && !(repeatable && isTemporary(status, code))) return undefined
  const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (made - 1))
  const requestedDelay = (retryAfter ?? 0) * 1000
  if (requestedDelay > rules.maxWait) return undefined
  // Half of the delay is random. Otherwise, clients that fail at the same time would also retry at the same time.
  return Math.max(requestedDelay, backoff / 2) + (random() * backoff) / 2
}

function isTemporary(status: number | null, code: string): boolean {
  if (status === null) return code === 'unreachable' || code === 'timeout'
  return status >= 500
}
