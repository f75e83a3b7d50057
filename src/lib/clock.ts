// The time, given: code asks a clock, SQL takes the answer as a parameter, tests hold a clock of their own.

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The moment `milliseconds` after `at`. */
export function later(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds)
}
