// Work done in sets: what arrives while one set is being worked on becomes the next; nobody waits for a timer.

/**
 * Answers a function that takes one item and resolves when the set it went with is done. `work` is repeated, after a
 * pause, until it stops throwing: repeating it must be safe.
 */
export function inSets<Item>(
  most: number,
  work: (set: Item[]) => Promise<void>,
  onError: (error: unknown) => void,
): (item: Item) => Promise<void> {
  let queue: { item: Item; done: () => void }[] = []
  let running = false

  const run = async () => {
    running = true
    // What one turn of the event loop brings belongs together.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const set = queue.slice(0, most)
      queue = queue.slice(most)
      await untilDone(set.map(({ item }) => item))
      for (const { done } of set) done()
    }
    running = false
  }

  const untilDone = async (set: Item[]) => {
    for (;;) {
      try {
        return await work(set)
      } catch (error) {
        onError(error)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR))
      }
    }
  }

  return (item) =>
    new Promise((done) => {
      queue.push({ item, done })
      if (!running) void run()
    })
}

const PAUSE_AFTER_ERROR = 500
