// The dispatcher of a worker, which sends events and callbacks: it claims rows, posts them to their receivers and
// settles the results.
import { setMaxListeners } from 'node:events'
import type { Clock } from '../lib/clock.ts'
import { type Consumer, startConsumer } from '../lib/scheduling/consumer.ts'
import { inSets, type Sets } from '../lib/scheduling/in-sets.ts'
import { createLanePace, type LanePace } from '../lib/scheduling/lane-pace.ts'
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
  /** Whether notices to owners are sent by email. If not, they are only stored. */
  mails: boolean
  onError: (error: unknown) => void
}

/** Maximum number of concurrent requests, in total and to one receiver. */
const SLOTS = 256
const PER_RECEIVER = 16
/**
 * Maximum number of rows in the buffer, and maximum number of claimed rows of one receiver. With 128 claimed rows of a
 * fast receiver instead of 512, each event took a quarter more processor time.
 */
const AHEAD = 1024
const CLAIMED_PER_RECEIVER = 512
/**
 * Milliseconds after which unsent rows in the buffer are released. After a longer time, their subscription may have
 * changed.
 */
const LONGEST_BUFFERED = 2 * SECOND
/** Milliseconds between two claims while rows are buffered. */
const CLAIM_EVERY = 50
/** Maximum number of receivers that one claim scans. */
const LANES = 64
/** Maximum number of consecutive claims that scan receivers but find no rows. */
const MOST_EMPTY_SCANS = 32
const SET = 500
/** Milliseconds that the dispatcher waits for responses when it stops. */
const PATIENCE = 3 * SECOND

interface Dispatcher extends DispatcherOptions {
  results: Sets<OutgoingSettlement>
  /** Aborts the requests that are still running PATIENCE milliseconds after the stop began. */
  stopping: AbortController
  /** The durations of the last requests to receivers that accepted these requests. */
  pace: LanePace
  /** Receivers whose last request failed. They get only one request at a time until a request succeeds. */
  failing: Set<number>
  /** The last receiver of the previous scan. The next scan starts after it. */
  cursor: number
  /** Number of consecutive scans that found receivers but no rows. */
  emptyScans: number
  /** Whether the last scan found a subscription or a row to send. */
  isNeeded: boolean
}

interface ClaimedOutgoing {
  row: OutgoingRow
  targetResult: TargetResult
}

/** Starts the dispatcher. It ignores wake-ups while the installation has no subscriptions and no callbacks. */
export function startDispatcher(options: DispatcherOptions): Consumer {
  const { db, clock, seal, mails, onError } = options
  const dispatcher: Dispatcher = {
    ...options,
    results: inSets<OutgoingSettlement>({
      most: SET,
      // After an error, the work may run again with the same set. The repeated work ignores rows that are already
      // settled, because a settled row has no lease.
      work: (set) => settleAttempts({ db, mails }, clock.now(), set),
      mayPass: isPassing,
      onError,
    }),
    stopping: new AbortController(),
    pace: createLanePace(),
    failing: new Set(),
    cursor: 0,
    emptyScans: 0,
    isNeeded: true,
  }
  const { results, stopping, pace, failing } = dispatcher
  setMaxListeners(SLOTS + 1, stopping.signal)
  const consumer = startConsumer<ClaimedOutgoing>({
    clock,
    slots: SLOTS,
    ahead: AHEAD,
    limitOf: (lane) => (failing.has(lane) ? 1 : PER_RECEIVER),
    claimable: (lane, limit) => Math.min(CLAIMED_PER_RECEIVER, pace.claimable(lane, limit)),
    // Permit a claim after each sent row: when an attempt ends, the next row with the same subject or receiver may
    // become ready to send.
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
      onLaneTooSlow: pace.forget,
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

/** Claims rows until the buffer is full. Returns 'again' if more rows may be ready. */
async function claim(
  dispatcher: Dispatcher,
  queue: Queue<OutgoingRow>,
  leaseUntil: Date,
): Promise<'again' | undefined> {
  // If all slots are busy, claim nothing: this process could not send the rows, and the claim would keep other
  // processes from sending them.
  if (queue.free() === 0) return undefined
  const { lanes, hasSubscription } = await findReceivers(dispatcher.db, dispatcher.cursor, LANES)
  dispatcher.isNeeded = hasSubscription || lanes.length > 0
  dispatcher.cursor = lanes.at(-1) ?? dispatcher.cursor
  const shares = queue.share(lanes)
  const rows = shares.length > 0 ? await claimOutgoing(dispatcher.db, leaseUntil, shares) : []
  // Rows may exist for receivers that this scan did not include, so claim again. Stop after MOST_EMPTY_SCANS
  // consecutive scans without rows.
  if (rows.length === 0)
    return lanes.length === LANES && ++dispatcher.emptyScans < MOST_EMPTY_SCANS ? 'again' : undefined
  dispatcher.emptyScans = 0
  await queue.take(rows)
  // Release the rows of receivers that failed while the claim was running.
  await queue.giveBack(dispatcher.failing)
  return queue.hasBuffered() && lanes.length < LANES ? undefined : 'again'
}

/** Sends one row to its receiver and settles the attempt. */
async function carry(dispatcher: Dispatcher, { row, targetResult }: ClaimedOutgoing, slot: Slot): Promise<void> {
  const { db, clock, results } = dispatcher
  const startedAt = clock.now()
  const began = performance.now()
  const attempt = await attemptOf(dispatcher, row, targetResult, startedAt)
  if (!attempt) return releaseOutgoing(db, [leaseOf(row)])
  const endedAt = clock.now()
  noteAnswer(dispatcher, row.lane, attempt.received, performance.now() - began)
  if (!attempt.received) await slot.giveBackLane()
  // After a failed attempt, keep the slot until the attempt is settled: the result may disable the subscription.
  else slot.leave()
  const plan =
    targetResult === 'unsigned' || (targetResult === 'unreadable' && row.kind === 'callback')
      ? { status: 'failed' as const, attemptsMade: row.attempts_made, nextAt: null }
      : planAfter(attempt, row.kind, row.attempts_made, endedAt)
  await results.put({ row, attempt, plan, startedAt, endedAt })
  meters.eventAttempts.inc({ kind: row.kind, outcome: attempt.received ? 'received' : 'failed' })
  if (plan.status === 'failed') meters.eventsGivenUp.inc({ kind: row.kind })
}

function noteAnswer({ pace, failing }: Dispatcher, lane: number, received: boolean, took: number): void {
  if (received) {
    failing.delete(lane)
    pace.note(lane, took)
  } else {
    failing.add(lane)
    pace.forget(lane)
  }
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

/**
 * The result of an attempt whose signing secret cannot be decrypted. The secret was copied from another row, or it was
 * encrypted with another master key.
 */
const unreadable = ({ kind }: OutgoingRow): OutgoingAttempt => ({
  received: false,
  status: null,
  reason: `the stored signing secret can't be decrypted with this master key; ${kind === 'callback' ? 'revoke the API key, create another, then replay the callback' : "rotate the subscription's secret"}`,
  excerpt: null,
})
