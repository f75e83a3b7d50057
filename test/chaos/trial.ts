// A storm that belongs to one test: it reports its progress, and ends when all messages have ended and the invariants hold.
import { expect, type TestContext } from 'vitest'
import { until } from '../harness/installation.ts'
import type { DatabaseKind } from '../harness/service.ts'
import { createStorm, type Storm, type StormReport } from '../harness/storm.ts'
import { logProgress } from './progress.ts'

export interface Patience {
  /** Until everything has ended. */
  seconds?: number
  /** Messages that may wait still. */
  but?: number
}

export interface Trial {
  storm: Storm
  /** Waits until so many more messages are acknowledged. */
  grown(by: number): Promise<void>
  /** Ends the storm; `what` goes before its figures on the results page. */
  expectInvariants(what: string, patience?: Patience): Promise<StormReport>
}

/** What a caller may be told while something is broken: nothing, or to come again. */
const SAID = [0, 503]

/** `options`: createStorm's. Several run beside each other. */
export async function beginTrial(
  test: TestContext,
  kind: DatabaseKind,
  options?: Parameters<typeof createStorm>[1],
): Promise<Trial> {
  const storm = await createStorm(kind, options)
  test.onTestFinished(() => storm.remove())
  storm.begin()
  return {
    storm,
    async grown(by) {
      const from = storm.acknowledged.size
      await until(240, async () => storm.acknowledged.size >= from + by)
      logProgress(test, `${storm.acknowledged.size} acknowledged`)
    },
    async expectInvariants(what, { seconds = 240, but = 0 } = {}) {
      logProgress(test, `no more messages after ${storm.acknowledged.size}; waiting until each has ended`)
      await storm.calm()
      await storm.settle(seconds, but)
      const report = await storm.close()
      const { figures, mismatches } = report
      test.task.meta.figures = `${what}: ${figures}`
      logProgress(test, test.task.meta.figures)
      expect(mismatches).toEqual([])
      expect([...storm.refused.keys()].filter((status) => !SAID.includes(status))).toEqual([])
      expect(storm.acknowledged.size).toBeGreaterThan(100)
      return report
    },
  }
}
