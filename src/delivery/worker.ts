// The worker: claims what is ready, sends it, settles it; keeps its leases; gives back what it can't start.
import { rateLimited } from '../channels/remedies.ts'
import type { SandboxReceipt } from '../channels/sandbox/sandbox.ts'
import type { Clock } from '../lib/clock.ts'
import { later } from '../lib/clock.ts'
import { type Loop, startLoop } from '../lib/scheduling/loop.ts'
import { createOutbox } from '../lib/scheduling/outbox.ts'
import type { Seal } from '../lib/seal.ts'
import { beginSpan } from '../lib/trace.ts'
import { delivery, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { type ClaimedRow, claimExpired, releaseClaims, renewLeases } from '../store/delivery/queue.ts'
import { createClaims } from './claim.ts'
import { composeMessage } from './compose.ts'
import { createConnectionCache } from './connections.ts'
import { createContentReader } from './large-content.ts'
import { type Claimed, readyToSend } from './ready.ts'
import { applyReceipt } from './receipts.ts'
import { planAfter, planExpired } from './retry.ts'
import { createSettler } from './settle.ts'
import type { Settlement } from './settlement.ts'
import { makeTry } from './try.ts'

export interface WorkerOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** Names this process in counters. */
  process: string
  slots: number
  publicUrl: () => string
  allowPrivateNetwork: boolean
  /** Events may have been written. */
  onTold: () => void
  onError: (error: unknown) => void
}

export interface Worker {
  /** Something became due. */
  wake(): void
  /** Stops claiming, finishes what is being sent (a try's budget at most), and ends. */
  stop(): Promise<void>
}

/** Times the slots that may be claimed and not settled: what waits to be settled holds none, but must not pile up. */
const MOST_UNSETTLED = 2
/** Milliseconds of lease below which a try is not begun. */
const SHORTEST_TRY = 5 * SECOND
/** Milliseconds after which a stopping worker waits no longer for a database that is away. */
const PATIENCE = 5 * SECOND
const POLL = SECOND

export function startWorker(options: WorkerOptions): Worker {
  const { db, clock, seal, process, onError } = options
  const outbox = createOutbox<Claimed>({ slots: options.slots, send: (claimed) => void carry(claimed) })
  const settler = createSettler(db, clock, process, onError)
  const connections = createConnectionCache(seal)
  const inFlight = new Map<number, { attempt: number; leaseUntil: number }>()
  const complete = createContentReader(db)
  const nextClaim = createClaims(db, outbox.share, onError)
  let freed = 0
  /** The next claim waits for settlements. */
  let heldUp = false
  let lookAtExpired = 0
  let stopping = false
  let claims: Loop | undefined
  const claimSize = options.slots / 4

  /** One claim, as large as there is room; 'again' while there is more. */
  const claim = async (): Promise<'again' | undefined> => {
    if (stopping || outbox.room() === 0) return undefined
    heldUp = inFlight.size >= MOST_UNSETTLED * options.slots
    if (heldUp) return undefined
    freed = 0
    const claimedAt = performance.now()
    const now = clock.now()
    const leaseUntil = later(now, delivery.lease)
    const { rows, shared, unasked } = await nextClaim(now, leaseUntil)
    if (rows.length > 0) beginSpan('carillon.claim', null, { 'carillon.messages': rows.length }, claimedAt)?.end()
    await start(rows, claimedAt)
    if (claimedAt >= lookAtExpired && outbox.room() > 0) {
      lookAtExpired = claimedAt + POLL
      await start(await claimExpired(db, now, leaseUntil, outbox.room()), claimedAt)
    }
    if (rows.length === 0 || outbox.room() === 0) return undefined
    return unasked || (shared && outbox.room() >= claimSize) ? 'again' : undefined
  }

  /** What was claimed goes out, or back when it can't be made ready: nothing may wait for its lease to run out. */
  const start = async (rows: ClaimedRow[], claimedAt: number) => {
    if (rows.length === 0) return
    if (stopping) return releaseClaims(db, clock.now(), rows)
    try {
      const claimed = await readyToSend(db, clock.now(), connections, rows)
      for (const item of claimed) {
        inFlight.set(item.row.id, { attempt: item.row.attempt, leaseUntil: claimedAt + delivery.lease })
        outbox.limit(item.row.lane, mostAtOnce(item))
        outbox.put(item.row.lane, item)
      }
    } catch (error) {
      await releaseClaims(db, clock.now(), rows)
      throw error
    }
  }

  /** One delivery from its slot to its settlement; never throws. */
  const carry = async (claimed: Claimed) => {
    const { row } = claimed
    try {
      const { settlement, receipts = [] } = await attempt(claimed).finally(() => leaveSlot(row.lane))
      if (!settlement) return
      await settler.settle(settlement)
      options.onTold()
      if (pausesLane(settlement)) await giveBack(outbox.takeBack(row.lane))
      for (const receipt of receipts) {
        await applyReceipt(db, clock.now(), process, { workspaceId: row.workspace_id, deliveryId: row.id, ...receipt })
        options.onTold()
      }
    } catch (error) {
      // Nothing was settled: the lease runs out and the message is claimed again.
      onError(error)
    } finally {
      inFlight.delete(row.id)
      if (heldUp && inFlight.size < MOST_UNSETTLED * options.slots) claims?.wake()
    }
  }

  /** Their try did not begin: others may claim them, or they wait with their lane. */
  const giveBack = async (claimed: Claimed[]) => {
    if (claimed.length === 0) return
    for (const { row } of claimed) inFlight.delete(row.id)
    await releaseClaims(
      db,
      clock.now(),
      claimed.map(({ row }) => row),
    )
  }

  /** What to settle, and the receipts a provider gave at once; nothing when the lease is lost. */
  const attempt = async (claimed: Claimed): Promise<{ settlement?: Settlement; receipts?: SandboxReceipt[] }> => {
    const { row, connection, withheld } = claimed
    const startedAt = clock.now()
    if (startedAt >= row.expires_at) {
      const plan = planExpired(row.tries, claimed.delay)
      return { settlement: { row, plan, outcome: null, startedAt, endedAt: startedAt } }
    }
    if (row.recipient_paused_until) return { settlement: { row, ...postponed(row, startedAt) } }
    if (row.is_partial) await complete(row)
    const message = composeMessage(db, seal, options.publicUrl(), claimed)
    const budget = Math.min(delivery.tryBudget, leaseLeft(row))
    if (budget < SHORTEST_TRY) return {}
    const { allowPrivateNetwork } = options
    const call = { message, now: startedAt, progress: row.progress ?? {}, allowPrivateNetwork }
    const { outcome, captured, receipts } = withheld ?? (await makeTry(row, call, connection, budget))
    const endedAt = clock.now()
    const { tries, expires_at: expiresAt } = row
    const plan = planAfter(outcome, { now: endedAt, tries, expiresAt, jitter: Math.random() })
    const chosen = withheld ? undefined : connection?.chosen
    return { settlement: { row, plan, outcome, startedAt, endedAt, captured, chosen }, receipts }
  }

  const leaveSlot = (lane: number) => {
    const empty = outbox.leave(lane)
    // Claims of a few rows cost as much as large ones: the next is made when a quarter of the slots has come free.
    if (++freed >= claimSize || empty) claims?.wake()
  }

  /** Other messages to a throttled person wait with the first one, and lose no try. */
  const postponed = (row: ClaimedRow, at: Date) => ({
    plan: planAfter(
      {
        class: 'throttled',
        until: row.recipient_paused_until!,
        scope: 'recipient',
        reason: 'the provider wants fewer messages to this recipient',
        remedies: rateLimited('the provider'),
      },
      { now: at, tries: row.tries, expiresAt: row.expires_at, jitter: 0 },
    ),
    outcome: null,
    startedAt: at,
    endedAt: at,
  })

  /**
   * Milliseconds that a try may take: another worker claims the message when the lease is over, which is so for a
   * process that was stopped, or can't renew.
   */
  const leaseLeft = (row: ClaimedRow) => (inFlight.get(row.id)?.leaseUntil ?? 0) - performance.now()

  const renew = async (): Promise<undefined> => {
    const held = [...inFlight].map(([id, { attempt }]) => ({ id, attempt }))
    if (held.length === 0) return
    const renewedAt = performance.now()
    for (const id of await renewLeases(db, later(clock.now(), delivery.lease), held)) {
      const flight = inFlight.get(id)
      if (flight) flight.leaseUntil = renewedAt + delivery.lease
    }
  }

  claims = startLoop(clock, POLL, claim, onError)
  const renewals = startLoop(clock, delivery.renewEvery, renew, onError)
  return {
    wake: () => claims.wake(),
    async stop() {
      stopping = true
      await claims.stop()
      await giveBack(outbox.takeBack()).catch(onError)
      const patience = setTimeout(() => settler.giveUp(), PATIENCE)
      while (inFlight.size > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      clearTimeout(patience)
      await renewals.stop()
    },
  }
}

/** What the channel allows one connection; undefined: as many as there are slots for. */
function mostAtOnce({ connection }: Claimed): number | undefined {
  const { chosen } = connection ?? {}
  return chosen?.provider.atOnce?.(chosen.settings)
}

/** The connection is paused for everybody now, so what waits for it need not be tried. */
function pausesLane({ row, outcome }: Settlement): boolean {
  if (row.connection_version === null) return false
  return outcome?.class === 'misconfigured' || (outcome?.class === 'throttled' && outcome.scope !== 'recipient')
}
