// The rule of quiet hours, in every time zone and through all changes of daylight saving time from 2026 to 2035.
import { describe, expect, it } from 'vitest'
import { quietUntil, type ZonedHours } from '../../src/lib/quiet-hours/period.ts'
import { offsetAt } from '../../src/lib/text/time-zone.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const minuteOf = (zone: string, at: number) => Math.floor(((((at + offsetAt(zone, at)) % DAY) + DAY) % DAY) / MINUTE)
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const isInside = ({ from, to, time_zone }: ZonedHours, at: number) => {
  const [start, end, minute] = [minutes(from), minutes(to), minuteOf(time_zone, at)]
  return start < end ? start <= minute && minute < end : minute >= start || minute < end
}

/** Returns the moments from 2026 to 2035 at which the clock of the zone is changed. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  let before = offsetAt(zone, Date.UTC(2026, 0, 1))
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2036, 0, 1); day += 21 * DAY) {
    const offset = offsetAt(zone, day + 21 * DAY)
    if (offset !== before) changes.push(changeBetween(zone, day, day + 21 * DAY))
    before = offset
  }
  return changes
}

function changeBetween(zone: string, after: number, until: number): number {
  const before = offsetAt(zone, after)
  let [low, high] = [after, until]
  while (high - low > MINUTE) {
    const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE
    if (offsetAt(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}

describe('quiet hours', () => {
  it('end at the first minute outside in every time zone, also when the clock changes [D171]', () => {
    const wrong: string[] = []
    const check = (hours: ZonedHours, at: number) => {
      const end = quietUntil(hours, new Date(at))?.getTime()
      const isRight =
        end === undefined ? !isInside(hours, at) : !isInside(hours, end) && isInside(hours, end - MINUTE) && end > at
      if (!isRight) wrong.push(`${hours.time_zone} ${hours.from} ${new Date(at).toISOString()}`)
    }
    for (const time_zone of Intl.supportedValuesOf('timeZone')) {
      check({ from: '22:00', to: '08:00', time_zone }, Date.UTC(2026, 5, 15))
      for (const change of changesOf(time_zone)) {
        check({ from: '22:00', to: '08:00', time_zone }, change - 3 * HOUR)
        check({ from: '00:00', to: '02:30', time_zone }, change - 20 * MINUTE)
      }
    }
    expect(wrong).toEqual([])
  })

  it('end when the clock skips their end', () => {
    const hours = { from: '22:00', to: '02:30', time_zone: 'Europe/Rome' }
    expect(quietUntil(hours, new Date('2026-03-29T00:30:00Z'))).toEqual(new Date('2026-03-29T01:00:00Z'))
  })

  it('begin again when the clock is set back across their end', () => {
    const hours = { from: '22:00', to: '02:30', time_zone: 'Europe/Rome' }
    expect(quietUntil(hours, new Date('2026-10-25T00:00:00Z'))).toEqual(new Date('2026-10-25T00:30:00Z'))
    expect(quietUntil(hours, new Date('2026-10-25T01:10:00Z'))).toEqual(new Date('2026-10-25T01:30:00Z'))
  })
})
