// Splits a text at the formatting marks of a channel, for example *bold* on WhatsApp and Slack, or **bold** on Discord.

export type Tag = 'strong' | 'em' | 's' | 'u' | 'code'
export type Marks = [mark: string, tag: Tag][]

export interface TextPiece {
  text: string
  /** The HTML element of the piece, or undefined for plain text. The `text` of the piece contains no marks. */
  tag?: Tag
}

/**
 * Splits `text` at the pairs of marks that are on one line and have text between them. A mark does not count if its
 * outer side is next to a letter or digit, or if its inner side is next to a space. If two pairs overlap, only the
 * earlier pair counts. If two pairs start at the same position, the pair with the longer mark counts. The time is
 * linear in the length of the text.
 */
export function splitAtMarks(text: string, marks: Marks): TextPiece[] {
  return text.split(/(?<=\n)/).flatMap((line) => splitLine(line, marks))
}

function splitLine(line: string, marks: Marks): TextPiece[] {
  const searches = marks.map(([mark, tag]) => pairSearch(line, mark, tag))
  const pieces: TextPiece[] = []
  let at = 0
  for (;;) {
    const found = searches.flatMap((search) => search(at) ?? [])
    const first = found.sort((one, other) => one.from - other.from || other.size - one.size)[0]
    if (first === undefined) break
    if (first.from > at) pieces.push({ text: line.slice(at, first.from) })
    pieces.push({ text: line.slice(first.from + first.size, first.to - first.size), tag: first.tag })
    at = first.to
  }
  if (at < line.length) pieces.push({ text: line.slice(at) })
  return pieces
}

interface Pair {
  /** `from` is the position of the opening mark. `to` is the position after the closing mark. */
  from: number
  to: number
  /** The length of the mark. */
  size: number
  tag: Tag
}

/**
 * Returns a function that finds the first pair of marks (an opening and a closing mark) at or after a position.
 * Positions must increase from call to call, because each search continues where the previous search stopped. All
 * searches together read the line only once.
 */
function pairSearch(line: string, mark: string, tag: Tag): (from: number) => Pair | undefined {
  const size = mark.length
  const places = placesOf(line, mark)
  const opening = places.filter((at) => !endsInLetter(line.slice(0, at)) && /\S/.test(line.charAt(at + size)))
  const closing = places.filter((at) => /\S/.test(line.charAt(at - 1)) && !startsWithLetter(line.slice(at + size)))
  let nextOpening = 0
  let nextClosing = 0
  return (from) => {
    while ((opening[nextOpening] ?? line.length) < from) nextOpening++
    const open = opening[nextOpening]
    if (open === undefined) return undefined
    while ((closing[nextClosing] ?? line.length) <= open + size) nextClosing++
    const close = closing[nextClosing]
    return close === undefined ? undefined : { from: open, to: close + size, size, tag }
  }
}

function placesOf(line: string, mark: string): number[] {
  const places: number[] = []
  for (let at = line.indexOf(mark); at !== -1; at = line.indexOf(mark, at + 1)) places.push(at)
  return places
}

function endsInLetter(text: string): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(-2))
}

function startsWithLetter(text: string): boolean {
  return /^[\p{L}\p{N}]/u.test(text)
}
