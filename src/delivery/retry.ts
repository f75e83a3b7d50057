// Decides the next state of a delivery after an attempt (specification, What the service does, 7; decision 16).
import type { Content, Outcome } from '../channels/contract.ts'
import type { FinalRemedies, RepeatedRemedies } from '../channels/remedies.ts'
import type { StatusAfter } from '../delivery-states.ts'
import { later } from '../lib/clock.ts'
import { counted } from '../lib/text/plural.ts'
import { retryDelays, SECOND } from '../limits.ts'

export interface NextDeliveryState {
  status: StatusAfter<'settlement'>
  /** Whether the delivery can be claimed at once. If not, it can be claimed from `nextAt` on. */
  ready: boolean
  nextAt: Date | null
  attemptsMade: number
  errorCode: string | null
  errorMessage: string | null
}

export interface AttemptState {
  now: Date
  /** Number of earlier attempts that count. */
  attemptsMade: number
  expiresAt: Date
  /**
   * A random number from 0 to 1. It lengthens the delay of a retry by at most a tenth. It also spreads the retries of
   * messages whose leases expired at the same time.
   */
  jitter: number
  /** The choice of the caller for messages whose outcome is unknown. By default they are repeated. */
  duplicates?: Content['duplicates'] | null
}

const MOST_ATTEMPTS = retryDelays.length + 1

/** Returns the next state after an outcome. */
export function planAfter(outcome: Outcome, state: AttemptState): NextDeliveryState {
  switch (outcome.class) {
    case 'sent':
      return {
        status: 'sent',
        ready: false,
        nextAt: null,
        attemptsMade: state.attemptsMade + 1,
        errorCode: null,
        errorMessage: null,
      }
    case 'permanent':
    case 'recipient_gone':
      return failed(state.attemptsMade + 1, outcome.class, outcome.reason)
    case 'throttled':
      return rescheduled(
        state,
        state.attemptsMade,
        atLeast(outcome.until, later(state.now, SECOND)),
        outcome.class,
        outcome.reason,
      )
    case 'misconfigured':
      // The connection is paused until a person fixes it. The attempt does not count.
      return rescheduled(state, state.attemptsMade, state.now, outcome.class, outcome.reason)
    case 'ambiguous':
      return state.duplicates === 'never'
        ? failed(state.attemptsMade + 1, outcome.class, outcome.reason)
        : planRepeated(outcome, state)
    case 'retryable':
      return planRepeated(outcome, state)
  }
}

/**
 * A duration in milliseconds. From the second lost lease on, the next attempts of messages are spread over this
 * duration.
 */
const SPREAD_AFTER_LOSS = 30 * SECOND

/**
 * Returns the next state after a lease ran out. The attempt counts. The first retry is due at once, because the lease
 * was already a delay. If a lease of the message runs out again, the message may have crashed the worker. Later retries
 * are therefore at random times, so that one crash interrupts fewer other messages.
 */
export function planAfterLoss(state: AttemptState): NextDeliveryState {
  const attemptsMade = state.attemptsMade + 1
  if (attemptsMade >= MOST_ATTEMPTS || state.duplicates === 'never')
    return failed(attemptsMade, 'ambiguous', WORKER_STOPPED)
  const plan = rescheduled(
    state,
    attemptsMade,
    later(state.now, attemptsMade === 1 ? 0 : SPREAD_AFTER_LOSS * state.jitter),
    'ambiguous',
    WORKER_STOPPED,
  )
  return { ...plan, ready: plan.status === 'queued' && attemptsMade === 1 }
}

/** The stored reason of an attempt whose lease ran out. */
export const WORKER_STOPPED = 'the worker that was sending this message stopped before it recorded the outcome'

/** Returns the state of a message that expired. `cause` is the reason why it was not sent in time, if known. */
export function planExpired(attemptsMade: number, cause?: string): NextDeliveryState {
  const expired = 'the message expired before it could be sent'
  return failed(attemptsMade, 'expired', cause === undefined ? expired : `${expired}: ${cause}`)
}

/**
 * Returns the remedy columns of an attempt. `remedy` applies to the state in `plan`. `final_remedy` applies if the
 * message fails.
 */
export function remedyColumns(
  plan: NextDeliveryState,
  remedies: RepeatedRemedies | FinalRemedies,
): { remedy: string | undefined; final_remedy: string } {
  const pending = 'pending' in remedies ? (remedies.pending ?? undefined) : undefined
  return { remedy: plan.status === 'failed' ? remedies.final : pending, final_remedy: remedies.final }
}

/**
 * Returns the milliseconds before the next attempt: the delay of the schedule plus jitter, or the delay that the
 * provider requests if that is longer.
 */
export function retryDelay(attemptsMade: number, jitter: number, retryAfter: number): number {
  return Math.max((retryDelays[attemptsMade] ?? 0) * (1 + jitter / 10), retryAfter)
}

/** Returns the next state after an attempt that counts and is repeated. After the last attempt, the message fails. */
export function planRepeated(
  { class: code, reason, retryAfter = 0 }: { class: Outcome['class']; reason: string; retryAfter?: number },
  state: AttemptState,
): NextDeliveryState {
  const attemptsMade = state.attemptsMade + 1
  if (attemptsMade >= MOST_ATTEMPTS)
    return failed(attemptsMade, code, `${reason} (after ${counted(attemptsMade, 'attempt')})`)
  return rescheduled(
    state,
    attemptsMade,
    later(state.now, retryDelay(state.attemptsMade, state.jitter, retryAfter)),
    code,
    reason,
  )
}

function rescheduled(
  state: AttemptState,
  attemptsMade: number,
  nextAt: Date,
  code: string,
  reason: string,
): NextDeliveryState {
  if (nextAt >= state.expiresAt) return planExpired(attemptsMade, reason)
  return { status: 'queued', ready: false, nextAt, attemptsMade, errorCode: code, errorMessage: reason }
}

function failed(attemptsMade: number, errorCode: string, errorMessage: string): NextDeliveryState {
  return { status: 'failed', ready: false, nextAt: null, attemptsMade, errorCode, errorMessage }
}

function atLeast(moment: Date, earliest: Date): Date {
  return moment > earliest ? moment : earliest
}
