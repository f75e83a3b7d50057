// Parses durations such as 90s, 15m, 2h and 7d.
import { DAY, HOUR, MINUTE, SECOND } from '../../durations.ts'

/** Describes the format. Used in the API reference. */
export const durationForm = 'A whole number of seconds, minutes, hours or days, such as 90s, 15m, 2h or 7d.'

const UNITS = new Map([
  ['s', SECOND],
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
])

/** Returns the milliseconds of a duration. Returns undefined for a text that is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, letter = ''] = /^([1-9][0-9]{0,6})([smhd])$/.exec(text) ?? []
  const unit = UNITS.get(letter)
  return amount === undefined || unit === undefined ? undefined : Number(amount) * unit
}
