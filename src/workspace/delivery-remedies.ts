// What to do about a delivery, true for the state that it is in now (decision 64). Pure rules.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { outage, unknownOutcome } from '../channels/remedies.ts'
import { instant } from '../lib/date-time.ts'
import { counted } from '../lib/plural.ts'
import { retryDelays } from '../limits.ts'
import { type Pause, pauseWords } from './pauses.ts'

export interface RemedyState {
  now: Date
  status: string
  channel: ChannelName
  /** Why it failed or is pending, as `reason` in the API; null: nothing has gone wrong. */
  reason: string | null
  /** The same in words, which a remedy does not repeat. */
  message: string | null
  /** Attempts used so far; throttled ones do not count. */
  tries: number
  nextAt: Date
  /** The last attempt, or undefined before the first. */
  last: LastAttempt | undefined
  /** Of the provider's later report of a failure, where that ended the message. */
  reported: string | null
  /** Of the delivery's connection, while it is in force. */
  pause: Pause | undefined
}

export interface LastAttempt {
  outcome: string
  remedy: string | null
  /** Null in rows that a process of 0.1.0 wrote: their remedy belongs to the error, not to the state. */
  final_remedy: string | null
}

const NO_ACTION = 'No action is needed.'
const ATTEMPTS = retryDelays.length + 1
const CORRECT = 'Correct the cause that the reason names, and resend the message.'

/** What to do now; null where nothing is wrong. */
export function remedyOf(state: RemedyState): string | null {
  if (state.status === 'failed') return finalRemedy(state)
  return state.status === 'queued' ? pendingRemedy(state) : null
}

function pendingRemedy({ now, reason, message, tries, nextAt, last, pause }: RemedyState): string | null {
  if (pause) return pausedRemedy(pause.reason === message ? { ...pause, reason: null } : pause)
  if (reason === null) return null
  const when = nextAt > now ? `at ${instant(nextAt)}` : 'now'
  const advice = last?.final_remedy ? last.remedy : null
  if (reason === 'throttled') return sentences(advice ?? NO_ACTION, `Sending continues ${when}.`)
  if (reason === 'misconfigured') return sentences(NO_ACTION, `The next attempt is due ${when}.`)
  return sentences(advice === null && NO_ACTION, `Attempt ${tries + 1} of ${ATTEMPTS} is due ${when}.`, advice)
}

function pausedRemedy(pause: Pause): string {
  const words = pauseWords(pause)
  const cause = `${words[0]!.toUpperCase()}${words.slice(1)}.`
  return pause.until === null
    ? sentences(cause, pause.fix, 'The message is sent once the connection is saved or resumed.')
    : sentences(NO_ACTION, cause, 'The message is sent after that.')
}

/** When a pending message is attempted next; null where a person has to act first. */
export function nextAttempt(nextAt: Date, pause: Pause | undefined): Date | null {
  if (!pause) return nextAt
  if (pause.until === null) return null
  return pause.until > nextAt ? pause.until : nextAt
}

function finalRemedy(state: RemedyState): string {
  const { reason, tries, reported, last } = state
  switch (reason) {
    case 'cancelled':
      return 'Resend the message if it is still needed.'
    case 'expired':
      return expiredRemedy(state)
    case 'retryable':
    case 'ambiguous':
      return sentences(`All ${counted(tries, 'attempt is', 'attempts are')} used.`, lastRemedy(state) ?? CORRECT)
    default:
      return reported ?? (last?.outcome === 'sent' ? CORRECT : (lastRemedy(state) ?? CORRECT))
  }
}

function expiredRemedy(state: RemedyState): string {
  const { pause, last } = state
  if (pause) return sentences(pause.fix ?? 'Wait until the pause ends.', 'Then resend the message.')
  if (last === undefined)
    return 'Check that the connection is not paused and that a worker runs. Then resend the message.'
  if (last.outcome === 'misconfigured') return 'Resend the message: its connection is no longer paused.'
  return lastRemedy(state) ?? CORRECT
}

/** Of the last attempt, for a message that has failed. */
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
