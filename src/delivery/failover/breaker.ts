// The breaker of one provider connection in this process. It opens when the calls through the connection fail one after
// the other, or when the connection stops answering. Contains no database access.
import type { Outcome } from '../../channels/contract.ts'
import { type Clock, later } from '../../lib/clock.ts'
import { counted } from '../../lib/text/plural.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { AvailabilityRow } from '../../store/delivery/breakers.ts'
import { isAnswer, isFailure } from './proofs.ts'

/** The number of failed calls in a row that opens the breaker. */
const FAILURES = 5
/**
 * The breaker opens if this number of calls are in flight, or all calls that the lane may have in flight, and none was
 * answered for the time SILENCE.
 */
const UNANSWERED = 20
const SILENCE = 3 * SECOND
/** The answers of a slow server may take longer than SILENCE. Then the time is this multiple of the slowest answer. */
const OF_SLOWEST = 2
/** Each answer reduces the weight of slower answers before it to this part. */
const FADE = 0.9
/** Milliseconds between two probes of an open breaker. */
export const PROBE_EVERY = 30 * SECOND
/** After this number of milliseconds, a message leaves a throttled connection for the next connection. */
const LONG_THROTTLE = MINUTE

/** A call through a connection. It has begun and not ended. */
export interface CallInFlight {
  startedAt: Date
  /** The time when the provider got the call. Undefined while the message waits for this process. */
  begunAt: Date | undefined
  deliveryId: number
  /** Aborts when the breaker opens. */
  released: AbortController
  /** Frees the worker slot of the call. Called when the breaker opens. If it is already open, called at the beginning. */
  leaveSlot: () => void
}

export interface Breaker {
  /** The time when the breaker opened. Undefined while it is closed. */
  openedAt: Date | undefined
  /** The time of the next probe, if the breaker is open. */
  probeAt: Date
  /** The time when the breaker closed last. */
  closedAt: Date | undefined
  /** The end of the pause of the connection. The number `Infinity` if a person must end the pause. */
  pausedUntil: Date | number | null
  /** Number of calls that failed since the last answer. */
  failures: number
  /** The calls in flight, the oldest first. */
  calls: Set<CallInFlight>
  answeredAt: Date | undefined
  /** The milliseconds of the slowest recent answer. */
  slowest: number
  /** The time since which the provider has throttled all messages. */
  throttledSince: Date | undefined
  /** Increases with each change, so that an older state from the database is ignored. */
  changes: number
  /** Number of statements in progress that store a change. */
  storing: number
  cancelCheck: (() => void) | undefined
}

/** Called when the breaker opens or closes, to store the change. */
export interface BreakerStore {
  onOpened(breaker: Breaker, reason: string, deliveryId: number | null): void
  onClosed(breaker: Breaker): void
}

export function createBreaker(row: AvailabilityRow): Breaker {
  return {
    openedAt: row.opened_at ?? undefined,
    probeAt: row.open_until ?? new Date(0),
    closedAt: undefined,
    pausedUntil: row.paused_until,
    failures: 0,
    calls: new Set(),
    answeredAt: undefined,
    slowest: 0,
    throttledSince: undefined,
    changes: 0,
    storing: 0,
    cancelCheck: undefined,
  }
}

export function isPausedAt({ pausedUntil }: Breaker, now: Date): boolean {
  return pausedUntil !== null && Number(pausedUntil) > now.getTime()
}

/** Applies the state that another process stored. */
export function applyStored(breaker: Breaker, row: AvailabilityRow, now: Date): void {
  breaker.pausedUntil = row.paused_until
  if (row.open_until) breaker.probeAt = row.open_until
  if (row.opened_at === null) {
    if (breaker.openedAt) close(breaker, now)
  } else if (!breaker.openedAt) {
    breaker.openedAt = row.opened_at
    release(breaker)
  }
}

/**
 * Begins a call. While calls are in flight, checks regularly whether the connection answers. If the breaker is open, the
 * call frees its slot. Calls without an answer then do not delay the messages of other connections.
 * `most` is the most calls that the lane may have in flight.
 */
export function beginCall(
  breaker: Breaker,
  clock: Clock,
  store: BreakerStore,
  { deliveryId, leaveSlot, most }: Pick<CallInFlight, 'deliveryId' | 'leaveSlot'> & { most: number },
): CallInFlight {
  const now = clock.now()
  const call = { startedAt: now, begunAt: now, deliveryId, released: new AbortController(), leaveSlot }
  breaker.calls.add(call)
  if (breaker.openedAt) leaveSlot()
  else if (!breaker.cancelCheck) scheduleCheck(breaker, clock, store, Math.min(UNANSWERED, most))
  return call
}

/** Records that the message waits for this process, for example for a free session, or that the wait ended. */
export function noteWaiting(call: CallInFlight, now: Date, isWaiting: boolean): void {
  call.begunAt = isWaiting ? undefined : now
}

/**
 * Pauses the connection until the given time. Returns a function that must be called after the pause was stored. Until
 * then, the states that are read from the database do not contain the pause, and are ignored.
 */
export function pauseRoute(breaker: Breaker, until: Date | number): () => void {
  breaker.pausedUntil = until
  breaker.changes++
  breaker.storing++
  return () => {
    breaker.storing--
    breaker.changes++
  }
}

/** Ends a call. Its outcome may open or close the breaker. */
export function endCall(
  breaker: Breaker,
  clock: Clock,
  store: BreakerStore,
  call: CallInFlight,
  outcome: Outcome,
): void {
  const now = clock.now()
  breaker.calls.delete(call)
  if (breaker.calls.size === 0) stopChecks(breaker)
  noteThrottling(breaker, now, outcome)
  if (isFailure(outcome)) {
    // An earlier call that ends without an answer does not prove that the connection fails again.
    if (breaker.closedAt && call.startedAt < breaker.closedAt) return
    breaker.failures++
    const reason = 'reason' in outcome ? outcome.reason : ''
    if (breaker.failures >= FAILURES)
      open(breaker, clock, store, `${counted(breaker.failures, 'attempt')} failed in a row. The last: ${reason}`, call)
  } else if (isAnswer(outcome)) {
    breaker.failures = 0
    breaker.answeredAt = now
    const duration = now.getTime() - (call.begunAt ?? now).getTime()
    breaker.slowest = Math.max(duration, breaker.slowest * FADE)
    // The answer to an earlier call does not prove that the connection works again.
    if (breaker.openedAt && call.startedAt >= breaker.openedAt) {
      close(breaker, now)
      store.onClosed(breaker)
    }
  }
}

/** Returns whether the provider throttles for so long that messages go to the next connection. */
export function isLongThrottled({ throttledSince }: Breaker, outcome: Outcome): boolean {
  if (outcome.class !== 'throttled' || throttledSince === undefined) return false
  return outcome.until.getTime() - throttledSince.getTime() > LONG_THROTTLE
}

function noteThrottling(breaker: Breaker, now: Date, outcome: Outcome): void {
  if (outcome.class === 'throttled' && outcome.scope === 'connection') breaker.throttledSince ??= now
  else if (outcome.class === 'sent') breaker.throttledSince = undefined
}

function open(
  breaker: Breaker,
  clock: Clock,
  store: BreakerStore,
  reason: string,
  { deliveryId }: { deliveryId: number | null },
): void {
  if (breaker.openedAt) return
  const now = clock.now()
  breaker.openedAt = now
  breaker.probeAt = later(now, PROBE_EVERY)
  breaker.changes++
  release(breaker)
  store.onOpened(breaker, reason, deliveryId)
}

function close(breaker: Breaker, now: Date): void {
  breaker.openedAt = undefined
  breaker.closedAt = now
  breaker.failures = 0
  breaker.changes++
}

function release(breaker: Breaker): void {
  stopChecks(breaker)
  for (const { released, leaveSlot } of breaker.calls) {
    released.abort()
    leaveSlot()
  }
}

function scheduleCheck(breaker: Breaker, clock: Clock, store: BreakerStore, enough: number): void {
  const longest = () => Math.max(SILENCE, OF_SLOWEST * breaker.slowest)
  const wait = Math.max(SECOND / 4, longest() - silenceOf(breaker, clock.now()))
  breaker.cancelCheck = clock.after(wait, () => {
    breaker.cancelCheck = undefined
    const silence = silenceOf(breaker, clock.now())
    if (breaker.calls.size >= enough && silence >= longest()) {
      const reason = `the provider answered none of ${breaker.calls.size} attempts for ${Math.floor(silence / SECOND)} seconds`
      open(breaker, clock, store, reason, { deliveryId: null })
    } else if (breaker.calls.size > 0) scheduleCheck(breaker, clock, store, enough)
  })
}

function stopChecks(breaker: Breaker): void {
  breaker.cancelCheck?.()
  breaker.cancelCheck = undefined
}

/**
 * Returns the milliseconds since the last answer, or since the provider got the oldest call in flight if that is later.
 * Returns 0 if all messages wait for this process.
 */
function silenceOf({ calls, answeredAt }: Breaker, now: Date): number {
  const begun = [...calls].flatMap(({ begunAt }) => begunAt?.getTime() ?? [])
  if (begun.length === 0) return 0
  const oldest = begun.reduce((first, time) => Math.min(first, time))
  return now.getTime() - Math.max(oldest, answeredAt?.getTime() ?? 0)
}
