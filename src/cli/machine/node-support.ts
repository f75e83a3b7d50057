// The end of life of each Node version, and the notice that a start prints after that date.
import { systemClock } from '../../lib/clock.ts'

/** The last day (UTC) with security fixes for each major version, from the release schedule of Node.js. */
const lastDays: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
}

export const RECOMMENDED_NODE = 24

/** Returns the last day of security fixes as YYYY-MM-DD. Returns undefined for a version that is not in the table. */
export function lastDayOf(version: string): string | undefined {
  return lastDays[Number.parseInt(version, 10)]
}

/** Returns whether the last day of security fixes is past. A version that is not in the table counts as supported. */
export function isPastEndOfLife(version: string, now: Date): boolean {
  const lastDay = lastDayOf(version)
  return lastDay !== undefined && now.toISOString().slice(0, 10) > lastDay
}

/**
 * Returns the line that a start prints if this version of Node no longer gets security fixes. Otherwise, returns
 * undefined.
 */
export function endOfLifeNotice(version: string, now: Date): string | undefined {
  if (!isPastEndOfLife(version, now)) return undefined
  return `Node ${version} has had no security fixes since ${lastDayOf(version)}. Install Node ${RECOMMENDED_NODE}.`
}

/** Prints the notice for the running version of Node. */
export function printEndOfLife(): void {
  const notice = endOfLifeNotice(process.versions.node, systemClock.now())
  // Print this to standard error instead of the log, because with --json the first line must be the address.
  if (notice !== undefined) console.error(notice)
}
