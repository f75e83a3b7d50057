// Compares two texts line by line. Equal lines at the start and at the end are skipped. For the lines between them, the
// comparison uses the longest common subsequence.

export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/**
 * Maximum number of cells in the table of the algorithm. If the table would be larger, all lines between the equal
 * start and end count as replaced.
 */
const MOST_CELLS = 4_000_000

export function diffLines(before: string[], after: string[]): DiffLine[] {
  const head = commonAhead(before, after)
  const tail = commonAhead(before.slice(head).reverse(), after.slice(head).reverse())
  const old = before.slice(head, before.length - tail)
  const now = after.slice(head, after.length - tail)
  return [
    ...before.slice(0, head).map(line('same')),
    ...middle(old, now),
    ...before.slice(before.length - tail).map(line('same')),
  ]
}

const line =
  (kind: DiffLine['kind']) =>
  (text: string): DiffLine => ({ kind, text })

function commonAhead(one: string[], other: string[]): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}

function middle(old: string[], now: string[]): DiffLine[] {
  if (old.length * now.length > MOST_CELLS) return [...old.map(line('gone')), ...now.map(line('new'))]
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row]![column] =
        old[row] === now[column]
          ? lengths[row + 1]![column + 1]! + 1
          : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!)
    }
  }
  const lines: DiffLine[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ kind: 'same', text: old[row]! })
      row++
      column++
    } else if (column >= now.length || (row < old.length && lengths[row + 1]![column]! >= lengths[row]![column + 1]!)) {
      lines.push({ kind: 'gone', text: old[row++]! })
    } else {
      lines.push({ kind: 'new', text: now[column++]! })
    }
  }
  return lines
}
