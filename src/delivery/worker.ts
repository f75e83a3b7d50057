// The delivery worker: claims, attempts, settles and releases deliveries.
import type { Clock } from '../lib/clock.ts'
import { type Consumer, startConsumer } from '../lib/scheduling/consumer.ts'
import type { Queue, Slot } from '../lib/scheduling/queue-work.ts'
import { mostOfOneLane } from '../lib/scheduling/slots.ts'
import type { Seal } from '../lib/seal.ts'
import { beginSpan } from '../lib/trace.ts'
import { delivery, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { type ClaimedRow, claimExpired, releaseClaims, renewLeases } from '../store/delivery/queue.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type Claims, createClaims } from './claim.ts'
import { type ConnectionCache, createConnectionCache } from './connections.ts'
import { createContentReader } from './large-content.ts'
import { type PreparedDelivery, readyToSend } from './ready.ts'
import { applyReceipt } from './receipts/forward.ts'
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
  slotsOf: (lane: number) => number
  /** Makes the worker claim soon. */
  wake: () => void
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
    slotsOf: (lane) => Math.min(mostOfOneLane(slots), worker.laneLimits.get(lane) ?? slots),
    wake: () => consumer.wake(),
    claimSize: slots / 4,
    scanExpiredAt: 0,
  }
  const consumer = startConsumer<PreparedDelivery>({
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
  return consumer
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
  const { settlement, receipts = [], onSettled } = await attemptDelivery(worker, claimed, slot)
  slot.leave()
  if (!settlement) return
  await settler.settle(settlement).finally(onSettled)
  onEventsWritten()
  if (settlement.plan.ready) worker.wake()
  if (pausesLane(settlement)) await slot.giveBackLane()
  for (const receipt of receipts) {
    await applyReceipt(db, clock.now(), process, { workspaceId: row.workspace_id, deliveryId: row.id, ...receipt })
    onEventsWritten()
  }
}

/**
 * Returns the number of simultaneous messages that the providers allow. Returns undefined if only the worker's slots
 * limit the number.
 */
function mostAtOnce({ connection }: PreparedDelivery): number | undefined {
  const limits = connection?.routes.flatMap(({ chosen }) => chosen?.provider.atOnce?.(chosen.settings) ?? []) ?? []
  return limits.length > 0 ? Math.min(...limits) : undefined
}

/**
 * Returns whether the outcome pauses the whole connection. The buffered deliveries of the connection then need no
 * attempt.
 */
function pausesLane({ row, outcome, pausedPart }: Settlement): boolean {
  if (row.connection_version === null || pausedPart) return false
  return outcome?.class === 'misconfigured' || (outcome?.class === 'throttled' && outcome.scope !== 'recipient')
}
