// Decides the next state of a delivery after an attempt through one of several connections.
import type { Outcome } from '../../channels/contract.ts'
import { type AttemptState, type NextDeliveryState, planAfter, planExpired, planRepeated } from '../retry.ts'
import { hasSteps, NEW_ROUND, type Round } from './round.ts'

export interface RoutedAttempt {
  /** The id of the connection that the attempt used. */
  id: number
  /** The round of the message before the attempt. */
  round: Round
  /** Whether another connection is available that has not failed to send the message in this round. */
  hasNext: boolean
  /** Whether all connections of the lane are paused, so that the lane is paused. */
  isLanePaused: boolean
  /** Whether the provider has throttled messages for so long that the message should not wait for it. */
  isLongThrottled: boolean
}

/** Returns the next state of the delivery, and its round. */
export function planOnRoute(
  outcome: Outcome,
  state: AttemptState,
  { id, round, hasNext, isLanePaused, isLongThrottled }: RoutedAttempt,
): { plan: NextDeliveryState; round: Round } {
  if (round.only === id || mayHaveArrived(outcome, state))
    return { plan: planOnSame(outcome, state), round: { tried: [], only: id } }
  if (outcome.class === 'sent' || !goesToNextConnection(outcome, isLongThrottled))
    return { plan: planAfter(outcome, state), round: NEW_ROUND }
  if (hasNext) return { plan: planNext(outcome, state), round: { tried: [...round.tried, id] } }
  // The attempt counts if the message cannot wait for the end of a pause.
  const waits = isLanePaused || (outcome.class === 'throttled' && round.tried.length === 0)
  return { plan: waits ? planAfter(outcome, state) : planRepeated(outcome, state), round: NEW_ROUND }
}

type Unsent = Exclude<Outcome, { class: 'sent' }>

/** Returns whether the recipient may already have the message or a part of it. */
function mayHaveArrived(outcome: Outcome, { duplicates }: AttemptState): boolean {
  if (outcome.class === 'ambiguous') return duplicates !== 'allow'
  return outcome.class !== 'sent' && hasSteps(outcome.progress)
}

/** Returns whether the next connection takes the message. Other outcomes have the same effect on each connection. */
function goesToNextConnection(outcome: Unsent, isLongThrottled: boolean): boolean {
  switch (outcome.class) {
    case 'retryable':
      return outcome.scope !== 'recipient'
    case 'throttled':
      return outcome.scope === 'connection' && isLongThrottled
    case 'ambiguous':
    case 'misconfigured':
      return true
    default:
      return false
  }
}

/**
 * Returns the state of a message that only this connection may repeat. An attempt with wrong settings counts. Without
 * the delay of a counted attempt, the message would be attempted again at once, because its lane is not paused.
 */
function planOnSame(outcome: Outcome, state: AttemptState): NextDeliveryState {
  return outcome.class === 'misconfigured' ? planRepeated(outcome, state) : planAfter(outcome, state)
}

/** Returns the state of a message that the next connection takes at once. It keeps its place in the queue. */
function planNext(outcome: Unsent, { now, attemptsMade, expiresAt }: AttemptState): NextDeliveryState {
  if (now >= expiresAt) return planExpired(attemptsMade, outcome.reason)
  const { class: errorCode, reason: errorMessage } = outcome
  return { status: 'queued', ready: true, nextAt: null, attemptsMade, errorCode, errorMessage }
}
