// When a call is made again, and after how long.
import type { Failure } from './outcome.ts'

export interface RetryRules {
  /** Repetitions after the first attempt. */
  retries: number
  /** Milliseconds; a service that asks for a longer pause is not waited for. */
  maxWait: number
}

const FIRST_BACKOFF = 500
const LONGEST_BACKOFF = 8000

/**
 * Milliseconds until attempt `made + 1`, or undefined when there is to be none. `repeatable`: the same request twice does
 * no more than once. What was turned away at the hourly limit did nothing, so that may be repeated whatever it was.
 */
export function retryDelay(
  { status, code, retryAfter }: Failure,
  { made, repeatable, rules }: { made: number; repeatable: boolean; rules: RetryRules },
  random: () => number = Math.random,
): number | undefined {
  if (made > rules.retries) return undefined
  const turnedAway = status === 429 && code === 'rate_limited'
  if (!turnedAway && !(repeatable && mayPass(status, code))) return undefined
  const backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (made - 1))
  const requestedDelay = (retryAfter ?? 0) * 1000
  if (requestedDelay > rules.maxWait) return undefined
  // Half of it is chance, so that many clients that failed together do not come back together.
  return Math.max(requestedDelay, backoff / 2) + (random() * backoff) / 2
}

function mayPass(status: number | null, code: string): boolean {
  if (status === null) return code === 'unreachable' || code === 'timeout'
  return status >= 500
}
