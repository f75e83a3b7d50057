// Work that failed, done again: the whole of it a few times, or in halves until the item that causes the error stands alone.

/**
 * Resolves with what `work` resolves with. Runs it again while `when` says of its error that another run may pass, `most` times in
 * all; then rejects with the error.
 */
export async function repeat<Result>(
  most: number,
  when: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let run = 1; ; run++) {
    try {
      return await work()
    } catch (error) {
      if (run === most || !when(error)) throw error
    }
  }
}

/**
 * Works on all items at once; after an error on each half of them, and so on. An item that fails alone goes to `failed`, and the
 * others are done without it. `work` must be safe to repeat, or do nothing when it rejects.
 */
export async function retryInHalves<Item>(
  items: Item[],
  work: (items: Item[]) => Promise<void>,
  failed: (item: Item, error: unknown) => void,
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    const [first, ...others] = items
    if (first === undefined) throw error
    if (others.length === 0) return failed(first, error)
    const middle = Math.ceil(items.length / 2)
    await retryInHalves(items.slice(0, middle), work, failed)
    await retryInHalves(items.slice(middle), work, failed)
  }
}
