// The clock that the code uses for all times, including times in SQL statements. Tests replace it.

export interface Clock {
  now(): Date
  /** Calls `then` once, when `milliseconds` have passed on this clock. Returns a function that cancels the call. */
  after(milliseconds: number, then: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Returns the time `milliseconds` after `at`. */
export function later(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
