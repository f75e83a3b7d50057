// Combines items that arrive at the same time into batches, and limits how many batches are processed at the same time.
import { errorOf } from '../thrown.ts'

/**
 * The result of an item. There is no result if the signal of the item aborted before its batch began (`not_started`) or
 * while its batch was processed (`unanswered`).
 */
export type BatchResult<Result> = { kind: 'done'; result: Result } | { kind: 'not_started' | 'unanswered' }

export interface Batches<Item, Result> {
  /** Adds an item to the next batch. Rejects if the processing of the batch throws an error. */
  put(item: Item, signal: AbortSignal): Promise<BatchResult<Result>>
}

interface WaitingItem<Item, Result> {
  item: Item
  start(): void
  done(result: BatchResult<Result>): void
  failed(error: Error): void
}

/**
 * Creates a queue of items. `work` processes a batch of at most `most` items, and returns one result for each item, in
 * the same order. At most `atOnce` batches are processed at the same time. `onIdle` is called when no item is left.
 */
export function createBatches<Item, Result>({
  most,
  atOnce,
  work,
  onIdle = () => {},
}: {
  most: number
  atOnce: number
  work: (items: Item[]) => Promise<Result[]>
  onIdle?: () => void
}): Batches<Item, Result> {
  let waiting: WaitingItem<Item, Result>[] = []
  let running = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    // First wait, so that all items that arrive in this turn of the event loop are in one batch.
    setImmediate(() => {
      isScheduled = false
      while (running < atOnce && waiting.length > 0) void process(waiting.splice(0, most))
      if (running === 0 && waiting.length === 0) onIdle()
    })
  }

  const process = async (batch: WaitingItem<Item, Result>[]) => {
    running++
    for (const { start } of batch) start()
    try {
      const results = await work(batch.map(({ item }) => item))
      results.forEach((result, at) => {
        batch[at]?.done({ kind: 'done', result })
      })
    } catch (error) {
      for (const { failed } of batch) failed(errorOf(error))
    } finally {
      running--
      schedule()
    }
  }

  return {
    put: (item, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return resolve({ kind: 'not_started' })
        let hasStarted = false
        const abort = () => {
          waiting = waiting.filter((other) => other !== own)
          resolve({ kind: hasStarted ? 'unanswered' : 'not_started' })
          schedule()
        }
        const own: WaitingItem<Item, Result> = {
          item,
          start: () => {
            hasStarted = true
          },
          done: (result) => {
            signal.removeEventListener('abort', abort)
            resolve(result)
          },
          failed: (error) => {
            signal.removeEventListener('abort', abort)
            reject(error)
          },
        }
        signal.addEventListener('abort', abort, { once: true })
        waiting.push(own)
        schedule()
      }),
  }
}
