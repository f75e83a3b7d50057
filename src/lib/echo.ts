// Finds a value that another program's answer repeats, in whatever escaping that program chose.

/** Longer values count as repeated when this many characters in a row are. */
const WINDOW = 8
/** Shorter values count only as whole words: "1" is part of nearly every answer. */
const SHORTEST_PART = 3

/**
 * Says whether `text` repeats one of `values`, whole or for a long value in part. Letter case, punctuation, spaces and the
 * usual escapes (JSON, HTML, URL, quoted-printable) make no difference. Takes time proportional to the lengths.
 */
export function repeatsValue(text: string, values: readonly string[]): boolean {
  if (values.length === 0 || text === '') return false
  const isCut = text.endsWith('…')
  return [text, unescaped(text)].some((reading) => {
    const words = new Set(reading.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    const letters = lettersOf(reading)
    const windows = windowsOf(letters)
    return values.some((value) => {
      const wanted = lettersOf(value)
      if (wanted === '') return value.trim() !== '' && reading.includes(value.trim())
      if (wanted.length < SHORTEST_PART) return words.has(wanted)
      if (wanted.length < WINDOW) return letters.includes(wanted) || (isCut && endsWithStartOf(letters, wanted))
      return [...windowsOf(wanted)].some((part) => windows.has(part)) || (isCut && endsWithStartOf(letters, wanted))
    })
  })
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function windowsOf(letters: string): Set<string> {
  const windows = new Set<string>()
  for (let at = 0; at + WINDOW <= letters.length; at++) windows.add(letters.slice(at, at + WINDOW))
  return windows
}

/** A text that was cut off may end within the value. */
function endsWithStartOf(letters: string, wanted: string): boolean {
  for (let length = SHORTEST_PART; length < Math.min(wanted.length, WINDOW); length++)
    if (letters.endsWith(wanted.slice(0, length))) return true
  return false
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/&#x([0-9a-f]{1,6});/gi, (whole, hex: string) => characterOf(Number.parseInt(hex, 16), whole))
    .replace(/&#(\d{1,7});/g, (whole, digits: string) => characterOf(Number(digits), whole))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => NAMED[name] ?? '')
    .replace(/(?:[%=][0-9a-f]{2})+/gi, (whole) => Buffer.from(whole.replace(/[%=]/g, ''), 'hex').toString('utf8'))
}

function characterOf(code: number, otherwise: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise
}
