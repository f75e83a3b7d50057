// The dispatcher: claims what is due, posts it, settles it. One loop for events and callbacks, in every worker.
import { setMaxListeners } from 'node:events'
import { type Clock, later } from '../lib/clock.ts'
import { inSets } from '../lib/scheduling/in-sets.ts'
import { type Loop, startLoop } from '../lib/scheduling/loop.ts'
import { createOutbox } from '../lib/scheduling/outbox.ts'
import type { Seal } from '../lib/seal.ts'
import { inSpan } from '../lib/trace.ts'
import { outgoing, SECOND } from '../limits.ts'
import { meters } from '../meters.ts'
import type { Database } from '../store/database.ts'
import { claimOutgoing, findReceivers, type OutgoingRow, releaseOutgoing } from '../store/events/dispatching.ts'
import { isPassing } from '../store/failures.ts'
import { type Attempt, post } from './attempt.ts'
import { planAfter } from './judge.ts'
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
/** Rows held ready besides; and claimed for one receiver that answers quickly. A claim of many costs hardly more than one of a few. */
const AHEAD = 1024
const PER_QUICK_RECEIVER = 128
/** Milliseconds. */
const QUICK = 200
/** Milliseconds after which what is held is given back: its receiver may have changed meanwhile, and its lease is short. */
const LONGEST_HELD = 2 * SECOND
/** Milliseconds between two claims while something is held. */
const CLAIM_EVERY = 50
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
  const quick = new Set<number>()
  const failing = new Set<number>()
  const outbox = createOutbox<Claimed>({
    slots: SLOTS,
    ahead: AHEAD,
    each: PER_RECEIVER,
    held: (lane, limit) => (quick.has(lane) ? PER_QUICK_RECEIVER : limit),
    send: (claimed) => start(claimed),
  })
  const flights = new Set<Promise<void>>()
  let nextClaim: NodeJS.Timeout | undefined
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
    await giveBackLongHeld()
    if (stopping.signal.aborted || outbox.free() === 0 || outbox.room() === 0) return undefined
    const found = await findReceivers(db, cursor, LANES)
    listened = found.listened || found.lanes.length > 0
    if (found.lanes.length > 0) cursor = found.lanes[found.lanes.length - 1]!
    const shares = outbox.share(found.lanes)
    const now = clock.now()
    const rows = shares.length > 0 ? await claimOutgoing(db, later(now, outgoing.lease), shares) : []
    // Receivers beyond those looked at may have something to take; when all of them were asked in vain, it is time to wait.
    if (rows.length === 0) return found.lanes.length === LANES && ++vain < MOST_VAIN ? 'again' : undefined
    vain = 0
    const aims = await findTargets(db, seal, now, rows)
    const claimedAt = performance.now()
    for (const row of rows) outbox.put(row.lane, { row, aim: aims.get(row.id)!, claimedAt })
    // Those that failed while this claim was made.
    await giveBack([...failing].flatMap((lane) => outbox.takeBack(lane)))
    return outbox.waits() && found.lanes.length < LANES ? undefined : 'again'
  }

  const start = (claimed: Claimed) => {
    const flight = carry(claimed).catch(onError)
    flights.add(flight)
    void flight.finally(() => flights.delete(flight))
  }

  /** One row from its slot to its settlement. What throws on the way leaves the lease to run out. */
  const carry = async (claimed: Claimed) => {
    const { row, aim } = claimed
    const startedAt = clock.now()
    const began = performance.now()
    let holdsSlot = true
    const leave = () => {
      if (holdsSlot) outbox.leave(row.lane)
      holdsSlot = false
    }
    try {
      if (isLongHeld(claimed)) return await giveBack([claimed])
      const attempt = await attemptOf(row, aim, startedAt)
      if (!attempt) return await releaseOutgoing(db, [row])
      const endedAt = clock.now()
      await noteAnswer(row.lane, attempt.received, performance.now() - began)
      // One that fails is given nothing before this is settled, which may disable it; and what waits to be settled must not pile up.
      if (attempt.received && flights.size < 2 * SLOTS) leave()
      const plan =
        aim === 'unsigned' || (aim === 'unreadable' && row.kind === 'callback')
          ? { status: 'failed' as const, tries: row.tries, nextAt: null }
          : planAfter(attempt, row.kind, row.tries, endedAt)
      await results.put({ row, attempt, plan, startedAt, endedAt })
      meters.eventAttempts.inc({ kind: row.kind, outcome: attempt.received ? 'received' : 'failed' })
      if (plan.status === 'failed') meters.eventsGivenUp.inc({ kind: row.kind })
    } finally {
      leave()
      // The next one on this subject, or of this receiver, may go.
      claimSoon()
    }
  }

  /** A receiver that does not take what it is sent is given one at a time until it does. */
  const noteAnswer = async (lane: number, well: boolean, took: number) => {
    outbox.limit(lane, well ? undefined : 1)
    if (well) failing.delete(lane)
    else failing.add(lane)
    if (well && took <= QUICK) quick.add(lane)
    else quick.delete(lane)
    if (!well) await giveBack(outbox.takeBack(lane))
  }

  const isLongHeld = ({ claimedAt }: Claimed) => performance.now() - claimedAt > LONGEST_HELD

  const giveBackLongHeld = async () => {
    const lanes = outbox.first().flatMap(({ lane, item }) => (isLongHeld(item) ? [lane] : []))
    for (const lane of lanes) quick.delete(lane)
    await giveBack(lanes.flatMap((lane) => outbox.takeBack(lane)))
  }

  /** Should it fail, their leases run out. */
  const giveBack = async (held: Claimed[]) => {
    if (held.length === 0) return
    const rows = held.map(({ row }) => row)
    await releaseOutgoing(db, rows).catch(onError)
  }

  /** As long as something is held, claims are few and large. */
  const claimSoon = () => {
    if (!outbox.waits()) return claims?.wake()
    nextClaim ??= setTimeout(() => {
      nextClaim = undefined
      claims?.wake()
    }, CLAIM_EVERY)
  }

  /** Undefined when nothing was tried. */
  const attemptOf = async (row: OutgoingRow, aim: Aim, at: Date): Promise<Attempt | undefined> => {
    if (aim === 'unwanted') return undefined
    if (aim === 'unsigned') return UNSIGNED
    if (aim === 'unreadable') return unreadable(row)
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
      if (listened) claimSoon()
    },
    async stop() {
      const loop = claims.stop()
      const patience = setTimeout(() => {
        stopping.abort()
        results.giveUp()
      }, PATIENCE)
      await loop
      clearTimeout(nextClaim)
      await giveBack(outbox.takeBack())
      while (flights.size > 0) await Promise.all(flights)
      clearTimeout(patience)
    },
  }
}

interface Claimed {
  row: OutgoingRow
  aim: Aim
  /** On the clock of performance.now(). */
  claimedAt: number
}

const UNSIGNED: Attempt = {
  received: false,
  status: null,
  reason: 'no active API key of the source is left to sign it with; create one and replay',
  excerpt: null,
}

/** Signed with a secret that was moved from another row or sealed with another master key. */
const unreadable = ({ kind }: OutgoingRow): Attempt => ({
  received: false,
  status: null,
  reason: `the stored secret that signs it can't be opened with this master key; ${kind === 'callback' ? 'revoke the API key, create another and replay' : "rotate the subscription's secret"}`,
  excerpt: null,
})
