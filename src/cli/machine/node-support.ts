// How long each version of Node gets security fixes, and what a start says on one that gets none.

/** The last day of each major version (UTC), from the release schedule of Node.js. */
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

/** Returns the last day on which this version gets security fixes, as YYYY-MM-DD; undefined for one that is not in the table. */
export function lastDayOf(version: string): string | undefined {
  return lastDays[Number.parseInt(version, 10)]
}

/** Returns whether the last day of this version is over. A version that is not in the table counts as supported. */
export function isPastEndOfLife(version: string, now: Date): boolean {
  const lastDay = lastDayOf(version)
  return lastDay !== undefined && now.toISOString().slice(0, 10) > lastDay
}

/** Returns the line that a start prints on a version past its end of life, and undefined on any other. */
export function endOfLifeNotice(version: string, now: Date): string | undefined {
  if (!isPastEndOfLife(version, now)) return undefined
  return `Node ${version} has had no security fixes since ${lastDayOf(version)}. Install Node ${RECOMMENDED_NODE}.`
}
