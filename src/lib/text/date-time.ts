// Date-times as people send them (decision 60): RFC 3339 and both ISO 8601 formats. Dates that no calendar has are refused.

/** The forms that parseDateTime accepts, for documents. */
export const dateTimeForms =
  'RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; 24:00 is midnight at the end of the day; without an offset the time is UTC.'

/** What is wrong with a text that parseDateTime refuses; it stands behind the field's name. */
export const wrongDateTime =
  'must be a date-time in RFC 3339 or ISO 8601, such as 2030-01-31T09:00:00Z or 20300131T090000Z; without an offset it is UTC'

const EXTENDED = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/
const BASIC = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/

const MINUTE = 60_000
const DAY = 86_400_000

/** The moment a text names, to the millisecond, or undefined when it is no date-time. */
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
  // RFC 3339 has a second 60 for leap seconds alone, which end a day in UTC.
  if (second === '60' && moment.getTime() % DAY >= 1000) return undefined
  // Outside these years ISO texts are written otherwise, and databases read them otherwise.
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999 ? moment : undefined
}

/** Milliseconds since midnight. 24:00:00 is the next midnight, and nothing follows it. */
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

/** The first day of the month a moment lies in, UTC, as `YYYY-MM-01`: the key of a billing period. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

/** An instant inside a sentence, to the second: `2030-01-31T09:00:00Z`. The portal shows it in the reader's time zone. */
export function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`
}
