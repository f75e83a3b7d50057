// Long work in short turns: between two of them the event loop answers others.

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * Counts the weight of work that is done piece by piece. `pause` resolves at once, or in the next turn after `most` since
 * the last one.
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

/** Parts of a list, in its order, each of at most `most` weight, or of one heavier item. */
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
