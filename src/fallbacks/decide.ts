// Decides what happens next in a fallback: start a step, wait, or end. The decision depends only on stored facts.
import { later } from '../lib/clock.ts'
import { timing } from '../limits.ts'
import type { EndReason, OpenFallback, StepFacts } from '../store/fallbacks/due.ts'

export interface Decision {
  /** The positions of waiting steps that are not needed any more. */
  notNeeded: number[]
  next: { kind: 'start'; position: number } | { kind: 'wait'; until: Date | null } | { kind: 'end'; reason: EndReason }
}

const RANK = { none: 0, delivered: 1, read: 2, acted: 3 } as const

/** Returns the decision about a fallback. `steps` are all its steps, in order. */
export function decide(
  now: Date,
  fallback: Pick<OpenFallback, 'start_now' | 'expires_at'>,
  steps: StepFacts[],
): Decision {
  const reached = Math.max(RANK.none, ...steps.map(rankOf))
  const waiting = steps.filter(({ state }) => state === 'waiting')
  const notNeeded = waiting.filter(({ unless }) => RANK[unless] <= reached).map(({ position }) => position)
  const [following] = waiting.filter(({ position }) => !notNeeded.includes(position))
  const end = (reason: EndReason): Decision => ({ notNeeded, next: { kind: 'end', reason } })
  const current = steps.findLast(({ state }) => state === 'started')
  if (current?.status === 'failed' && current.error_code === 'cancelled') return end('cancelled')
  if (current && hasUsedUp(fallback.expires_at, current)) return end('expired')
  if (!following) {
    const isReached = notNeeded.length > 0 || steps.some(({ state }) => state === 'not_needed')
    return end(isReached ? 'reached' : 'last_step')
  }
  const turn = fallback.start_now ? { at: now } : turnBefore(now, steps, following, notNeeded)
  if (!turn) return { notNeeded, next: { kind: 'wait', until: null } }
  const isExpired = fallback.expires_at !== null && turn.at >= fallback.expires_at
  const at = isExpired && fallback.expires_at ? fallback.expires_at : turn.at
  if (at > now) return { notNeeded, next: { kind: 'wait', until: at } }
  if (isExpired || (fallback.expires_at && fallback.expires_at <= now)) return end('expired')
  return turn.closes ? end('no_failure') : { notNeeded, next: { kind: 'start', position: following.position } }
}

/**
 * Returns whether the message expired with the time of `expires_after`. If it expired earlier, at the age limit of the
 * installation, another channel is tried.
 */
function hasUsedUp(until: Date | null, { status, error_code, send_until }: StepFacts): boolean {
  if (until === null || status !== 'failed' || error_code !== 'expired') return false
  return send_until === null || send_until >= until
}

/** The time at which the next step starts, or at which the fallback ends because the wait for a failure closes. */
interface Turn {
  at: Date
  closes?: true
}

/**
 * Returns the turn of the waiting step `following`, or undefined while the step before it is not sent. After a failed or
 * skipped step, the next step starts at once. A step on the same channel with a time waits for this time, because the
 * same failure is likely.
 */
function turnBefore(now: Date, steps: StepFacts[], following: StepFacts, notNeeded: number[]): Turn | undefined {
  const before = steps.findLast(
    ({ position, state, decided_at }) =>
      position < following.position && (state === 'started' || (state === 'skipped' && decided_at !== null)),
  )
  if (!before || (before.state === 'started' && before.status === null)) return { at: now }
  const endedAt = before.state === 'skipped' ? before.decided_at : failedAt(before)
  if (endedAt) {
    const isSame = following.channel === before.channel && following.after_ms !== null
    return { at: isSame ? later(endedAt, following.after_ms ?? 0) : now }
  }
  const sent = sentAt(before)
  if (!sent) return undefined
  const holder = steps.find(
    (step) => step.position > before.position && !notNeeded.includes(step.position) && holdsTurn(step),
  )
  if (holder?.after_ms == null) return { at: later(sent, timing.fallbackFailure), closes: true }
  return { at: later(sent, holder.after_ms) }
}

/** Returns whether a step has a turn. A step that was skipped at acceptance has one only if it has an `after`. */
function holdsTurn({ state, after_ms }: StepFacts): boolean {
  return state === 'skipped' ? after_ms !== null : state !== 'not_needed'
}

function failedAt({ status, history }: StepFacts): Date | undefined {
  const line = status === 'failed' ? history?.at(-1) : undefined
  return line && new Date(line.at)
}

function sentAt({ history }: StepFacts): Date | undefined {
  const line = history?.find(({ status }) => status !== 'queued' && status !== 'sending')
  return line && new Date(line.at)
}

function rankOf({ acted, status }: StepFacts): number {
  if (acted) return RANK.acted
  if (status === 'read' || status === 'delivered') return RANK[status]
  return RANK.none
}
