// The number of rows that a consumer claims for a lane depends on the duration of the lane's last attempt.
import { expect, it } from 'vitest'
import { createLanePace } from '../../src/lib/scheduling/lane-pace.ts'

it('buffers as many rows of a lane as the lane sends in a quarter of a second', () => {
  const pace = createLanePace()
  pace.note(1, 10)
  pace.note(2, 250)
  pace.note(3, 5000)
  expect([1, 2, 3].map((lane) => pace.claimable(lane, 16))).toEqual([16 + 400, 16 + 16, 16])
})

it('buffers no rows of a lane whose attempts have no known duration', () => {
  const pace = createLanePace()
  expect(pace.claimable(1, 16)).toBe(16)
  pace.note(1, 10)
  pace.forget(1)
  expect(pace.claimable(1, 16)).toBe(16)
})

it('uses the duration of the last attempt', () => {
  const pace = createLanePace()
  pace.note(1, 10)
  pace.note(1, 1000)
  expect(pace.claimable(1, 8)).toBe(10)
})

it('returns a finite number for an attempt of less than a millisecond', () => {
  const pace = createLanePace()
  pace.note(1, 0)
  expect(pace.claimable(1, 4)).toBe(1004)
})

it('the pace of lanes stores the durations of a limited number of lanes', () => {
  const pace = createLanePace()
  for (let lane = 0; lane <= 10_000; lane++) pace.note(lane, 10)
  expect([0, 10_000].map((lane) => pace.claimable(lane, 16))).toEqual([16, 416])
})
