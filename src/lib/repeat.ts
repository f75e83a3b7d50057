// Repeats failed work. It repeats all of the work a few times, or splits the items in halves to isolate the item that
// fails.

/**
 * Runs `work` and resolves with its result. Runs it again after an error for which `when` returns true, up to `most`
 * runs in total. Rejects with the last error.
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
 * Runs `work` on all items at once. After an error, it runs `work` on each half, recursively. Calls `failed` for an
 * item that fails alone. `work` must be safe to repeat, or must change nothing when it rejects.
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
