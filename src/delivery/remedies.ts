// Chooses the remedy for the current state of a delivery (decision 64). Contains only pure functions.
import type { Outcome } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { outage, unknownOutcome } from '../channels/remedies.ts'
import { type Pause, pauseWords } from '../connections/pauses.ts'
import type { DeliveryStatus } from '../delivery-states.ts'
import { instant } from '../lib/text/date-time.ts'
import { counted } from '../lib/text/plural.ts'
import { retryDelays } from '../limits.ts'

export interface RemedyState {
  now: Date
  status: DeliveryStatus
  channel: ChannelName
  /** The error code that the API shows as `reason`. Null if nothing has gone wrong. */
  reason: string | null
  /** The error message. It is shown next to the remedy, so the remedy does not repeat it. */
  message: string | null
  /** Number of attempts so far. Throttled attempts do not count. */
  attemptsMade: number
  nextAt: Date
  /** The last attempt, or undefined before the first attempt. */
  last: LastAttempt | undefined
  /** The remedy of the receipt that reported the message as failed. Null without such a receipt. */
  reported: string | null
  /** The current pause of the delivery's connection. */
  pause: Pause | undefined
  /** How the delivery lost its connection. Undefined if the connection still exists. */
  loss: LostConnection | undefined
  /** Whether the message expires, or has expired, before the end of the quiet hours that defer it. */
  expiresInQuietHours: boolean
}

/** Why the connection of an accepted delivery no longer exists. */
export interface LostConnection {
  sourceName: string
  isSourceRemoved: boolean
  /** Whether the source now has another connection for the channel. The other connection does not send this message. */
  isReplaced: boolean
}

export interface LastAttempt {
  outcome: Outcome['class']
  code: string | null
  remedy: string | null
  /**
   * Null in rows that version 0.1.0 wrote. In these rows, `remedy` belongs to the error and not to the state of the
   * delivery.
   */
  final_remedy: string | null
}

const NO_ACTION = 'No action is needed.'
const ATTEMPTS = retryDelays.length + 1
/** A message fails before its last attempt only if the request forbids duplicates. */
const NOT_REPEATED = 'The request has "duplicates": "never", so the message is not attempted again.'
const CORRECT = 'Correct the cause that the reason describes, and resend the message.'

/** Returns the remedy for the state, or null if nothing is wrong. */
export function remedyOf(state: RemedyState): string | null {
  if (state.status === 'failed') return finalRemedy(state)
  return state.status === 'queued' ? pendingRemedy(state) : null
}

function pendingRemedy(state: RemedyState): string | null {
  const { now, reason, attemptsMade, nextAt, last, pause, loss } = state
  if (loss) return lostRemedy(state, loss)
  if (pause) return pausedRemedy(state, pause)
  if (state.expiresInQuietHours) return 'The message expires before quiet hours end. Send it now if it is still needed.'
  if (reason === null) return null
  const when = nextAt > now ? `at ${instant(nextAt)}` : 'now'
  const advice = last?.final_remedy ? last.remedy : null
  if (reason === 'throttled') return sentences(advice ?? NO_ACTION, `Sending continues ${when}.`)
  if (reason === 'misconfigured') return sentences(NO_ACTION, `The next attempt is due ${when}.`)
  return sentences(advice === null && NO_ACTION, `Attempt ${attemptsMade + 1} of ${ATTEMPTS} is due ${when}.`, advice)
}

/**
 * Returns the remedy for a pending delivery whose connection was removed. Its next attempt fails without a call to the
 * provider.
 */
function lostRemedy(
  { now, channel, nextAt }: RemedyState,
  { sourceName, isSourceRemoved, isReplaced }: LostConnection,
): string {
  const { title } = channelOf(channel)
  const fails = `so the message fails ${nextAt > now ? `at ${instant(nextAt)}` : 'at its next attempt'}.`
  if (isSourceRemoved)
    return `The source "${sourceName}" was removed, ${fails} Cancel the message, and send it from another source.`
  const connection = `The ${title} connection of the source "${sourceName}"`
  return isReplaced
    ? `${connection} was replaced after the message was accepted, ${fails} Cancel the message, and resend it.`
    : `${connection} was removed, ${fails} Cancel the message, connect ${title} again, and resend the message.`
}

function pausedRemedy({ now, message, attemptsMade, nextAt }: RemedyState, pause: Pause): string {
  const words = pauseWords(pause.reason === message ? { ...pause, reason: null } : pause)
  const cause = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  if (isDueAfter(nextAt, now, pause)) {
    const when = `${instant(nextAt)} if the connection works by then.`
    const scheduled =
      attemptsMade === 0
        ? `The message is sent at ${when}`
        : `Attempt ${attemptsMade + 1} of ${ATTEMPTS} is due at ${when}`
    return sentences(pause.until !== null && NO_ACTION, cause, pause.until === null && pause.fix, scheduled)
  }
  return pause.until === null
    ? sentences(cause, pause.fix, 'The message is sent as soon as the connection is saved or resumed.')
    : sentences(NO_ACTION, cause, 'The message is sent after that.')
}

/** Returns the time of a pending message's next attempt, or null if a person has to act first. */
export function nextAttempt(now: Date, nextAt: Date, pause: Pause | undefined): Date | null {
  return !pause || isDueAfter(nextAt, now, pause) ? nextAt : pause.until
}

/**
 * Returns whether the message is due after the end of the pause. If the pause has no end, returns whether the message
 * is due later than now.
 */
function isDueAfter(nextAt: Date, now: Date, { until }: Pause): boolean {
  return nextAt > (until ?? now)
}

function finalRemedy(state: RemedyState): string {
  const { reason, attemptsMade, reported, last, channel, loss } = state
  const reconnect = loss && reconnectRemedy(channel, loss)
  switch (reason) {
    case 'cancelled':
      return reconnect
        ? `${reconnect} Do so only if the message is still needed.`
        : 'Resend the message if it is still needed.'
    case 'expired':
      return reconnect ?? expiredRemedy(state)
    case 'retryable':
    case 'ambiguous': {
      const used =
        attemptsMade < ATTEMPTS ? NOT_REPEATED : `All ${counted(attemptsMade, 'attempt is', 'attempts are')} used.`
      return sentences(used, (reason === 'retryable' && reconnect) || (lastRemedy(state) ?? CORRECT))
    }
    default:
      if (reconnect && last?.code === 'no_connection') return reconnect
      return reported ?? (last?.outcome === 'sent' ? CORRECT : (lastRemedy(state) ?? CORRECT))
  }
}

function reconnectRemedy(channel: ChannelName, { sourceName, isSourceRemoved, isReplaced }: LostConnection): string {
  if (isSourceRemoved) return `The source "${sourceName}" was removed. Send the message from another source.`
  return isReplaced ? 'Resend the message.' : `Connect ${channelOf(channel).title} again, and resend the message.`
}

function expiredRemedy(state: RemedyState): string {
  const { pause, last } = state
  if (pause) return sentences(pause.fix ?? 'Wait until the pause ends.', 'Then resend the message.')
  if (state.expiresInQuietHours)
    return 'The message expired during quiet hours. Resend it, and give it more time with expires_after.'
  if (last === undefined)
    return 'Check that the connection is not paused and that a worker runs. Then resend the message.'
  if (last.outcome === 'misconfigured') return 'Resend the message. Its connection is no longer paused.'
  return lastRemedy(state) ?? CORRECT
}

/** Returns the last attempt's remedy for a message that has failed. */
function lastRemedy({ channel, last }: RemedyState): string | null {
  if (last === undefined) return null
  if (last.final_remedy !== null) return last.final_remedy
  switch (last.outcome) {
    case 'ambiguous':
      return unknownOutcome.final
    case 'retryable':
    case 'throttled':
      return outage(channelOf(channel).title).final
    case 'misconfigured':
      return last.remedy === null ? null : sentences(last.remedy, 'Then resend the message.')
    default:
      return last.remedy
  }
}

function sentences(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(' ')
}
