// Local times in an IANA time zone.

const formats = new Map<string, Intl.DateTimeFormat>()
/** Maximum number of time zones whose formats are kept. There are about 600 names of zones. */
const MOST_FORMATS = 100

/** Returns whether the text is the name of a time zone, such as Europe/Rome. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns the difference between the local time and UTC at this moment, in milliseconds. */
export function offsetAt(zone: string, at: number): number {
  if (zone === 'UTC') return 0
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(at / 1000) * 1000
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en', { ...numeric, second: 'numeric', hourCycle: 'h23', timeZone: zone })
  if (formats.size >= MOST_FORMATS) formats.clear()
  formats.set(zone, format)
  return format
}
