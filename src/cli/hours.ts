// Reads quiet hours from a flag.
import type { QuietHours } from '../lib/quiet-hours/period.ts'
import { parseQuietHours } from '../lib/quiet-hours/words.ts'
import { UsageError } from './command.ts'

/** Returns the quiet hours of the flag --quiet-hours, or null for the word `none`. Throws UsageError for other texts. */
export function hoursOf(text: string | undefined): QuietHours | null | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return null
  const hours = parseQuietHours(text)
  if (hours) return hours
  throw new UsageError(`--quiet-hours must be a period such as 22:00-08:00, or none, and not "${text}".`)
}
