// Processes items in sets without a timer. Items that arrive while one set is processed form the next set.
import { retryInHalves } from '../repeat.ts'
import { partsByWeight } from './turns-of-work.ts'

export interface Sets<Item> {
  /** Adds an item. The promise resolves when the set of the item is done, and rejects if the item fails. */
  put(item: Item): Promise<void>
  /** Ends retries. From now on, a temporary error rejects all items of the set. */
  stopRetrying(): void
}

export interface SetWork<Item> {
  /** The maximum number of items in a set. */
  most: number
  /** The weight of each item, and the maximum total weight of a set. */
  weight?: { of: (item: Item) => number; most: number }
  /** Processes a set. Processing the same set twice must be safe. */
  work: (set: Item[]) => Promise<void>
  /**
   * Returns true if an error is temporary. The whole set is then retried. For any other error, the set is split to find
   * the item that causes the error.
   */
  mayPass: (error: unknown) => boolean
  /** Called for each temporary error, before the retry. */
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
    // First wait, so that all items that arrive in this turn of the event loop are in one set.
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

  /**
   * Processes a set, and retries after temporary errors. Rejects with any other error, and the caller then splits the
   * set.
   */
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
