// Parses date-times in RFC 3339 and in both ISO 8601 formats (decision 60). Refuses dates that do not exist.

/** Describes the formats that parseDateTime accepts. Used in the API reference. */
export const dateTimeForms =
  'RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC.'

/** The error message for a text that parseDateTime refuses. The name of the field precedes this message. */
export const wrongDateTime =
  'must be a date-time in RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; without an offset it is UTC'

const EXTENDED = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/
const BASIC = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/

const MINUTE = 60_000
const DAY = 86_400_000

/** Returns the time that a text contains, to the millisecond. Returns undefined if the text is not a date-time. */
export function parseDateTime(text: string): Date | undefined {
  const match = EXTENDED.exec(text) ?? BASIC.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '', offset = 'Z'] = match
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`)
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined
  const inDay = timeOfDay(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')))
  const minutes = offsetMinutes(offset)
  if (inDay === undefined || minutes === undefined) return undefined
  const moment = new Date(date.getTime() + inDay - minutes * MINUTE)
  // RFC 3339 allows the second 60 only for leap seconds. They occur only at the end of a day in UTC.
  if (second === '60' && moment.getTime() % DAY >= 1000) return undefined
  // Refuse years outside this range: ISO 8601 writes them in other formats, and databases read these formats
  // differently.
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999 ? moment : undefined
}

/**
 * Returns the milliseconds since midnight. The latest valid time is 24:00:00. Returns undefined for an invalid time.
 */
function timeOfDay(hour: number, minute: number, second: number, millisecond: number): number | undefined {
  const inDay = (hour * 60 + minute) * MINUTE + second * 1000 + millisecond
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && inDay > DAY)) return undefined
  return inDay
}

function offsetMinutes(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return undefined
  return (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

/** Returns the first day of the month (UTC) as `YYYY-MM-01`. This text is the key of a billing period. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

/**
 * Returns a time for use in a sentence, to the second: `2030-01-31T09:00:00Z`. The portal shows it in the reader's time
 * zone.
 */
export function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
