// The outbox: claimed items that wait for a slot, so that no slot is idle while the next claim is under way.
import { createSlots } from './slots.ts'

export interface Outbox<Item> {
  /** How many more may be sent at once: with none, what is claimed could only be held from others. */
  free(): number
  /** How many more may be claimed. */
  room(): number
  /** How many of each lane to claim next; see `createSlots`. */
  share(lanes: number[]): { lane: number; most: number }[]
  /** Lets no more of this lane be sent at the same time. */
  limit(lane: number, most: number | undefined): void
  /** Sends the item when a slot of its lane is free. */
  put(lane: number, item: Item): void
  /** One item's sending is over: its slot goes to the next. Answers whether nothing is left. */
  leave(lane: number): boolean
  /** Something waits for a slot. */
  waits(): boolean
  /** What waits longest of each lane that has something waiting. */
  first(): { lane: number; item: Item }[]
  /** Takes out what waits, of one lane or of all. */
  takeBack(lane?: number): Item[]
}

export interface OutboxOptions<Item> {
  /** Sent at the same time. */
  slots: number
  /** Held ready besides. */
  ahead?: number
  /** Of one lane at the same time, where nothing else is said of it. */
  each?: number
  /** How many of a lane to have claimed, the sent ones included, that sends `limit` at a time. What waits for a slow lane keeps others from being claimed. */
  held?: (lane: number, limit: number) => number
  /** Must not throw. */
  send: (item: Item) => void
}

export function createOutbox<Item>({
  slots,
  ahead = Math.floor(slots / 2),
  each = Number.POSITIVE_INFINITY,
  held = (_lane, limit) => 2 * limit,
  send,
}: OutboxOptions<Item>): Outbox<Item> {
  const limits = new Map<number, number>()
  const limitOf = (lane: number) => limits.get(lane) ?? each
  const sending = createSlots(slots, limitOf)
  const claimed = createSlots(slots + ahead, (lane) => held(lane, limitOf(lane)))
  const waiting = new Map<number, Item[]>()

  const sendFrom = (lane: number) => {
    const queue = waiting.get(lane) ?? []
    while (queue.length > 0 && sending.hasRoom(lane)) {
      sending.take(lane)
      send(queue.shift()!)
    }
    if (queue.length === 0) waiting.delete(lane)
  }

  return {
    free: () => sending.free(),
    room: () => claimed.free(),
    share: (lanes) => claimed.share(lanes),
    limit(lane, most) {
      if (most === undefined) limits.delete(lane)
      else limits.set(lane, most)
    },
    put(lane, item) {
      claimed.take(lane)
      const queue = waiting.get(lane)
      if (queue) queue.push(item)
      else waiting.set(lane, [item])
      sendFrom(lane)
    },
    leave(lane) {
      sending.give(lane)
      claimed.give(lane)
      sendFrom(lane)
      for (const other of waiting.keys()) {
        if (sending.free() === 0) break
        sendFrom(other)
      }
      return claimed.free() === slots + ahead
    },
    waits: () => waiting.size > 0,
    first: () => [...waiting].map(([lane, [item]]) => ({ lane, item: item! })),
    takeBack(lane) {
      const lanes = lane === undefined ? [...waiting.keys()] : [lane]
      return lanes.flatMap((name) => {
        const items = waiting.get(name) ?? []
        waiting.delete(name)
        for (const _item of items) claimed.give(name)
        return items
      })
    },
  }
}
