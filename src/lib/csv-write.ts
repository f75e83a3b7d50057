// CSV as it is given out: RFC 4180, and no cell that a spreadsheet would take for a formula.

/** One line with its end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(String(cell ?? '')))).join(',')}\r\n`
}

/** A telephone number is no formula, and keeps its plus. */
const NUMBER = /^\+\d+$/

/**
 * What a spreadsheet calculates: a sign at the beginning, also in the wide forms of East Asian keyboards, also behind spaces
 * and characters without a width. A tab or line break at the beginning moves the rest into a cell of its own.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u

/** An apostrophe before what a spreadsheet would calculate: it is shown as text then, and taken off by `unguarded`. */
function guarded(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** A cell as it was before `csvLine`, or before a person typed an apostrophe to keep a spreadsheet from calculating. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

function quoted(text: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
