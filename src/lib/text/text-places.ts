// Finds whether a position in Markdown or in Slack's markup is in a code span or in an address.

export interface TextSpot {
  /**
   * The position relative to code spans. At `inside`, the position is between two runs of backticks of the same length.
   * At `unclosed`, the position follows a run of backticks that no later run closes. A backtick in a value could close
   * this run.
   */
  code: 'none' | 'unclosed' | 'inside'
  /** True if a `<` precedes the position, and there is no `|` or `>` between the `<` and the position. */
  inAddress: boolean
}

const inText = (code: TextSpot['code']): TextSpot => ({ code, inAddress: false })
const inAddress = (code: TextSpot['code']): TextSpot => ({ code, inAddress: true })
const IN_TEXT = { none: inText('none'), unclosed: inText('unclosed'), inside: inText('inside') }
const IN_ADDRESS = { none: inAddress('none'), unclosed: inAddress('unclosed'), inside: inAddress('inside') }

/**
 * Returns a function that describes a position of the text. The positions must be passed in ascending order. The
 * function returns the same object for equal descriptions.
 */
export function spotsOf(text: string): (place: number) => TextSpot {
  if (!/[`<]/.test(text)) return () => IN_TEXT.none
  const { spans, unclosedAt } = codeSpansOf(text)
  const pending = spans.values()
  let span = pending.next().value
  const marks = /[<>|]/g
  let mark = marks.exec(text)
  let isOpen = false
  return (place) => {
    while (span && span.end <= place) span = pending.next().value
    for (; mark && mark.index < place; mark = marks.exec(text)) isOpen = mark[0] === '<'
    const inside = span !== undefined && span.start <= place
    const code = inside ? 'inside' : unclosedAt < place ? 'unclosed' : 'none'
    return isOpen ? IN_ADDRESS[code] : IN_TEXT[code]
  }
}

interface Span {
  start: number
  end: number
}

/**
 * Returns the code spans as CommonMark and Discord find them. Also returns the first run of backticks that is not
 * closed.
 */
function codeSpansOf(text: string): { spans: Span[]; unclosedAt: number } {
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: run }) => ({ start: index, length: run.length }))
  const closers = new Map<number, number[]>()
  for (const { start, length } of runs.toReversed()) {
    const places = closers.get(length)
    if (places) places.push(start)
    else closers.set(length, [start])
  }
  const spans: Span[] = []
  let unclosedAt = Number.POSITIVE_INFINITY
  let from = 0
  for (const { start, length } of runs) {
    if (start < from) continue
    // An escaped backtick opens no code span, but the other backticks of its run may open one.
    const opening = isEscaped(text, start, from) ? length - 1 : length
    if (opening === 0) continue
    const end = nextAfter(closers.get(opening), start)
    if (end === undefined) unclosedAt = Math.min(unclosedAt, start)
    else {
      spans.push({ start: start + length, end })
      from = end + opening
    }
  }
  return { spans, unclosedAt }
}

/**
 * Returns the lowest number in `places` that is above `place`. The list `places` is in descending order. Removes all
 * numbers up to `place` from the list.
 */
function nextAfter(places: number[] | undefined, place: number): number | undefined {
  while (places && (places.at(-1) ?? Number.POSITIVE_INFINITY) <= place) places.pop()
  return places?.at(-1)
}

/** Returns true if an odd number of backslashes precedes the position. Ignores backslashes before `from`. */
function isEscaped(text: string, place: number, from: number): boolean {
  let at = place
  while (at > from && text[at - 1] === '\\') at--
  return (place - at) % 2 === 1
}
