// Decides when a failed attempt is retried, and when a failing subscription is disabled (decisions 22 and 23).
import { later } from '../lib/clock.ts'
import { outgoing } from '../limits.ts'
import type { OutgoingAttempt } from './attempt.ts'

export interface NextOutgoingState {
  status: 'received' | 'failed' | 'waiting'
  attemptsMade: number
  nextAt: Date | null
}

/**
 * Returns the new state of a row after an attempt. `attemptsMade` is the number of earlier attempts. A test event is
 * never retried.
 */
export function planAfter(
  attempt: OutgoingAttempt,
  kind: 'event' | 'test' | 'callback',
  attemptsMade: number,
  now: Date,
): NextOutgoingState {
  if (attempt.received) return { status: 'received', attemptsMade: attemptsMade + 1, nextAt: null }
  const delay = outgoing.retryDelays[attemptsMade]
  if (delay === undefined || kind === 'test' || attempt.status === 410)
    return { status: 'failed', attemptsMade: attemptsMade + 1, nextAt: null }
  const requestedDelay = Math.min(attempt.retryAfter ?? 0, outgoing.longestRetryAfter)
  return { status: 'waiting', attemptsMade: attemptsMade + 1, nextAt: later(now, Math.max(delay, requestedDelay)) }
}

export interface SubscriptionHealth {
  /** Consecutive failed attempts. */
  failures: number
  failingSince: Date | null
  /**
   * The reason why these attempts disable the subscription. Null if they do not, or if the subscription was already
   * disabled.
   */
  disable: string | null
}

/** Returns the health of a subscription after these attempts. `attempts` must be sorted by the end of each attempt. */
export function judge(
  before: { failures: number; failing_since: Date | null; disabled_at: Date | null },
  attempts: { received: boolean; status: number | null; endedAt: Date }[],
): SubscriptionHealth {
  const health: SubscriptionHealth = { failures: before.failures, failingSince: before.failing_since, disable: null }
  for (const { received, status, endedAt } of attempts) {
    if (received) {
      health.failures = 0
      health.failingSince = null
      continue
    }
    health.failures++
    const since = health.failingSince ?? endedAt
    health.failingSince = since
    if (before.disabled_at === null) health.disable ??= reasonToDisable(health.failures, since, status, endedAt)
  }
  return health
}

function reasonToDisable(failures: number, since: Date, status: number | null, at: Date): string | null {
  if (status === 410) return 'the endpoint returned 410 Gone'
  if (failures >= outgoing.failuresInARow) return `${failures} attempts in a row failed`
  if (at.getTime() - since.getTime() >= outgoing.failingFor) return 'all attempts failed for 3 days'
  return null
}
