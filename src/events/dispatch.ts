// The dispatcher: how events and callbacks are claimed, posted, settled and given back. Every worker has one.
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
  /** Notices to owners are mailed; otherwise they are kept to be read. */
  mails: boolean
  onError: (error: unknown) => void
}

/** Requests at a time: of the process, and to one receiver. */
const SLOTS = 256
const PER_RECEIVER = 16
/** Rows buffered besides; and claimed for one receiver that answers quickly. A claim of many costs hardly more than one of a few. */
const AHEAD = 1024
const PER_QUICK_RECEIVER = 128
/** Milliseconds. */
const QUICK = 200
/** Milliseconds after which buffered rows are given back: their receiver may have changed meanwhile, and their lease is short. */
const LONGEST_BUFFERED = 2 * SECOND
/** Milliseconds between two claims while rows are buffered. */
const CLAIM_EVERY = 50
/** Receivers scanned in one claim. */
const LANES = 64
/** Claims in a row that may find receivers and nothing to take. */
const MOST_VAIN = 32
const SET = 500
/** Milliseconds that a stop waits for answers. */
const PATIENCE = 3 * SECOND

interface Dispatcher extends DispatcherOptions {
  results: Sets<OutgoingSettlement>
  /** Aborts requests when a stop has waited long enough. */
  stopping: AbortController
  /** Receivers whose last answer came within QUICK. */
  quick: Set<number>
  /** Receivers that did not accept their last request: they get one at a time until they do. */
  failing: Set<number>
  /** The receiver at which the last scan ended. */
  cursor: number
  vain: number
  /** Whether the last scan found a subscription or something to send. */
  isNeeded: boolean
}

interface ClaimedOutgoing {
  row: OutgoingRow
  aim: TargetResult
}

/** In an installation without subscriptions and callbacks a wake-up costs nothing. */
export function startDispatcher(options: DispatcherOptions): Consumer {
  const { db, clock, seal, mails, onError } = options
  const dispatcher: Dispatcher = {
    ...options,
    results: inSets<OutgoingSettlement>({
      most: SET,
      // Repeating is safe: rows that were settled match no lease any more.
      work: (set) => settleAttempts({ db, mails }, clock.now(), set),
      mayPass: isPassing,
      onError,
    }),
    stopping: new AbortController(),
    quick: new Set(),
    failing: new Set(),
    cursor: 0,
    vain: 0,
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
    // The next row on this subject, or of this receiver, may go.
    pace: { afterEachRow: CLAIM_EVERY },
    lease: outgoing.lease,
    longestBuffered: LONGEST_BUFFERED,
    patience: PATIENCE,
    onError,
    work: {
      claim: (queue, _now, leaseUntil) => claim(dispatcher, queue, leaseUntil),
      async prepare(rows) {
        const aims = await findTargets(db, seal, clock.now(), rows)
        return rows.map((row) => ({ row, aim: aims.get(row.id) ?? 'unwanted' }))
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

/** One claim, as large as there is room; 'again' while there is more. */
async function claim(
  dispatcher: Dispatcher,
  queue: Queue<OutgoingRow>,
  leaseUntil: Date,
): Promise<'again' | undefined> {
  // Without a free slot the rows could only be kept from other processes.
  if (queue.free() === 0) return undefined
  const { lanes, hasSubscription } = await findReceivers(dispatcher.db, dispatcher.cursor, LANES)
  dispatcher.isNeeded = hasSubscription || lanes.length > 0
  dispatcher.cursor = lanes.at(-1) ?? dispatcher.cursor
  const shares = queue.share(lanes)
  const rows = shares.length > 0 ? await claimOutgoing(dispatcher.db, leaseUntil, shares) : []
  // Receivers beyond those scanned may have something to take. When all of them were scanned in vain, it is time to wait.
  if (rows.length === 0) return lanes.length === LANES && ++dispatcher.vain < MOST_VAIN ? 'again' : undefined
  dispatcher.vain = 0
  await queue.take(rows)
  // Some of them failed while this claim was made.
  await queue.giveBack(dispatcher.failing)
  return queue.hasBuffered() && lanes.length < LANES ? undefined : 'again'
}

/** One row from its slot to its settlement. */
async function carry(dispatcher: Dispatcher, { row, aim }: ClaimedOutgoing, slot: Slot): Promise<void> {
  const { db, clock, results } = dispatcher
  const startedAt = clock.now()
  const began = performance.now()
  const attempt = await attemptOf(dispatcher, row, aim, startedAt)
  if (!attempt) return releaseOutgoing(db, [leaseOf(row)])
  const endedAt = clock.now()
  noteAnswer(dispatcher, row.lane, attempt.received, performance.now() - began)
  if (!attempt.received) await slot.giveBackLane()
  // A receiver that fails is given nothing before this is settled, which may disable it.
  else slot.leave()
  const plan =
    aim === 'unsigned' || (aim === 'unreadable' && row.kind === 'callback')
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

/** Undefined when nothing was attempted. */
async function attemptOf(
  dispatcher: Dispatcher,
  row: OutgoingRow,
  aim: TargetResult,
  at: Date,
): Promise<OutgoingAttempt | undefined> {
  if (aim === 'unwanted') return undefined
  if (aim === 'unsigned') return UNSIGNED
  if (aim === 'unreadable') return unreadable(row)
  return postTo(dispatcher, aim.target, row, at).catch((error: unknown) => {
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
  reason: 'no active API key of the source is left to sign it with; create one and replay',
  excerpt: null,
}

/** Signed with a secret that was moved from another row or sealed with another master key. */
const unreadable = ({ kind }: OutgoingRow): OutgoingAttempt => ({
  received: false,
  status: null,
  reason: `the stored secret that signs it can't be opened with this master key; ${kind === 'callback' ? 'revoke the API key, create another and replay' : "rotate the subscription's secret"}`,
  excerpt: null,
})
