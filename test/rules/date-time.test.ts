// Date-times in every accepted form, and invalid texts (decision 60).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDateTime } from '../../src/lib/text/date-time.ts'
import { runs } from '../harness/fuzz.ts'

describe('date-times', () => {
  it.each([
    ['2030-01-31T09:00:00Z', '2030-01-31T09:00:00.000Z'],
    ['2030-01-31t09:00:00z', '2030-01-31T09:00:00.000Z'],
    ['2030-01-31 09:00:00Z', '2030-01-31T09:00:00.000Z'],
    ['2030-01-31T09:00', '2030-01-31T09:00:00.000Z'],
    ['2030-01-31T09:00:00', '2030-01-31T09:00:00.000Z'],
    ['2030-01-31T09:00:00.5+01:30', '2030-01-31T07:30:00.500Z'],
    ['2030-01-31T09:00:00,25-0130', '2030-01-31T10:30:00.250Z'],
    ['2030-01-31T09:00:00.123456789012Z', '2030-01-31T09:00:00.123Z'],
    ['2030-01-31T09:00:00-00:00', '2030-01-31T09:00:00.000Z'],
    ['20300131T090000Z', '2030-01-31T09:00:00.000Z'],
    ['20300131T0900Z', '2030-01-31T09:00:00.000Z'],
    ['20300131T090000', '2030-01-31T09:00:00.000Z'],
    ['20300131T090000.5+0130', '2030-01-31T07:30:00.500Z'],
    ['2030-01-31T24:00:00Z', '2030-02-01T00:00:00.000Z'],
    ['2030-12-31T24:00', '2031-01-01T00:00:00.000Z'],
    ['20300131T240000+0100', '2030-01-31T23:00:00.000Z'],
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
  ])('reads the date-time %s as %s', (text, iso) => expect(parseDateTime(text)?.toISOString()).toBe(iso))

  it.each([
    'tomorrow',
    '2030-02-30T00:00:00Z',
    '20300230T000000Z',
    '2030-13-01T00:00:00Z',
    '2030-01-01',
    '20300101',
    '2030-01-01T25:00:00Z',
    '2030-01-01T24:00:01Z',
    '2030-01-01T24:01Z',
    '2030-01-01T24:00:00.001Z',
    '2030-01-01T09:60:00Z',
    '2030-01-01T09:00:61Z',
    '2030-01-01T09:00:60Z',
    '2030-01-01T00:00:00+99:00',
    '2030-01-01T090000Z',
    '20300101T09:00:00Z',
    '1893456000',
    '',
  ])('refuses "%s" as a date-time', (text) => expect(parseDateTime(text)).toBeUndefined())

  it('reads a date in both ISO formats, with and without separators, as the same time', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString()
          expect(parseDateTime(iso)).toEqual(date)
          expect(parseDateTime(iso.replace(/[-:]/g, ''))).toEqual(date)
        },
      ),
      runs(500),
    )
  })
})
