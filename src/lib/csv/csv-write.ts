// Writes CSV (RFC 4180) that a spreadsheet shows without calculating any formula.

/** Returns one line, with its line ending. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(String(cell ?? '')))).join(',')}\r\n`
}

/** A phone number is not a formula and keeps its plus sign. */
const NUMBER = /^\+\d+$/

/**
 * Matches text that a spreadsheet may calculate. A formula begins with a sign, which may be full-width. Spaces, control
 * characters and zero-width characters may precede the sign. A tab or line break at the beginning moves the rest of the
 * text into a new cell.
 */
const FORMULA = /^(?:'*[\t\r\n]|['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/u
/** Characters that may precede the sign of a formula, including the apostrophe that `guarded` adds. */
const IGNORED = /['\s\p{Cf}\p{Cc}]/u

/** Puts an apostrophe before each formula, so that a spreadsheet shows it as text. `withoutApostrophe` removes it. */
function guarded(text: string): string {
  const inner = pieces(text).join("'")
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner
}

/** Removes the apostrophes that `csvLine`, or a person in a spreadsheet, put before formulas. */
export function withoutApostrophe(cell: string): string {
  const [first = '', ...others] = pieces(cell)
  const inner = first + others.map((piece) => (piece.startsWith("'") ? piece.slice(1) : piece)).join('')
  return cell.startsWith("'") && FORMULA.test(cell) ? inner.slice(1) : inner
}

const SEPARATOR = /[;\t\r\n]/

/**
 * Splits a text before each formula that follows a semicolon, tab or line break. A spreadsheet that separates cells by
 * semicolon, as in Italian, sees our quotation marks in the middle of a cell, where they have no effect. The pass runs
 * from the end of the text, so at each separator it already knows whether a formula follows.
 */
function pieces(text: string): string[] {
  if (!SEPARATOR.test(text)) return [text]
  const characters = Array.from(text)
  const found: string[] = []
  let [end, isFormula] = [characters.length, false]
  for (let at = characters.length - 1; at >= 0; at--) {
    const character = characters[at] ?? ''
    if (isFormula && SEPARATOR.test(character)) {
      found.push(characters.slice(at + 1, end).join(''))
      end = at + 1
    }
    isFormula = SIGN.test(character) || (isFormula && IGNORED.test(character))
  }
  return [characters.slice(0, end).join(''), ...found.reverse()]
}

function quoted(text: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
