// Quiet hours as one text, in files and on the command line: `22:00-08:00`, or `22:00-08:00 Europe/Rome`.
import type { QuietHours } from './period.ts'

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/

export function quietHoursText({ from, to, time_zone }: QuietHours): string {
  return time_zone === undefined ? `${from}-${to}` : `${from}-${to} ${time_zone}`
}

/** Returns undefined for a text that names no period. The time zone may be unknown, and the period may be a whole day. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const [period = '', time_zone, ...rest] = text.trim().split(/\s+/)
  const [from = '', to = '', ...more] = period.split('-')
  if (!TIME.test(from) || !TIME.test(to) || rest.length + more.length > 0) return undefined
  return { from, to, ...(time_zone === undefined ? {} : { time_zone }) }
}
