// Random letters and digits for keys and tokens, without modulo bias.
import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const EVEN = 256 - (256 % ALPHABET.length)

/** `length` characters of A–Z, a–z, 0–9: 5.95 bits each. */
export function randomText(length: number): string {
  return toLettersAndDigits(() => randomBytes(length * 2), length)
}

/** The first `length` letters and digits that the bytes of `next` give; bytes above the last even multiple are passed over. */
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
