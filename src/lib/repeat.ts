// Repeats failed work. Either repeats the whole work a few times, or splits the items in halves to find the item that
// fails.

/**
 * Runs `work` and returns its result. If `work` fails with an error for which `when` returns true, runs it again. Runs
 * it at most `most` times, and then throws the last error.
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
 * Runs `work` on all items together. If this fails, runs `work` on each half of the items, and again on each half of a
 * failed half. Calls `failed` for an item that fails alone. Running `work` again must be safe, or `work` must change
 * nothing when it fails.
 */
export async function retryInHalves<Item>(
  items: Item[],
  work: (items: Item[]) => Promise<void>,
  failed: (item: Item, error: unknown) => unknown,
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    const [first, ...others] = items
    if (first === undefined) throw error
    if (others.length === 0) {
      await failed(first, error)
      return
    }
    const middle = Math.ceil(items.length / 2)
    await retryInHalves(items.slice(0, middle), work, failed)
    await retryInHalves(items.slice(middle), work, failed)
  }
}
