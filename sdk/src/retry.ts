// The rules of retries: when a call is repeated, and the delay before it.
import type { Failure } from './outcome.ts'

export interface RetryRules {
  /** The maximum number of retries after the first attempt. */
  retries: number
  /** Maximum delay before a retry, in milliseconds. If the service requests a longer delay, the call is not retried. */
  maxWait: number
}

const FIRST_BACKOFF = 500
const LONGEST_BACKOFF = 8000

/**
 * Returns the milliseconds to wait after attempt number `made`, or undefined if the call is not retried. `repeatable`:
 * the request has the same effect if it is sent twice. A refusal at the hourly limit is retried even if `repeatable` is
 * false, because the refused request had no effect.
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
  // Half of the delay is random, so that clients that failed together do not retry together.
  return Math.max(requestedDelay, backoff / 2) + (random() * backoff) / 2
}

function isTemporary(status: number | null, code: string): boolean {
  if (status === null) return code === 'unreachable' || code === 'timeout'
  return status >= 500
}
