// The ticks of an axis with durations.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Distances between two ticks in milliseconds. The multiples of each have labels with at most one decimal. */
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 6, 12, 24, 48].map((hours) => hours * HOUR),
]
const LONGEST_STEP = 48 * HOUR
const MOST_STEPS = 5

/** Returns the ticks from zero to the first tick that is not below the longest duration. */
export function delayTicks(longest: number): number[] {
  const step = steps.find((one) => longest <= one * MOST_STEPS) ?? Math.ceil(longest / LONGEST_STEP / 5) * LONGEST_STEP
  const count = Math.max(1, Math.ceil(longest / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}
