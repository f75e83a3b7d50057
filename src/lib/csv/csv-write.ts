// Writes CSV (RFC 4180). A spreadsheet shows the cells as text and does not calculate them as formulas.

/** Returns one line of CSV, including its line ending. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(String(cell ?? '')))).join(',')}\r\n`
}

/** Matches a phone number. A phone number is not a formula, so `guarded` puts no apostrophe before its plus sign. */
const NUMBER = /^\+\d+$/

/**
 * Matches text that a spreadsheet may calculate. A formula begins with a sign such as `=`, which may be a full-width
 * character. Before the sign, there may be spaces, control characters and zero-width characters. If the text begins
 * with a tab or a line break, a spreadsheet may move the rest of the text to a new cell.
 */
const FORMULA = /^(?:'*[\t\r\n]|['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/u
/** Characters that may precede the sign of a formula. They include the apostrophe that `guarded` adds. */
const IGNORED = /['\s\p{Cf}\p{Cc}]/u

/** Puts an apostrophe before each formula, so that a spreadsheet shows it as text. `withoutApostrophe` removes it. */
function guarded(text: string): string {
  const inner = pieces(text).join("'")
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner
}

/** Removes the apostrophes that are before formulas. `csvLine` or a person in a spreadsheet added these apostrophes. */
export function withoutApostrophe(cell: string): string {
  const [first = '', ...others] = pieces(cell)
  const inner = first + others.map((piece) => (piece.startsWith("'") ? piece.slice(1) : piece)).join('')
  return cell.startsWith("'") && FORMULA.test(cell) ? inner.slice(1) : inner
}

const SEPARATOR = /[;\t\r\n]/

/**
 * Splits a text before each formula that follows a semicolon, tab or line break. A spreadsheet with another separator
 * may split the cell at these characters, even if the cell is in quotation marks. For example, an Italian spreadsheet
 * separates cells by semicolons. The loop runs from the end of the text to its beginning, so at each separator
 * `isFormula` already states whether a formula follows.
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
