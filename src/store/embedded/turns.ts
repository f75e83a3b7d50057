// Gives turns on the only connection of the embedded database.

/** The lines of tasks that wait: requests of callers and members, or background work of the service. */
export type Line = 'requests' | 'work'

export interface Turns {
  /** Resolves when the turn begins. Call `end` once when the connection is free again. */
  begin(line: Line): Promise<void>
  end(): void
  /** Returns the number of tasks that wait. */
  waiting(): number
}

/**
 * Within a line, turns are given in the order of arrival. If both lines wait, they get turns alternately: a flood of
 * requests does not keep the service from sending messages and applying receipts, and the reverse.
 */
export function createTurns(): Turns {
  const waiting: Record<Line, (() => void)[]> = { requests: [], work: [] }
  let isTaken = false
  let last: Line = 'work'
  return {
    async begin(line) {
      if (isTaken) await new Promise<void>((resolve) => waiting[line].push(resolve))
      isTaken = true
      last = line
    },
    end() {
      const other = last === 'work' ? 'requests' : 'work'
      const next = waiting[other].shift() ?? waiting[last].shift()
      if (next) next()
      else isTaken = false
    },
    waiting: () => waiting.requests.length + waiting.work.length,
  }
}
