// Processes items in sets without a timer: items that arrive during one set form the next set.
import { retryInHalves } from '../repeat.ts'
import { partsByWeight } from './turns-of-work.ts'

export interface Sets<Item> {
  /** Adds an item. Resolves when its set is done, and rejects if the item fails. */
  put(item: Item): Promise<void>
  /** Ends retries: from now on, a temporary error rejects the items of its set. */
  stopRetrying(): void
}

export interface SetWork<Item> {
  /** The maximum number of items in a set. */
  most: number
  /** The weight of an item, and the maximum weight of a set. */
  weight?: { of: (item: Item) => number; most: number }
  /** Processes a set. It must be safe to repeat. */
  work: (set: Item[]) => Promise<void>
  /** Returns whether an error is temporary, so that the set is retried. Any other error concerns one item. */
  mayPass: (error: unknown) => boolean
  /** Called with each temporary error before its retry. */
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
    // Collect all items that arrive in one turn of the event loop.
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

  /** Retries after temporary errors. Rejects with any other error, so that the set is split. */
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
