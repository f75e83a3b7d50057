// Work done in sets: what arrives while one set is being worked on becomes the next; nobody waits for a timer.
import { retryInHalves } from '../repeat.ts'
import { partsByWeight } from './turns-of-work.ts'

export interface Sets<Item> {
  /** Resolves when the set that the item went with is done; rejects when the item can't be done. */
  put(item: Item): Promise<void>
  /** From now on what might pass is not waited for: what is not done then is rejected. */
  stopRetrying(): void
}

export interface SetWork<Item> {
  /** Items in a set at most. */
  most: number
  /** What an item weighs, and a set at most: heavy items travel in smaller sets. */
  weight?: { of: (item: Item) => number; most: number }
  /** Repeating it must be safe. */
  work: (set: Item[]) => Promise<void>
  /** The same again may do: somebody was in the way, or away. Any other error is one item's. */
  mayPass: (error: unknown) => boolean
  /** Hears of what is repeated. */
  onError: (error: unknown) => void
}

interface QueuedItem<Item> {
  item: Item
  done: () => void
  failed: (error: unknown) => void
}

const PAUSE_AFTER_ERROR = 500

export function inSets<Item>({ most, weight, work, mayPass, onError }: SetWork<Item>): Sets<Item> {
  let queue: QueuedItem<Item>[] = []
  let running = false
  let isRetrying = true

  const run = async () => {
    running = true
    // What one turn of the event loop brings belongs together.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const set = firstOf(queue)
      queue = queue.slice(set.length)
      await finish(set)
    }
    running = false
  }

  const firstOf = (pending: QueuedItem<Item>[]) => {
    const set = pending.slice(0, most)
    return weight ? (partsByWeight(set, ({ item }) => weight.of(item), weight.most)[0] ?? set) : set
  }

  const finish = async (set: QueuedItem<Item>[]): Promise<void> => {
    await retryInHalves(set, workThrough, ({ failed }, error) => failed(error))
  }

  /** Waits out what may pass. Rejects with an unforeseen error, which is one item's: the others must not wait for it. */
  const workThrough = async (set: QueuedItem<Item>[]): Promise<void> => {
    for (;;) {
      try {
        await work(set.map(({ item }) => item))
        for (const { done } of set) done()
        return
      } catch (error) {
        if (!mayPass(error)) throw error
        if (!isRetrying) {
          for (const { failed } of set) failed(error)
          return
        }
        onError(error)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR))
      }
    }
  }

  return {
    put: (item) =>
      new Promise((done, failed) => {
        queue.push({ item, done, failed })
        if (!running) void run()
      }),
    stopRetrying() {
      isRetrying = false
    },
  }
}
