// Lengths as providers count them, and the sentence that says what was too long.
import type { Misfit } from './contract.ts'

/** Unicode code points. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The misfit for a text over `limit` code points, naming channel, limit and size. */
export function tooLong(channel: string, field: string, subject: string, text: string, limit: number): Misfit[] {
  // No text has more code points than UTF-16 units, so most need not be counted.
  if (text.length <= limit) return []
  const size = codePoints(text)
  return size > limit ? [{ field, message: `${subject} has ${size} characters; ${channel} takes ${limit}` }] : []
}

/** The misfit for a text with nothing to read in it. */
export function empty(channel: string, text: string): Misfit[] {
  return text.trim() === ''
    ? [{ field: 'template', message: `the text is empty once filled in; ${channel} needs one` }]
    : []
}
