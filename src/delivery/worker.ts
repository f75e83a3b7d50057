// The delivery worker: claims, attempts, settles and releases deliveries.
import { rateLimited } from '../channels/remedies.ts'
import type { SandboxReceipt } from '../channels/sandbox/sandbox.ts'
import type { Clock } from '../lib/clock.ts'
import { type Consumer, startConsumer } from '../lib/scheduling/consumer.ts'
import type { Queue, Slot } from '../lib/scheduling/queue-work.ts'
import type { Seal } from '../lib/seal.ts'
import { beginSpan } from '../lib/trace.ts'
import { delivery, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { type ClaimedRow, claimExpired, releaseClaims, renewLeases } from '../store/delivery/queue.ts'
import { makeAttempt } from './attempt.ts'
import { type Claims, createClaims } from './claim.ts'
import { composeMessage } from './compose.ts'
import { type ConnectionCache, createConnectionCache } from './connections.ts'
import { createContentReader } from './large-content.ts'
import { type PreparedDelivery, readyToSend } from './ready.ts'
import { applyReceipt } from './receipts.ts'
import { planAfter, planExpired } from './retry.ts'
import { createSettler, type Settler } from './settle.ts'
import type { Settlement } from './settlement.ts'

export interface WorkerOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** The name of this process in counters. */
  process: string
  slots: number
  publicUrl: () => string
  allowPrivateNetwork: boolean
  /** Called when events may have been written. */
  onEventsWritten: () => void
  onError: (error: unknown) => void
}

/** Minimum number of milliseconds that a lease must have left when an attempt starts. */
const SHORTEST_ATTEMPT = 5 * SECOND
/** Milliseconds that a stopping worker waits for an unavailable database. */
const PATIENCE = 5 * SECOND
/** Milliseconds between two scans for expired messages of paused connections. */
const SCAN_EXPIRED_EVERY = SECOND

interface Worker extends WorkerOptions {
  settler: Settler
  connections: ConnectionCache
  complete: (row: ClaimedRow) => Promise<void>
  claims: Claims
  /** For each lane (the queue of one connection), the number of simultaneous messages that the provider allows. */
  laneLimits: Map<number, number>
  /**
   * When this number of slots has become free, the worker claims again. It does not claim after each freed slot,
   * because a claim of few rows costs as much as a claim of many rows.
   */
  claimSize: number
  scanExpiredAt: number
}

export function startWorker(options: WorkerOptions): Consumer {
  const { db, clock, seal, process, slots, onError } = options
  const settler = createSettler(db, clock, process, onError)
  const worker: Worker = {
    ...options,
    settler,
    connections: createConnectionCache(seal),
    complete: createContentReader(db),
    claims: createClaims(db, onError),
    laneLimits: new Map(),
    claimSize: slots / 4,
    scanExpiredAt: 0,
  }
  return startConsumer<PreparedDelivery>({
    clock,
    slots,
    limitOf: (lane) => worker.laneLimits.get(lane) ?? slots,
    pace: { freeSlots: worker.claimSize },
    lease: delivery.lease,
    renewEvery: delivery.renewEvery,
    patience: PATIENCE,
    onError,
    work: {
      claim: (queue, now, leaseUntil) => claim(worker, queue, now, leaseUntil),
      prepare: (rows) => prepare(worker, rows),
      carry: (claimed, slot) => carry(worker, claimed, slot),
      release: (rows) => releaseClaims(db, clock.now(), rows.map(leaseOf)),
      renew: (rows, leaseUntil) => renewLeases(db, leaseUntil, rows.map(leaseOf)),
      onStopTimeout: settler.stopRetrying,
    },
  })
}

const leaseOf = ({ id, claim_version }: ClaimedRow) => ({ id, claim_version })

/** Claims as many deliveries as the buffer can take. Returns 'again' if more deliveries are ready. */
async function claim(
  worker: Worker,
  queue: Queue<ClaimedRow>,
  now: Date,
  leaseUntil: Date,
): Promise<'again' | undefined> {
  const claimedAt = performance.now()
  const { rows, more } = await worker.claims(queue.share, now, leaseUntil)
  if (rows.length > 0) beginSpan('carillon.claim', null, { 'carillon.messages': rows.length }, claimedAt)?.end()
  await queue.take(rows)
  if (claimedAt >= worker.scanExpiredAt && queue.claimCapacity() > 0) {
    worker.scanExpiredAt = claimedAt + SCAN_EXPIRED_EVERY
    await queue.take(await claimExpired(worker.db, now, leaseUntil, queue.claimCapacity()))
  }
  if (rows.length === 0 || queue.claimCapacity() === 0 || more === 'none') return undefined
  return more === 'newLanes' || queue.claimCapacity() >= worker.claimSize ? 'again' : undefined
}

async function prepare(
  { db, clock, connections, laneLimits }: Worker,
  rows: ClaimedRow[],
): Promise<PreparedDelivery[]> {
  const ready = await readyToSend(db, clock.now(), connections, rows)
  for (const claimed of ready) {
    const most = mostAtOnce(claimed)
    if (most === undefined) laneLimits.delete(claimed.row.lane)
    else laneLimits.set(claimed.row.lane, most)
  }
  return ready
}

/**
 * Attempts and settles one delivery. If this function throws, nothing was settled, and the delivery will be claimed
 * again.
 */
async function carry(worker: Worker, claimed: PreparedDelivery, slot: Slot): Promise<void> {
  const { db, clock, process, settler, onEventsWritten } = worker
  const { row } = claimed
  const { settlement, receipts = [] } = await attemptDelivery(worker, claimed, slot)
  slot.leave()
  if (!settlement) return
  await settler.settle(settlement)
  onEventsWritten()
  if (pausesLane(settlement)) await slot.giveBackLane()
  for (const receipt of receipts) {
    await applyReceipt(db, clock.now(), process, { workspaceId: row.workspace_id, deliveryId: row.id, ...receipt })
    onEventsWritten()
  }
}

/** Returns the settlement, and the receipts in the provider's response. Returns no settlement if the lease is lost. */
async function attemptDelivery(
  { db, clock, seal, publicUrl, complete, allowPrivateNetwork }: Worker,
  claimed: PreparedDelivery,
  slot: Slot,
): Promise<{ settlement?: Settlement; receipts?: SandboxReceipt[] }> {
  const { row, connection, withheld } = claimed
  const startedAt = clock.now()
  if (startedAt >= row.expires_at) {
    const plan = planExpired(row.attempts_made, claimed.delay)
    return { settlement: { row, plan, outcome: null, startedAt, endedAt: startedAt } }
  }
  if (row.recipient_paused_until)
    return { settlement: rescheduledWithoutAttempt(row, row.recipient_paused_until, startedAt) }
  if (row.is_partial) await complete(row)
  const message = composeMessage(db, seal, publicUrl(), claimed)
  // If the process was suspended, or could not renew the lease, the rest of the lease may be too short for an attempt.
  // Another worker then claims the message.
  const budget = Math.min(delivery.attemptBudget, slot.leaseLeft())
  if (budget < SHORTEST_ATTEMPT) return {}
  const call = { message, now: startedAt, progress: row.progress ?? {}, allowPrivateNetwork }
  const { outcome, captured, receipts } = withheld ?? (await makeAttempt(row, call, connection, budget))
  const endedAt = clock.now()
  const { attempts_made: attemptsMade, expires_at: expiresAt } = row
  const plan = planAfter(outcome, { now: endedAt, attemptsMade, expiresAt, jitter: Math.random() })
  const chosen = withheld ? undefined : connection?.chosen
  return { settlement: { row, plan, outcome, startedAt, endedAt, captured, chosen }, receipts }
}

/** Reschedules a message whose recipient is throttled. This does not count as an attempt. */
function rescheduledWithoutAttempt(row: ClaimedRow, until: Date, at: Date): Settlement {
  const outcome = {
    class: 'throttled',
    until,
    scope: 'recipient',
    reason: 'the provider limits the number of messages to this recipient',
    remedies: rateLimited('the provider'),
  } as const
  const plan = planAfter(outcome, { now: at, attemptsMade: row.attempts_made, expiresAt: row.expires_at, jitter: 0 })
  return { row, plan, outcome: null, startedAt: at, endedAt: at }
}

/**
 * Returns the number of simultaneous messages that the provider allows. Returns undefined if only the worker's slots
 * limit the number.
 */
function mostAtOnce({ connection }: PreparedDelivery): number | undefined {
  const { chosen } = connection ?? {}
  return chosen?.provider.atOnce?.(chosen.settings)
}

/**
 * Returns whether the outcome pauses the whole connection. The buffered deliveries of the connection then need no
 * attempt.
 */
function pausesLane({ row, outcome }: Settlement): boolean {
  if (row.connection_version === null) return false
  return outcome?.class === 'misconfigured' || (outcome?.class === 'throttled' && outcome.scope !== 'recipient')
}
