// Quiet hours: a daily period in a time zone in which messages wait.
import { DAY, MINUTE } from '../../durations.ts'
import { offsetAt } from '../text/time-zone.ts'

/** A daily period. If `from` is later than `to`, it ends on the next day. */
export interface QuietHours {
  /** The local time at which the period begins, such as 22:00. */
  from: string
  /** The first local time outside the period. */
  to: string
  /** An IANA time zone. */
  time_zone?: string | undefined
}

/** Quiet hours whose time zone is decided. */
export interface ZonedHours extends QuietHours {
  time_zone: string
}

/**
 * Returns the first moment outside the quiet hours, or undefined if `at` is outside them. A moment is inside if the local
 * clock shows a time of the period. If the clock is set back across the end, the repeated minutes are inside again.
 */
export function quietUntil(hours: ZonedHours, at: Date): Date | undefined {
  const isQuiet = (moment: number) => isWithin(hours, localTime(hours.time_zone, moment))
  let moment = at.getTime()
  if (!isQuiet(moment)) return undefined
  const to = timeOfDay(hours.to)
  while (true) {
    const end = moment + ((to - localTime(hours.time_zone, moment) + DAY) % DAY)
    const change = clockChange(hours.time_zone, moment, end)
    if (change === undefined) return new Date(end)
    if (!isQuiet(change)) return new Date(change)
    moment = change
  }
}

function isWithin({ from, to }: QuietHours, time: number): boolean {
  const [start, end] = [timeOfDay(from), timeOfDay(to)]
  return start < end ? start <= time && time < end : time >= start || time < end
}

/** Returns the milliseconds since midnight on the local clock. */
function localTime(zone: string, moment: number): number {
  return (((moment + offsetAt(zone, moment)) % DAY) + DAY) % DAY
}

/** Returns the milliseconds from midnight to a time such as 08:30. */
function timeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

/** Returns the moment between `after` and `until` at which the local clock is changed, or undefined if there is none. */
function clockChange(zone: string, after: number, until: number): number | undefined {
  const before = offsetAt(zone, after)
  if (offsetAt(zone, until) === before) return undefined
  // Clocks change at whole minutes.
  let [low, high] = [Math.floor(after / MINUTE), Math.ceil(until / MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle * MINUTE) === before) low = middle
    else high = middle
  }
  return high * MINUTE
}
