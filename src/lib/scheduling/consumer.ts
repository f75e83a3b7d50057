// A consumer of a queue. It claims rows under a lease and processes them in slots. It releases the rows that it cannot
// start.
import { type Clock, later } from '../clock.ts'
import { type Loop, startLoop } from './loop.ts'
import { type BufferLimits, createPrefetchBuffer, type PrefetchBuffer } from './prefetch-buffer.ts'
import type { ClaimPace, Prepared, Queue, Slot, Work } from './queue-work.ts'

export interface ConsumerOptions<Item extends Prepared> extends BufferLimits {
  clock: Clock
  /** Returns the time of a monotonic clock, in milliseconds. */
  elapsed?: () => number
  work: Work<Item>
  pace: ClaimPace
  /** Duration of a lease. This field and the fields below are in milliseconds. */
  lease: number
  renewEvery?: number
  /** A row that is buffered for longer than this is released. */
  longestBuffered?: number
  /** How long a stop waits for the rows in progress before it calls `onStopTimeout`. */
  patience: number
  onError: (error: unknown) => void
}

export interface Consumer {
  /** Makes the consumer claim soon, because rows may have become due. */
  wake(): void
  /** Claims no further rows, and releases the buffered rows. The promise resolves when no row is being processed. */
  stop(): Promise<void>
}

const POLL = 1000
/**
 * Maximum number of unsettled rows for each slot. Above this number, a row keeps its slot until it is settled. An
 * earlier version freed such a slot as soon as there were fewer unsettled rows. It was slower: claims and transactions
 * became smaller, and each message took a tenth more processor time.
 */
const MOST_UNSETTLED = 2

/** A claimed row that is buffered or being processed. */
interface BufferedItem<Item> {
  item: Item
  bufferedAt: number
  leaseUntil: number
}

interface ConsumerState<Item extends Prepared> {
  readonly options: ConsumerOptions<Item>
  readonly elapsed: () => number
  readonly buffer: PrefetchBuffer<BufferedItem<Item>>
  readonly claimed: Set<BufferedItem<Item>>
  /** Number of rows that have started and are not settled. */
  started: number
  /** Called when no started row is left. Set while the consumer stops. */
  onIdle?: () => void
  /** The time at which the current claim began. */
  claimedAt: number
  /** Number of slots that became free after the current claim began. */
  freed: number
  stopping: boolean
  claims?: Loop
  cancelNextClaim?: (() => void) | undefined
}

export function startConsumer<Item extends Prepared>(options: ConsumerOptions<Item>): Consumer {
  const { clock, renewEvery, onError, elapsed = () => performance.now() } = options
  const buffer = createPrefetchBuffer<BufferedItem<Item>>(options, (claimed) => start(state, claimed))
  const state: ConsumerState<Item> = {
    options,
    elapsed,
    buffer,
    claimed: new Set(),
    started: 0,
    claimedAt: 0,
    freed: 0,
    stopping: false,
  }
  const queue: Queue<Item['row']> = {
    ...buffer,
    take: (rows) => take(state, rows),
    giveBack: (lanes) => giveBack(state, [...lanes]),
  }
  state.claims = startLoop(clock, POLL, () => claim(state, queue), onError)
  const renewals = renewEvery === undefined ? undefined : startLoop(clock, renewEvery, () => renew(state), onError)
  return { wake: () => claimSoon(state), stop: () => stop(state, renewals) }
}

async function claim<Item extends Prepared>(
  state: ConsumerState<Item>,
  queue: Queue<Item['row']>,
): Promise<'again' | undefined> {
  const { clock, lease, work } = state.options
  await giveBackLongBuffered(state)
  if (state.stopping || state.buffer.claimCapacity() === 0) return undefined
  state.claimedAt = state.elapsed()
  state.freed = 0
  const now = clock.now()
  return work.claim(queue, now, later(now, lease))
}

async function take<Item extends Prepared>(state: ConsumerState<Item>, rows: Item['row'][]): Promise<void> {
  const { work, lease } = state.options
  if (rows.length === 0) return
  if (state.stopping) return work.release(rows)
  let items: Item[]
  try {
    items = await work.prepare(rows)
  } catch (error) {
    await work.release(rows)
    throw error
  }
  for (const item of items) {
    const claimed = { item, bufferedAt: state.elapsed(), leaseUntil: state.claimedAt + lease }
    state.claimed.add(claimed)
    state.buffer.put(item.row.lane, claimed)
  }
}

function start<Item extends Prepared>(state: ConsumerState<Item>, claimed: BufferedItem<Item>): void {
  state.started++
  void carry(state, claimed)
}

/** Never rejects. */
async function carry<Item extends Prepared>(state: ConsumerState<Item>, claimed: BufferedItem<Item>): Promise<void> {
  const { work, slots, pace, onError } = state.options
  const { lane } = claimed.item.row
  let isInSlot = true
  const leave = () => {
    if (isInSlot) leaveSlot(state, lane)
    isInSlot = false
  }
  const slot: Slot = {
    leave: () => (state.started < MOST_UNSETTLED * slots ? leave() : undefined),
    leaseLeft: () => claimed.leaseUntil - state.elapsed(),
    giveBackLane: () => giveBack(state, [lane]),
  }
  try {
    if (isLongBuffered(state, claimed)) await release(state, [claimed])
    else await work.carry(claimed.item, slot)
  } catch (error) {
    onError(error)
  } finally {
    state.claimed.delete(claimed)
    state.started--
    leave()
    if ('afterEachRow' in pace) claimSoon(state)
    if (state.started === 0) state.onIdle?.()
  }
}

function leaveSlot<Item extends Prepared>(state: ConsumerState<Item>, lane: number): void {
  const { pace } = state.options
  const isEmpty = state.buffer.leave(lane)
  state.freed++
  if ('freeSlots' in pace && (state.freed >= pace.freeSlots || isEmpty)) state.claims?.wake()
}

function claimSoon<Item extends Prepared>(state: ConsumerState<Item>): void {
  const { pace, clock } = state.options
  if ('freeSlots' in pace || !state.buffer.hasBuffered()) state.claims?.wake()
  else
    state.cancelNextClaim ??= clock.after(pace.afterEachRow, () => {
      state.cancelNextClaim = undefined
      state.claims?.wake()
    })
}

function isLongBuffered<Item extends Prepared>(
  state: ConsumerState<Item>,
  { bufferedAt }: BufferedItem<Item>,
): boolean {
  const { longestBuffered = Number.POSITIVE_INFINITY } = state.options
  return state.elapsed() - bufferedAt > longestBuffered
}

async function giveBackLongBuffered<Item extends Prepared>(state: ConsumerState<Item>): Promise<void> {
  const lanes = state.buffer.oldest().flatMap(({ lane, item }) => (isLongBuffered(state, item) ? [lane] : []))
  for (const lane of lanes) state.options.work.onLaneTooSlow?.(lane)
  await giveBack(state, lanes)
}

function giveBack<Item extends Prepared>(state: ConsumerState<Item>, lanes: number[]): Promise<void> {
  return release(
    state,
    lanes.flatMap((lane) => state.buffer.takeBack(lane)),
  )
}

/** Releases rows. If this fails, reports the error to `onError`, and the rows become due when their leases expire. */
async function release<Item extends Prepared>(
  state: ConsumerState<Item>,
  claimed: BufferedItem<Item>[],
): Promise<void> {
  const { work, onError } = state.options
  if (claimed.length === 0) return
  for (const one of claimed) state.claimed.delete(one)
  await work.release(claimed.map(({ item }) => item.row)).catch(onError)
}

async function renew<Item extends Prepared>(state: ConsumerState<Item>): Promise<undefined> {
  const { work, clock, lease } = state.options
  if (state.claimed.size === 0) return
  const claimed = [...state.claimed]
  const renewedAt = state.elapsed()
  const rows = claimed.map(({ item }) => item.row)
  const renewed = new Set(await work.renew?.(rows, later(clock.now(), lease)))
  for (const one of claimed) if (renewed.has(one.item.row.id)) one.leaseUntil = renewedAt + lease
}

async function stop<Item extends Prepared>(state: ConsumerState<Item>, renewals: Loop | undefined): Promise<void> {
  const { clock, patience, work } = state.options
  state.stopping = true
  const cancelPatience = clock.after(patience, () => work.onStopTimeout())
  await state.claims?.stop()
  state.cancelNextClaim?.()
  await release(state, state.buffer.takeBack())
  if (state.started > 0)
    await new Promise<void>((resolve) => {
      state.onIdle = resolve
    })
  cancelPatience()
  await renewals?.stop()
}
