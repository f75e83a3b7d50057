// CSV as it is given out: RFC 4180, and no cell that a spreadsheet would take for a formula.

/** One line with its end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(String(cell ?? '')))).join(',')}\r\n`
}

/** A telephone number is no formula, and keeps its plus. */
const NUMBER = /^\+\d+$/

/**
 * What a spreadsheet calculates: a sign at the beginning, also in the wide forms of East Asian keyboards, also behind spaces,
 * control characters and characters without a width. A tab or line break at the beginning moves the rest into a cell of its own.
 */
const FORMULA = /^(?:'*[\t\r\n]|['\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫−])/u
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/u
/** What may be before a sign, our own apostrophe included. */
const PASSED_OVER = /['\s\p{Cf}\p{Cc}]/u

/** An apostrophe before what a spreadsheet would calculate: it is shown as text then, and taken off by `unguarded`. */
function guarded(text: string): string {
  const inner = pieces(text).join("'")
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner
}

/** A cell as it was before `csvLine`, or before a person typed an apostrophe to keep a spreadsheet from calculating. */
export function withoutApostrophe(cell: string): string {
  const [first = '', ...others] = pieces(cell)
  const inner = first + others.map((piece) => (piece.startsWith("'") ? piece.slice(1) : piece)).join('')
  return cell.startsWith("'") && FORMULA.test(cell) ? inner.slice(1) : inner
}

const SEPARATOR = /[;\t\r\n]/

/**
 * Cuts a text before every formula that a spreadsheet would find behind a semicolon, tab or line break. Where the spreadsheet
 * separates by semicolon, as in Italian, our quotation marks begin in the middle of its cell and protect nothing. Read from
 * the end, once: whether a formula follows is then known at each separator.
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
    isFormula = SIGN.test(character) || (isFormula && PASSED_OVER.test(character))
  }
  return [characters.slice(0, end).join(''), ...found.reverse()]
}

function quoted(text: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
