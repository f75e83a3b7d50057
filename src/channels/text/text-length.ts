// Counts the characters of texts as providers do, and reports texts that are empty or too long.
import type { Misfit } from '../contract.ts'

/** Returns the number of Unicode code points. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns the misfit for a text of more than `limit` code points. */
export function tooLong(channel: string, field: string, subject: string, text: string, limit: number): Misfit[] {
  // A text never has more code points than UTF-16 units, so a short text need not be counted.
  if (text.length <= limit) return []
  const size = codePoints(text)
  return size > limit ? [{ field, message: `${subject} has ${size} characters; ${channel} takes ${limit}` }] : []
}

/** Returns the misfit for a text without visible characters. */
export function empty(channel: string, text: string): Misfit[] {
  return text.trim() === ''
    ? [
        {
          field: 'template',
          message: `the text is empty after the variables are filled in; ${channel} requires a text`,
        },
      ]
    : []
}
