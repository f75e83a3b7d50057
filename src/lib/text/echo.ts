// Checks whether an answer of another program contains given values. Also finds values that are escaped in a usual way.

/** If a text contains this number of consecutive characters of a value, the text counts as containing the value. */
const WINDOW = 8
/**
 * A value with fewer characters must be a whole word in the text, because a value such as "1" is part of nearly every
 * answer.
 */
const SHORTEST_PART = 3

/**
 * Returns a function that checks whether a text contains one of `values`, or a part of a long value. The check ignores
 * upper and lower case, punctuation, spaces and the usual escapes (JSON, HTML, URL, quoted-printable). The first check
 * prepares the values. The time of each check is proportional to the length of the text.
 */
export function createRepeatCheck(values: readonly string[]): (text: string) => boolean {
  let prepared: Values | undefined
  return (text) => {
    if (values.length === 0 || text === '') return false
    prepared ??= prepare(values)
    const plain = unescaped(text)
    return repeatsIn(text, prepared) || (plain !== text && repeatsIn(plain, prepared))
  }
}

interface Values {
  /** Values that contain no letter and no digit. */
  signs: string[]
  /** The letters and digits of each value: in `long` if they are at least WINDOW characters, otherwise in `short`. */
  short: string[]
  long: string[]
  /**
   * A set of bits. A window is `WINDOW` consecutive characters. The hash of each window of the `long` values sets two
   * bits of one number. If one of the bits for a window of the text is not set, no value contains this window.
   */
  hashes: Uint32Array
}

/**
 * Number of elements in `hashes` for each window of the values. With 2, about 1 of 500 windows of a text is compared
 * with the values although no value contains it.
 */
const NUMBERS_PER_WINDOW = 2

function prepare(values: readonly string[]): Values {
  const pairs = values.map((value) => ({ letters: lettersOf(value), sign: value.trim() }))
  const all = pairs.map(({ letters }) => letters)
  const long = all.filter((letters) => letters.length >= WINDOW)
  const windows = long.reduce((sum, letters) => sum + letters.length, 0)
  const hashes = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(windows * NUMBERS_PER_WINDOW, 2))))
  for (const letters of long)
    forEachWindow(letters, (hash) => {
      const at = (hash >>> 10) & (hashes.length - 1)
      hashes[at] = (hashes[at] ?? 0) | bitsOf(hash)
      return false
    })
  const short = all.filter((letters) => letters !== '' && letters.length < WINDOW)
  return {
    signs: pairs.flatMap(({ letters, sign }) => (letters === '' && sign !== '' ? sign : [])),
    short,
    long,
    hashes,
  }
}

function repeatsIn(text: string, { signs, short, long, hashes }: Values): boolean {
  if (signs.some((sign) => text.includes(sign))) return true
  const letters = lettersOf(text)
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  if (short.some((value) => (value.length < SHORTEST_PART ? words.has(value) : letters.includes(value)))) return true
  const isCut = text.endsWith('…')
  if (isCut && [...short, ...long].some((value) => endsWithStartOf(letters, value))) return true
  return forEachWindow(letters, (hash, at) => {
    const bits = bitsOf(hash)
    if (((hashes[(hash >>> 10) & (hashes.length - 1)] ?? 0) & bits) !== bits) return false
    const window = letters.slice(at, at + WINDOW)
    return long.some((value) => value.includes(window))
  })
}

const FACTOR = 0x9e_37_79_b1
/** When a character leaves the window, the hash contains the character's code multiplied by this factor. */
const LEAVING = Array.from({ length: WINDOW }).reduce((product: number) => Math.imul(product, FACTOR), 1)

/** Returns a number with the two bits that the lowest ten bits of the hash select. */
function bitsOf(hash: number): number {
  return (1 << (hash & 31)) | (1 << ((hash >>> 5) & 31))
}

/** Calls `found` with the rolling hash of each window, until `found` returns true. */
function forEachWindow(letters: string, found: (hash: number, at: number) => boolean): boolean {
  let sum = 0
  for (let end = 0; end < letters.length; end++) {
    sum = (Math.imul(sum, FACTOR) + letters.charCodeAt(end)) | 0
    if (end >= WINDOW) sum = (sum - Math.imul(letters.charCodeAt(end - WINDOW), LEAVING)) | 0
    if (end >= WINDOW - 1 && found(mixed(sum), end - WINDOW + 1)) return true
  }
  return false
}

/** Returns a number whose bits all depend on all bits of the sum. */
function mixed(sum: number): number {
  const product = Math.imul(sum ^ (sum >>> 15), FACTOR)
  return product ^ (product >>> 16)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Returns true if the text ends with the beginning of the value. A text that was truncated inside a repeated value ends
 * in this way.
 */
function endsWithStartOf(letters: string, target: string): boolean {
  for (let length = SHORTEST_PART; length < Math.min(target.length, WINDOW); length++)
    if (letters.endsWith(target.slice(0, length))) return true
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
