// The dispatcher of a worker: it claims, posts, settles and releases events and callbacks.
import { setMaxListeners } from 'node:events'
import type { Clock } from '../lib/clock.ts'
import { type Consumer, startConsumer } from '../lib/scheduling/consumer.ts'
import { inSets, type Sets } from '../lib/scheduling/in-sets.ts'
import type { Queue, Slot } from '../lib/scheduling/queue-work.ts'
import type { Seal } from '../lib/seal.ts'
import { inSpan } from '../lib/trace.ts'
import { outgoing, SECOND } from '../limits.ts'
import { meters } from '../meters.ts'
import type { Database } from '../store/database.ts'
import { claimOutgoing, findReceivers, type OutgoingRow, releaseOutgoing } from '../store/events/dispatching.ts'
import { isPassing } from '../store/failures.ts'
import { type OutgoingAttempt, post } from './attempt.ts'
import { planAfter } from './judge.ts'
import { type OutgoingSettlement, settleAttempts } from './settle.ts'
import { findTargets, type OutgoingTarget, type TargetResult } from './targets.ts'

export interface DispatcherOptions {
  db: Database
  clock: Clock
  seal: Seal
  allowPrivateNetwork: boolean
  /** Whether notices to owners are mailed. If not, the notices are only stored. */
  mails: boolean
  onError: (error: unknown) => void
}

/** The maximum number of concurrent requests: in total, and for one receiver. */
const SLOTS = 256
const PER_RECEIVER = 16
/**
 * Maximum number of rows that are buffered, and maximum number of rows that are claimed for one quick receiver. A claim
 * of many rows costs little more than a claim of a few.
 */
const AHEAD = 1024
const PER_QUICK_RECEIVER = 128
/** Milliseconds within which a quick receiver responds. */
const QUICK = 200
/** Milliseconds after which buffered rows are released. By then, the subscription of the rows may have changed. */
const LONGEST_BUFFERED = 2 * SECOND
/** Milliseconds between two claims while rows are buffered. */
const CLAIM_EVERY = 50
/** Maximum number of receivers that one claim scans. */
const LANES = 64
/** The maximum number of consecutive claims that find receivers and no rows. */
const MOST_EMPTY_SCANS = 32
const SET = 500
/** Milliseconds that a stopping dispatcher waits for responses. */
const PATIENCE = 3 * SECOND

interface Dispatcher extends DispatcherOptions {
  results: Sets<OutgoingSettlement>
  /** Aborts requests that are still running after this wait. */
  stopping: AbortController
  /** Receivers whose last response arrived within QUICK milliseconds. */
  quick: Set<number>
  /** Receivers whose last request failed. They get one request at a time until one succeeds. */
  failing: Set<number>
  /** The last receiver of the previous scan. */
  cursor: number
  /** Consecutive scans that found receivers and no rows. */
  emptyScans: number
  /** Whether the last scan found a subscription or something to send. */
  isNeeded: boolean
}

interface ClaimedOutgoing {
  row: OutgoingRow
  targetResult: TargetResult
}

/** Starts the dispatcher. In an installation without subscriptions and callbacks, it ignores wake-ups. */
export function startDispatcher(options: DispatcherOptions): Consumer {
  const { db, clock, seal, mails, onError } = options
  const dispatcher: Dispatcher = {
    ...options,
    results: inSets<OutgoingSettlement>({
      most: SET,
      // This is safe to repeat, because a settled row has no lease.
      work: (set) => settleAttempts({ db, mails }, clock.now(), set),
      mayPass: isPassing,
      onError,
    }),
    stopping: new AbortController(),
    quick: new Set(),
    failing: new Set(),
    cursor: 0,
    emptyScans: 0,
    isNeeded: true,
  }
  const { results, stopping, quick, failing } = dispatcher
  setMaxListeners(SLOTS + 1, stopping.signal)
  const consumer = startConsumer<ClaimedOutgoing>({
    clock,
    slots: SLOTS,
    ahead: AHEAD,
    limitOf: (lane) => (failing.has(lane) ? 1 : PER_RECEIVER),
    claimable: (lane, limit) => (quick.has(lane) ? PER_QUICK_RECEIVER : limit),
    // When a row has ended, the next row of its subject or of its receiver can start. Therefore a claim may follow each
    // row.
    pace: { afterEachRow: CLAIM_EVERY },
    lease: outgoing.lease,
    longestBuffered: LONGEST_BUFFERED,
    patience: PATIENCE,
    onError,
    work: {
      claim: (queue, _now, leaseUntil) => claim(dispatcher, queue, leaseUntil),
      async prepare(rows) {
        const targets = await findTargets(db, seal, clock.now(), rows)
        return rows.map((row) => ({ row, targetResult: targets.get(row.id) ?? 'unwanted' }))
      },
      carry: (claimed, slot) => carry(dispatcher, claimed, slot),
      release: (rows) => releaseOutgoing(db, rows.map(leaseOf)),
      onLaneTooSlow: (lane) => quick.delete(lane),
      onStopTimeout() {
        stopping.abort()
        results.stopRetrying()
      },
    },
  })
  return {
    wake() {
      if (dispatcher.isNeeded) consumer.wake()
    },
    stop: consumer.stop,
  }
}

const leaseOf = ({ id, claim_version }: OutgoingRow) => ({ id, claim_version })

/** Claims as many rows as there is room for. Returns 'again' if there may be more. */
async function claim(
  dispatcher: Dispatcher,
  queue: Queue<OutgoingRow>,
  leaseUntil: Date,
): Promise<'again' | undefined> {
  // Without a free slot, this process could not send claimed rows, and other processes could not claim them.
  if (queue.free() === 0) return undefined
  const { lanes, hasSubscription } = await findReceivers(dispatcher.db, dispatcher.cursor, LANES)
  dispatcher.isNeeded = hasSubscription || lanes.length > 0
  dispatcher.cursor = lanes.at(-1) ?? dispatcher.cursor
  const shares = queue.share(lanes)
  const rows = shares.length > 0 ? await claimOutgoing(dispatcher.db, leaseUntil, shares) : []
  // Receivers that this scan did not reach may have rows, so claim again. After MOST_EMPTY_SCANS scans without rows,
  // wait.
  if (rows.length === 0)
    return lanes.length === LANES && ++dispatcher.emptyScans < MOST_EMPTY_SCANS ? 'again' : undefined
  dispatcher.emptyScans = 0
  await queue.take(rows)
  // Receivers may have failed while the claim was running. Release their rows.
  await queue.giveBack(dispatcher.failing)
  return queue.hasBuffered() && lanes.length < LANES ? undefined : 'again'
}

/** Attempts one row and settles it. */
async function carry(dispatcher: Dispatcher, { row, targetResult }: ClaimedOutgoing, slot: Slot): Promise<void> {
  const { db, clock, results } = dispatcher
  const startedAt = clock.now()
  const began = performance.now()
  const attempt = await attemptOf(dispatcher, row, targetResult, startedAt)
  if (!attempt) return releaseOutgoing(db, [leaseOf(row)])
  const endedAt = clock.now()
  noteAnswer(dispatcher, row.lane, attempt.received, performance.now() - began)
  if (!attempt.received) await slot.giveBackLane()
  // A failing receiver gets no request before this attempt is settled, which may disable it.
  else slot.leave()
  const plan =
    targetResult === 'unsigned' || (targetResult === 'unreadable' && row.kind === 'callback')
      ? { status: 'failed' as const, attemptsMade: row.attempts_made, nextAt: null }
      : planAfter(attempt, row.kind, row.attempts_made, endedAt)
  await results.put({ row, attempt, plan, startedAt, endedAt })
  meters.eventAttempts.inc({ kind: row.kind, outcome: attempt.received ? 'received' : 'failed' })
  if (plan.status === 'failed') meters.eventsGivenUp.inc({ kind: row.kind })
}

function noteAnswer({ quick, failing }: Dispatcher, lane: number, received: boolean, took: number): void {
  if (received) failing.delete(lane)
  else failing.add(lane)
  if (received && took <= QUICK) quick.add(lane)
  else quick.delete(lane)
}

/** Returns the result of the attempt, or undefined if no attempt was made. */
async function attemptOf(
  dispatcher: Dispatcher,
  row: OutgoingRow,
  targetResult: TargetResult,
  at: Date,
): Promise<OutgoingAttempt | undefined> {
  if (targetResult === 'unwanted') return undefined
  if (targetResult === 'unsigned') return UNSIGNED
  if (targetResult === 'unreadable') return unreadable(row)
  return postTo(dispatcher, targetResult.target, row, at).catch((error: unknown) => {
    if (dispatcher.stopping.signal.aborted) return undefined
    throw error
  })
}

function postTo(
  { allowPrivateNetwork, stopping }: Dispatcher,
  { url, headers, secrets }: OutgoingTarget,
  { body, kind, event }: OutgoingRow,
  at: Date,
): Promise<OutgoingAttempt> {
  return inSpan('carillon.dispatch', null, { 'carillon.kind': kind, 'carillon.event': event }, async (span) => {
    const attempt = await post({
      url,
      headers: headers(at),
      body,
      secrets,
      now: at,
      timeoutMs: outgoing.answerWithin,
      allowPrivateNetwork,
      signal: stopping.signal,
    })
    span?.setAttributes({ 'carillon.received': attempt.received, 'http.response.status_code': attempt.status ?? 0 })
    return attempt
  })
}

const UNSIGNED: OutgoingAttempt = {
  received: false,
  status: null,
  reason: 'the source has no active API key to sign the callback; create a key, then replay the callback',
  excerpt: null,
}

/** The result for a secret that cannot be opened: it was copied from another row, or sealed with another master key. */
const unreadable = ({ kind }: OutgoingRow): OutgoingAttempt => ({
  received: false,
  status: null,
  reason: `the stored signing secret can't be opened with this master key; ${kind === 'callback' ? 'revoke the API key, create another, then replay the callback' : "rotate the subscription's secret"}`,
  excerpt: null,
})
