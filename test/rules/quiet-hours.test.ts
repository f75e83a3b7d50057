// The rule of quiet hours, in every time zone and through all changes of daylight saving time from 2026 to 2035.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Content } from '../../src/channels/contract.ts'
import { deferredBy } from '../../src/delivery/quiet-hours/deferral.ts'
import { quietUntil, type ZonedHours } from '../../src/lib/quiet-hours/period.ts'
import { parseQuietHours, quietHoursText } from '../../src/lib/quiet-hours/words.ts'
import { offsetAt } from '../../src/lib/text/time-zone.ts'
import type { ClaimedRow } from '../../src/store/delivery/queue.ts'

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

  it('a claim sends no message inside quiet hours and drops none, in every time zone and at every change of the clock', () => {
    const wrong: string[] = []
    const periods = [
      { from: '22:00', to: '08:00' },
      { from: '00:00', to: '02:30' },
      { from: '02:15', to: '02:45' },
      { from: '03:00', to: '02:59' },
      { from: '12:00', to: '13:00' },
    ]
    for (const time_zone of Intl.supportedValuesOf('timeZone')) {
      const changes = changesOf(time_zone)
      const moments = [
        Date.UTC(2026, 5, 15, 21, 59),
        ...changes.flatMap((at) => [at - HOUR, at - MINUTE, at, at + HOUR]),
      ]
      for (const period of periods)
        for (const at of moments) {
          const problem = followClaims({ ...period, time_zone }, at)
          if (problem !== undefined) wrong.push(`${time_zone} ${period.from} ${new Date(at).toISOString()}: ${problem}`)
        }
    }
    expect(wrong).toEqual([])
  })

  it('a claim at any moment sends only outside quiet hours, for generated periods', () => {
    const time = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => {
      const [hours, rest] = [Math.floor(minute / 60), minute % 60]
      return `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
    })
    const hours = fc
      .record({ from: time, to: time, time_zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')) })
      .filter(({ from, to }) => from !== to)
    const moment = fc.integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2036, 0, 1) / 1000 })
    fc.assert(
      fc.property(hours, moment, (period, seconds) => {
        expect(followClaims(period, seconds * 1000)).toBeUndefined()
        expect(parseQuietHours(quietHoursText(period))).toEqual(period)
      }),
      { numRuns: 2000, seed: 1 },
    )
  })
})

/**
 * Claims a message at its due time, and again at the end of each deferral. Returns what was wrong: a message that would
 * be sent inside the hours, waits longer than three days, or expires.
 */
function followClaims(hours: ZonedHours, dueAt: number): string | undefined {
  let [at, expiresAt] = [dueAt, dueAt + DAY]
  for (let claims = 1; claims <= 10; claims++) {
    if (at >= expiresAt) return 'expired'
    const deferred = deferredBy(claimed(hours, expiresAt), new Date(at))
    if (deferred === undefined) return isInside(hours, at) ? 'sent inside' : undefined
    const { plan, deferral } = deferred
    if (plan.status !== 'queued' || plan.nextAt === null || deferral === undefined) return `became ${plan.status}`
    if (!isInside(hours, at)) return 'deferred outside'
    if (plan.nextAt.getTime() <= at) return 'not later'
    if (plan.attemptsMade !== 0) return 'counted as an attempt'
    ;[at, expiresAt] = [plan.nextAt.getTime(), deferral.expiresAt.getTime()]
    if (at - dueAt > 3 * DAY) return 'waits too long'
  }
  return 'deferred ten times'
}

function claimed(quiet_hours: ZonedHours, expiresAt: number): ClaimedRow {
  const content = { essential: false } as Content
  return { priority: 1, quiet_hours, content, attempts_made: 0, expires_at: new Date(expiresAt) } as ClaimedRow
}
