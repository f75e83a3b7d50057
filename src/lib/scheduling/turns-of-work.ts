// Splits long work into several turns of the event loop. Between the turns, the process can handle other requests.

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Counts the work that is done in pieces. `pause` waits for the next turn of the event loop if the weight of the work
 * since the last pause exceeds `most`.
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

/**
 * Splits a list into parts with a weight of at most `most` each. An item with a greater weight becomes a separate part.
 */
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
