// Finds problems in placeholders: invalid braces and unknown names.
import { PLACEHOLDER } from '../content/edited-template.ts'

export interface PlaceholderFinding {
  from: number
  to: number
  /**
   * `fine`: a known name. `unknown`: a valid name that is not known. `malformed`: not a placeholder, so Carillon sends
   * the text with its braces. `single`: a name in single instead of double braces.
   */
  kind: 'fine' | 'unknown' | 'malformed' | 'single'
  name: string
  /** The known name that was probably intended. */
  suggestion?: string
}

/** `isMarkup` is true for HTML, whose styles contain single and closing braces. */
export function findPlaceholders(text: string, known: readonly string[], isMarkup = false): PlaceholderFinding[] {
  const findings: PlaceholderFinding[] = []
  for (const match of text.matchAll(PLACEHOLDER)) {
    const name = match[1]!
    const fine = known.includes(name)
    const suggestion = fine ? undefined : nearestName(name, known)
    findings.push({
      from: match.index,
      to: match.index + match[0].length,
      kind: fine ? 'fine' : 'unknown',
      name,
      ...(suggestion === undefined ? {} : { suggestion }),
    })
  }
  const stray = strayBraces(text, findings, known).filter(
    ({ kind, name }) => !isMarkup || (kind === 'malformed' && name.startsWith('{{')),
  )
  return [...findings, ...stray].sort((one, other) => one.from - other.from)
}

/** Finds braces outside of placeholders. */
function strayBraces(text: string, taken: PlaceholderFinding[], known: readonly string[]): PlaceholderFinding[] {
  const isFree = (at: number) => !taken.some(({ from, to }) => at >= from && at < to)
  const malformed = Array.from(text.matchAll(/\{\{[^{}\n]{0,80}(?:\}\}?)?|\}\}/g))
    .filter((match) => isFree(match.index))
    .map((match): PlaceholderFinding => range(match, 'malformed', match[0]))
  const single = Array.from(text.matchAll(/(?<!\{)\{\s*([^\s{}]+)\s*\}(?!\})/g))
    .filter((match) => isFree(match.index) && known.includes(match[1]!))
    .map((match): PlaceholderFinding => range(match, 'single', match[1]!))
  return [...malformed, ...single]
}

function range(match: RegExpExecArray, kind: PlaceholderFinding['kind'], name: string): PlaceholderFinding {
  return { from: match.index, to: match.index + match[0].length, kind, name }
}

/** Returns the nearest known name, if it differs by at most two letters. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const most = name.length < 5 ? 1 : 2
  return known.find((candidate) => {
    return (
      Math.abs(candidate.length - name.length) <= most && distance(name.toLowerCase(), candidate.toLowerCase()) <= most
    )
  })
}

/** Returns the edit distance: the number of letters to change, insert, delete or swap. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at])
  for (let column = 1; column <= other.length; column++) rows[0]![column] = column
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (same ? 0 : 1),
        swapped ? rows[row - 2]![column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return rows[one.length]![other.length]!
}
