// The clock from which code and SQL parameters take the time. Tests replace it.

export interface Clock {
  now(): Date
  /** Calls `then` once after `milliseconds` on this clock. The returned function cancels the call. */
  after(milliseconds: number, then: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Returns the moment `milliseconds` after `at`. */
export function later(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
