// Measures how hard a secret is to guess. The measure is the number of parts of the secret. A part is a word, a
// keyboard row, a repetition, a year or a single character.
import { commonWords, keyRows } from './common-words.ts'

/** Only this number of characters is examined. Further characters cannot make a secret weaker. */
const LONGEST = 200
const SHORTEST_ROW = 3
const SHORTEST_REPETITION = 3

const REPLACED: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

const rows = keyRows.flatMap((row) => [row, Array.from(row).reverse().join('')])

/**
 * Counts the parts of a secret. `known` contains words that an attacker knows, such as the account's email address. For
 * example, "password12" has 3 parts, "aaaaaaaaaaaaaaaa" has 1 part, and ten random characters have 10 parts.
 */
export function partsOf(secret: string, known: readonly string[] = []): number {
  const text = secret.normalize('NFKC').toLowerCase().slice(0, LONGEST)
  const words = [...known.map((word) => word.toLowerCase()).filter((word) => word.length >= 3), ...commonWords]
  const plain = Array.from(text, (character) => REPLACED[character] ?? character).join('')
  let parts = 0
  for (let at = 0; at < text.length; parts++) {
    at += Math.max(1, wordAt(text, plain, at, words), rowAt(text, at), repetitionAt(text, at), yearAt(text, at))
  }
  return parts
}

function wordAt(text: string, plain: string, at: number, words: readonly string[]): number {
  const found = words.filter((word) => text.startsWith(word, at) || plain.startsWith(word, at))
  return Math.max(0, ...found.map((word) => word.length))
}

/** Returns how many characters, beginning at `at`, are adjacent keys of a keyboard row. */
function rowAt(text: string, at: number): number {
  const longest = (row: string) => {
    const place = row.indexOf(text.charAt(at))
    let length = 0
    while (place >= 0 && place + length < row.length && text[at + length] === row[place + length]) length++
    return length
  }
  const length = Math.max(...rows.map(longest))
  return length >= SHORTEST_ROW ? length : 0
}

/**
 * Returns the length of the repetition that begins at `at`. A repetition is one character several times, or a sequence
 * that occurred before.
 */
function repetitionAt(text: string, at: number): number {
  let same = 1
  while (text[at + same] === text[at]) same++
  let length = SHORTEST_REPETITION
  const occurredBefore = () => at + length <= text.length && text.indexOf(text.slice(at, at + length)) < at
  if (!occurredBefore()) return same > 1 ? same : 0
  while (occurredBefore()) length++
  return Math.max(same, length - 1)
}

function yearAt(text: string, at: number): number {
  return /^(?:19|20)\d\d/.test(text.slice(at, at + 4)) ? 4 : 0
}
