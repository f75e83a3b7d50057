// The time, given: code asks a clock, SQL takes the answer as a parameter, tests hold a clock of their own.

export interface Clock {
  now(): Date
  /** Calls `then` once, when so many milliseconds have passed on this clock. The answer calls it off. */
  after(milliseconds: number, then: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** The moment `milliseconds` after `at`. */
export function later(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
