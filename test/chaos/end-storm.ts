// How every storm ends: all is acknowledged, told and counted, and the books agree.
import { expect, type TestContext } from 'vitest'
import { until } from '../harness/installation.ts'
import type { Storm, StormReport } from '../harness/storm.ts'

export interface Patience {
  /** Until everything has ended. */
  seconds?: number
  /** Messages that may wait still. */
  but?: number
}

/** What a caller may be told while something is broken: nothing, or to come again. */
const SAID = [0, 503]

/** Ends the storm; `what` goes before its figures on the results page. */
export async function endStorm(
  storm: Storm,
  { task }: TestContext,
  what: string,
  { seconds = 150, but = 0 }: Patience = {},
): Promise<StormReport> {
  await storm.calm()
  await storm.settle(seconds, but)
  const report = await storm.close()
  const { figures, mismatches } = report
  task.meta.figures = `${what}: ${figures}`
  console.log(task.meta.figures)
  expect(mismatches).toEqual([])
  expect([...storm.refused.keys()].filter((status) => !SAID.includes(status))).toEqual([])
  expect(storm.acknowledged.size).toBeGreaterThan(100)
  return report
}

/** Waits until so many more messages are acknowledged. */
export function grownBy(storm: Storm, by: number): Promise<boolean> {
  const from = storm.acknowledged.size
  return until(120, async () => storm.acknowledged.size >= from + by)
}
