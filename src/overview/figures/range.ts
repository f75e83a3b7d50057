// The period of the figures, and its division into buckets at the local times of a time zone.
import { refuseInvalid } from '../../errors.ts'
import { offsetAt } from '../../lib/text/time-zone.ts'
import { DAY, figures, HOUR, MINUTE } from '../../limits.ts'

export const periods = ['hour', 'day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
export type BucketUnit = 'minute' | 'hour' | 'quarter_day' | 'day'

export interface FigureRange {
  unit: BucketUnit
  from: Date
  to: Date
  /** The starts of the buckets. Each bucket ends where the next one starts, and the last one ends at `to`. */
  starts: number[]
}

const lengths: Record<BucketUnit, number> = { minute: MINUTE, hour: HOUR, quarter_day: DAY / 4, day: DAY }
const ofPeriod: Record<Period, { unit: BucketUnit; buckets: number }> = {
  hour: { unit: 'minute', buckets: 60 },
  day: { unit: 'hour', buckets: 24 },
  week: { unit: 'quarter_day', buckets: 28 },
  month: { unit: 'day', buckets: 30 },
}

/** Returns the range of a period that ends now. The current minute, hour, quarter of a day or day is the last bucket. */
export function rangeOfPeriod(period: Period, now: Date, zone: string): FigureRange {
  const { unit, buckets } = ofPeriod[period]
  const length = lengths[unit]
  const offset = offsetAt(zone, now.getTime())
  const current = Math.floor((now.getTime() + offset) / length)
  const starts = Array.from({ length: buckets }, (_, index) =>
    fromLocal((current - buckets + 1 + index) * length, zone, unit),
  )
  const end = fromLocal((current + 1) * length, zone, unit)
  const endOfHour = (Math.floor(now.getTime() / HOUR) + 1) * HOUR
  // The end of a local day may be rounded down to a time before now.
  const to = unit === 'minute' ? end : Math.max(end, endOfHour)
  return { unit, starts, from: new Date(starts[0] ?? 0), to: new Date(to) }
}

/**
 * Returns the range between two times, extended to whole hours. It ends with the current hour at the latest. Refuses a
 * range that is empty or too long.
 */
export function rangeBetween(from: Date, to: Date, now: Date, zone: string): FigureRange {
  const start = Math.floor(from.getTime() / HOUR) * HOUR
  const end = Math.min(Math.ceil(to.getTime() / HOUR), Math.floor(now.getTime() / HOUR) + 1) * HOUR
  if (from >= to) refuseInvalid({ from: ['must be before to'] })
  if (start >= end) refuseInvalid({ from: ['must be in the past'] })
  if (end - start > figures.longest)
    refuseInvalid({ from: [`must be at most ${figures.longest / DAY} days before to`] })
  const unit: BucketUnit = end - start <= 2 * DAY ? 'hour' : end - start <= 14 * DAY ? 'quarter_day' : 'day'
  const length = lengths[unit]
  const starts = [start]
  const first = Math.floor((start + offsetAt(zone, start)) / length) + 1
  for (let index = first; ; index++) {
    const next = fromLocal(index * length, zone, unit)
    if (next >= end) break
    if (next > start) starts.push(next)
  }
  return { unit, starts, from: new Date(start), to: new Date(end) }
}

/**
 * Returns the time of a local time, rounded down to the hour. Messages are counted by the hour (UTC). Therefore in a time
 * zone whose offset is not in whole hours, a day starts up to 45 minutes early.
 */
function fromLocal(local: number, zone: string, unit: BucketUnit): number {
  if (unit === 'minute') return local - offsetAt(zone, local)
  const guess = local - offsetAt(zone, local)
  const at = local - offsetAt(zone, guess)
  return Math.floor(at / HOUR) * HOUR
}
