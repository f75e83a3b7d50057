// The queue for the only connection of the embedded database.

/** The lines of tasks that wait: requests of callers and members, or background work of the service. */
export type Line = 'requests' | 'work'

export interface ConnectionQueue {
  /** Resolves when the task may use the connection. Call `leave` once when the connection is free again. */
  enter(line: Line): Promise<void>
  leave(): void
  /** Returns the number of tasks that wait. */
  waiting(): number
}

/**
 * Within a line, tasks get the connection in the order of arrival. If tasks wait in both lines, the lines get it
 * alternately. Many requests therefore do not stop background work, and background work does not stop requests.
 */
export function createConnectionQueue(): ConnectionQueue {
  const waiting: Record<Line, (() => void)[]> = { requests: [], work: [] }
  let isTaken = false
  let last: Line = 'work'
  return {
    async enter(line) {
      if (isTaken) await new Promise<void>((resolve) => waiting[line].push(resolve))
      isTaken = true
      last = line
    },
    leave() {
      const other = last === 'work' ? 'requests' : 'work'
      const next = waiting[other].shift() ?? waiting[last].shift()
      if (next) next()
      else isTaken = false
    },
    waiting: () => waiting.requests.length + waiting.work.length,
  }
}
