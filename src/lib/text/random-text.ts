// Generates random letters and digits for keys and tokens. All characters are equally likely.
import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const EVEN = 256 - (256 % ALPHABET.length)

/** Returns `length` random characters of A–Z, a–z and 0–9. Each character has 5.95 bits of randomness. */
export function randomText(length: number): string {
  return toLettersAndDigits(() => randomBytes(length * 2), length)
}

/**
 * Converts the bytes that `next` returns to `length` letters and digits. Skips bytes that would make some characters
 * more likely than others.
 */
export function toLettersAndDigits(next: () => Buffer, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of next()) {
      if (byte < EVEN) text += ALPHABET[byte % ALPHABET.length]
      if (text.length === length) break
    }
  }
  return text
}
