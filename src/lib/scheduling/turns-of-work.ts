// Splits long work into turns of the event loop, so that other requests are answered between them.

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Counts the weight of work that is done in pieces. `pause` waits for the next turn of the event loop if more than
 * `most` was done since the last pause.
 */
export function createTurnCounter(most: number): { pause(weight: number): Promise<void> | undefined } {
  let weight = 0
  return {
    pause(more) {
      weight += more
      if (weight <= most) return undefined
      weight = 0
      return nextTurn()
    },
  }
}

/** Splits a list into parts that weigh at most `most` each. A heavier item has its own part. */
export function partsByWeight<T>(items: readonly T[], weigh: (item: T) => number, most: number): T[][] {
  const parts: T[][] = []
  let part: T[] = []
  let weight = 0
  for (const item of items) {
    const own = weigh(item)
    if (part.length > 0 && weight + own > most) {
      parts.push(part)
      part = []
      weight = 0
    }
    part.push(item)
    weight += own
  }
  if (part.length > 0) parts.push(part)
  return parts
}
