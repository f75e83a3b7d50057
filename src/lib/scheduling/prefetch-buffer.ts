// The prefetch buffer: claimed items that wait for a slot, so that no slot is idle while the next claim is under way.
import { createSlots } from './slots.ts'

export interface PrefetchBuffer<Item> {
  /** How many more may be started at the same time. */
  free(): number
  /** How many more may be claimed. */
  claimCapacity(): number
  /** How many of each lane to claim next; see `createSlots`. */
  share(lanes: number[]): { lane: number; most: number }[]
  /** Starts the item when a slot of its lane is free. */
  put(lane: number, item: Item): void
  /** Gives one item's slot to the next. Returns whether nothing is left. */
  leave(lane: number): boolean
  /** Whether an item waits for a slot. */
  hasBuffered(): boolean
  /** Returns the oldest item of each lane that has items buffered. */
  oldest(): { lane: number; item: Item }[]
  /** Takes out the buffered items, of one lane or of all. */
  takeBack(lane?: number): Item[]
}

export interface BufferLimits {
  /** Items under way at the same time. */
  slots: number
  /** Items that wait besides; half of the slots by default. */
  ahead?: number
  /** How many items of this lane may be under way at the same time; half of the slots is the limit of every lane. */
  limitOf?: (lane: number) => number
  /** How many items of a lane with this limit may be claimed, those under way included. What waits for a slow lane keeps others from being claimed. */
  claimable?: (lane: number, limit: number) => number
}

/** `start` must not throw. */
export function createPrefetchBuffer<Item>(limits: BufferLimits, start: (item: Item) => void): PrefetchBuffer<Item> {
  const { slots, ahead = Math.floor(slots / 2), limitOf = () => slots, claimable = (_, limit) => 2 * limit } = limits
  const underWay = createSlots(slots, limitOf)
  const claimed = createSlots(slots + ahead, (lane) => claimable(lane, limitOf(lane)))
  const buffered = new Map<number, Item[]>()

  const startFrom = (lane: number) => {
    const queue = buffered.get(lane) ?? []
    while (underWay.hasRoom(lane)) {
      const item = queue.shift()
      if (item === undefined) break
      underWay.take(lane)
      start(item)
    }
    if (queue.length === 0) buffered.delete(lane)
  }

  return {
    free: () => underWay.free(),
    claimCapacity: () => claimed.free(),
    share: (lanes) => claimed.share(lanes),
    put(lane, item) {
      claimed.take(lane)
      const queue = buffered.get(lane)
      if (queue) queue.push(item)
      else buffered.set(lane, [item])
      startFrom(lane)
    },
    leave(lane) {
      underWay.give(lane)
      claimed.give(lane)
      startFrom(lane)
      for (const other of buffered.keys()) {
        if (underWay.free() === 0) break
        startFrom(other)
      }
      return claimed.free() === slots + ahead
    },
    hasBuffered: () => buffered.size > 0,
    oldest: () => [...buffered].flatMap(([lane, [item]]) => (item === undefined ? [] : [{ lane, item }])),
    takeBack(lane) {
      const lanes = lane === undefined ? [...buffered.keys()] : [lane]
      return lanes.flatMap((name) => {
        const items = buffered.get(name) ?? []
        buffered.delete(name)
        for (const _item of items) claimed.give(name)
        return items
      })
    },
  }
}
