// The dispatcher: claims what is due, posts it, settles it. One loop for events and callbacks, in every worker.
import { setMaxListeners } from 'node:events'
import { type Clock, later } from '../lib/clock.ts'
import { inSets } from '../lib/in-sets.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { inSpan } from '../lib/trace.ts'
import { outgoing, SECOND } from '../limits.ts'
import { meters } from '../meters.ts'
import { type Database, isPassing } from '../store/database.ts'
import { claimOutgoing, findReceivers, type OutgoingRow, releaseOutgoing } from '../store/dispatching.ts'
import { type Attempt, post } from './attempt.ts'
import { planAfter } from './judge.ts'
import { createLanes } from './lanes.ts'
import { type Settlement, settleAttempts } from './settle.ts'
import { type Aim, findTargets, type Target } from './targets.ts'

export interface DispatcherOptions {
  db: Database
  clock: Clock
  seal: Seal
  allowPrivateNetwork: boolean
  /** Notices to owners are mailed; otherwise they are kept to be read. */
  mails: boolean
  onError: (error: unknown) => void
}

export interface Dispatcher {
  /** Something may have become due. Costs nothing in an installation where nobody listens. */
  wake(): void
  /** Stops claiming, gives what is under way a moment, gives back the rest, and ends. */
  stop(): Promise<void>
}

/** Requests at a time: of the process, and to one receiver. */
const SLOTS = 256
const PER_RECEIVER = 16
/** Receivers looked at in one claim. */
const LANES = 64
const MOST_VAIN = 32
const SET = 500
const POLL = SECOND
/** Milliseconds that stop() waits for answers. */
const PATIENCE = 3 * SECOND

export function startDispatcher({
  db,
  clock,
  seal,
  allowPrivateNetwork,
  mails,
  onError,
}: DispatcherOptions): Dispatcher {
  const lanes = createLanes(SLOTS, PER_RECEIVER)
  const flights = new Set<Promise<void>>()
  const stopping = new AbortController()
  setMaxListeners(SLOTS + 1, stopping.signal)
  const results = inSets<Settlement>({
    most: SET,
    // Repeating is safe: what was kept already matches no lease any more.
    work: (set) => settleAttempts({ db, mails }, clock.now(), set),
    mayPass: isPassing,
    onError,
  })
  let cursor = 0
  let vain = 0
  let listened = true
  let claims: Loop | undefined

  /** One claim, as large as there is room; 'again' while there is more. */
  const claim = async (): Promise<'again' | undefined> => {
    if (stopping.signal.aborted || lanes.free() === 0) return undefined
    const found = await findReceivers(db, cursor, LANES)
    listened = found.listened || found.lanes.length > 0
    if (found.lanes.length > 0) cursor = found.lanes[found.lanes.length - 1]!
    const shares = lanes.share(found.lanes)
    const now = clock.now()
    const rows = shares.length > 0 ? await claimOutgoing(db, later(now, outgoing.lease), shares) : []
    // Receivers beyond those looked at may have something to take; when all of them were asked in vain, it is time to wait.
    if (rows.length === 0) return found.lanes.length === LANES && ++vain < MOST_VAIN ? 'again' : undefined
    vain = 0
    const aims = await findTargets(db, seal, now, rows)
    for (const row of rows) start(row, aims.get(row.id)!)
    return 'again'
  }

  const start = (row: OutgoingRow, aim: Aim) => {
    lanes.take(row.lane)
    const flight = carry(row, aim).catch(onError)
    flights.add(flight)
    void flight.finally(() => flights.delete(flight))
  }

  /** One row from its claim to its settlement. What throws on the way leaves the lease to run out. */
  const carry = async (row: OutgoingRow, aim: Aim) => {
    const startedAt = clock.now()
    let well = false
    try {
      const attempt = await attemptOf(row, aim, startedAt)
      if (!attempt) return await releaseOutgoing(db, [row])
      well = attempt.received
      const endedAt = clock.now()
      const plan =
        aim === 'unsigned'
          ? { status: 'failed' as const, tries: row.tries, nextAt: null }
          : planAfter(attempt, row.kind, row.tries, endedAt)
      await results.put({ row, attempt, plan, startedAt, endedAt })
      meters.eventAttempts.add(1, row.kind, attempt.received ? 'received' : 'failed')
      if (plan.status === 'failed') meters.eventsGivenUp.add(1, row.kind)
    } finally {
      lanes.give(row.lane, well)
      // The next one on this subject, or of this receiver, may go.
      claims?.wake()
    }
  }

  /** Undefined when nothing was tried. */
  const attemptOf = async (row: OutgoingRow, aim: Aim, at: Date): Promise<Attempt | undefined> => {
    if (aim === 'unwanted') return undefined
    if (aim === 'unsigned') return UNSIGNED
    return postTo(aim.target, row, at).catch((error: unknown) => {
      if (stopping.signal.aborted) return undefined
      throw error
    })
  }

  const postTo = ({ url, headers, secrets }: Target, { body, kind, event }: OutgoingRow, at: Date) =>
    inSpan('carillon.dispatch', null, { 'carillon.kind': kind, 'carillon.event': event }, async (span) => {
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

  claims = startLoop(clock, POLL, claim, onError)
  return {
    wake() {
      if (listened) claims.wake()
    },
    async stop() {
      const loop = claims.stop()
      const patience = setTimeout(() => {
        stopping.abort()
        results.giveUp()
      }, PATIENCE)
      await loop
      while (flights.size > 0) await Promise.all(flights)
      clearTimeout(patience)
    },
  }
}

const UNSIGNED: Attempt = {
  received: false,
  status: null,
  reason: 'no active API key of the source is left to sign it with; create one and replay',
  excerpt: null,
}
