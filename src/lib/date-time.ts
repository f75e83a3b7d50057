// ISO 8601 date-times as people send them: a missing offset means UTC; what no calendar has is refused.

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/

/** The moment a text names, or undefined when it is no ISO 8601 date-time. */
export function parseDateTime(text: string): Date | undefined {
  const match = DATE_TIME.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '', offset = 'Z'] = match
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const utc = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`)
  if (Number.isNaN(utc.getTime()) || utc.getUTCDate() !== Number(day) || Number(hour) > 23) return undefined
  const minutes = offsetMinutes(offset)
  if (minutes === undefined) return undefined
  const moment = new Date(utc.getTime() - minutes * 60_000)
  // Outside these years ISO texts are written otherwise, and databases read them otherwise.
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999 ? moment : undefined
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
