// Compares two texts in constant time, so that the duration does not reveal how much of a guess was correct.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns whether the texts are equal. The comparison takes the same time for texts of different lengths. */
export function isSameText(actual: string, expected: string): boolean {
  return timingSafeEqual(digestOf(actual), digestOf(expected))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
