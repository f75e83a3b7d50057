// Finds the known name that is most similar to a mistyped name.

/** Returns the name with the smallest edit distance. Returns undefined if no name is similar enough. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0]
  return near && near.distance <= Math.max(2, Math.floor(near.candidate.length / 3)) ? near.candidate : undefined
}

function editDistance(a: string, b: string): number {
  if (a.length > 64) return a.length
  const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, at(previous, j) + 1, at(row, j - 1) + 1))
    }
    previous = row
  }
  return at(previous, b.length)
}
