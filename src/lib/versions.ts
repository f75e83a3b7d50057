// Compares release versions such as 0.2.0.

/**
 * Returns true if `version` is `least` or newer. A version that is missing or has no valid form counts as older than
 * all others.
 */
export function versionAtLeast(version: string | null | undefined, least: string): boolean {
  const [actual, required] = [partsOf(version ?? ''), partsOf(least)]
  if (!actual || !required) return false
  const differences = actual.map((part, index) => part - (required[index] ?? 0))
  return (differences.find((difference) => difference !== 0) ?? 0) >= 0
}

/** A suffix such as -rc.1 is ignored. */
function partsOf(version: string): number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number)
}
