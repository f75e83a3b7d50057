// The prefetch buffer contains claimed items that have not started yet. With these items, the slots stay busy during
// the next claim.
import { createSlots } from './slots.ts'

export interface PrefetchBuffer<Item> {
  /** Returns the number of free slots. */
  free(): number
  /** Returns the number of further items that may be claimed. */
  claimCapacity(): number
  /** Returns how many items may be claimed for each lane, as described at `createSlots`. */
  share(lanes: number[]): { lane: number; most: number }[]
  /** Adds a claimed item. The item starts as soon as its lane may use a slot. */
  put(lane: number, item: Item): void
  /**
   * Frees the slot of an item that has ended, and starts buffered items. Returns true if no started or buffered item is
   * left.
   */
  leave(lane: number): boolean
  /** Returns true if any item is buffered. */
  hasBuffered(): boolean
  /** Returns the oldest buffered item of each lane. */
  oldest(): { lane: number; item: Item }[]
  /** Removes the buffered items of a lane and returns them. Without `lane`, does this for all lanes. */
  takeBack(lane?: number): Item[]
}

export interface BufferLimits {
  /** The maximum number of items that have started and not ended. */
  slots: number
  /** The maximum number of buffered items. The default is half of the number of slots. */
  ahead?: number
  /**
   * Returns the maximum number of started items for a lane. In addition, no lane may use more than half of the slots.
   */
  limitOf?: (lane: number) => number
  /**
   * Returns the maximum number of claimed items for a lane, so that a slow lane does not fill the buffer. `limit` is
   * the result of `limitOf` for this lane.
   */
  claimable?: (lane: number, limit: number) => number
}

/** Creates a prefetch buffer. It calls `start` to start an item. `start` must not throw. */
export function createPrefetchBuffer<Item>(limits: BufferLimits, start: (item: Item) => void): PrefetchBuffer<Item> {
  const { slots, ahead = Math.floor(slots / 2), limitOf = () => slots, claimable = (_, limit) => 2 * limit } = limits
  const started = createSlots(slots, limitOf)
  const claimed = createSlots(slots + ahead, (lane) => claimable(lane, limitOf(lane)))
  const buffered = new Map<number, Item[]>()

  const startFrom = (lane: number) => {
    const queue = buffered.get(lane) ?? []
    while (started.hasRoom(lane)) {
      const item = queue.shift()
      if (item === undefined) break
      started.take(lane)
      start(item)
    }
    if (queue.length === 0) buffered.delete(lane)
  }

  return {
    free: () => started.free(),
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
      started.give(lane)
      claimed.give(lane)
      startFrom(lane)
      for (const other of buffered.keys()) {
        if (started.free() === 0) break
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
