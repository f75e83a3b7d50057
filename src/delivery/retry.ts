// What follows an attempt: the next one, or the end (specification, What the service does, 7; decision 16). Pure rules.
import type { Outcome } from '../channels/contract.ts'
import type { FinalRemedies, RepeatedRemedies } from '../channels/remedies.ts'
import type { StatusAfter } from '../delivery-states.ts'
import { later } from '../lib/clock.ts'
import { counted } from '../lib/text/plural.ts'
import { retryDelays, SECOND } from '../limits.ts'

export interface NextDeliveryState {
  status: StatusAfter<'settlement'>
  /** Claimable at once, or null: from nextAt. */
  ready: boolean
  nextAt: Date | null
  attemptsMade: number
  errorCode: string | null
  errorMessage: string | null
}

export interface AttemptState {
  now: Date
  /** Attempts that counted before this one. */
  attemptsMade: number
  expiresAt: Date
  /** 0 to 1: spreads retries over a tenth of their delay, and messages that were lost together. */
  jitter: number
}

const MOST_ATTEMPTS = retryDelays.length + 1

/** The plan after an outcome. */
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
      // The connection is paused; the message waits for a person and has lost nothing.
      return rescheduled(state, state.attemptsMade, state.now, outcome.class, outcome.reason)
    case 'retryable':
    case 'ambiguous':
      return retried(state, outcome.class, outcome.reason, outcome.retryAfter ?? 0)
  }
}

/** From the second loss on, within so many milliseconds. */
const APART = 30 * SECOND

/**
 * The plan after a lease ran out: the worker died in the attempt, which counts, and the lease was wait enough. A message that is
 * lost again may be the one that kills: each gets a different time for its next attempt, so that the others are not lost again.
 */
export function planAfterLoss(state: AttemptState): NextDeliveryState {
  const attemptsMade = state.attemptsMade + 1
  if (attemptsMade >= MOST_ATTEMPTS) return failed(attemptsMade, 'ambiguous', WORKER_STOPPED)
  const plan = rescheduled(
    state,
    attemptsMade,
    later(state.now, attemptsMade === 1 ? 0 : APART * state.jitter),
    'ambiguous',
    WORKER_STOPPED,
  )
  return { ...plan, ready: plan.status === 'queued' && attemptsMade === 1 }
}

/** The reason that such an attempt shows. */
export const WORKER_STOPPED = 'the worker that was sending this message stopped before it could tell the outcome'

/** The plan of a message that is too old to be sent. `cause`: what kept it from being sent, where that is known. */
export function planExpired(attemptsMade: number, cause?: string): NextDeliveryState {
  const expired = 'the message expired before it could be sent'
  return failed(attemptsMade, 'expired', cause === undefined ? expired : `${expired}: ${cause}`)
}

/** The remedies of an attempt as its row keeps them: what to do in the plan's state, and once the message has failed. */
export function remedyColumns(
  plan: NextDeliveryState,
  remedies: RepeatedRemedies | FinalRemedies,
): { remedy: string | undefined; final_remedy: string } {
  const pending = 'pending' in remedies ? (remedies.pending ?? undefined) : undefined
  return { remedy: plan.status === 'failed' ? remedies.final : pending, final_remedy: remedies.final }
}

/** The delay before the next attempt, milliseconds: the list's, up to a tenth more, or the longer one the provider asked for. */
export function retryDelay(attemptsMade: number, jitter: number, retryAfter: number): number {
  return Math.max((retryDelays[attemptsMade] ?? 0) * (1 + jitter / 10), retryAfter)
}

function retried(state: AttemptState, code: string, reason: string, retryAfter: number): NextDeliveryState {
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
