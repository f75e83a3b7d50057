// Runs a storm for one chaos test: logs progress, waits until all messages have settled, and removes the storm.
import { expect, type TestContext } from 'vitest'
import { until } from '../harness/installation.ts'
import type { DatabaseKind } from '../harness/service.ts'
import { createStorm, type Storm, type StormReport } from '../harness/storm.ts'
import { logProgress } from './progress.ts'

export interface SettleOptions {
  /** Seconds until every message must have ended. */
  seconds?: number
  /** Messages that may still be pending at the end. */
  maxWaiting?: number
}

export interface ChaosTest {
  storm: Storm
  /** Waits until so many more messages are acknowledged. */
  acknowledge(by: number): Promise<void>
  /** Ends the storm. `what` precedes its figures on the results page. */
  expectInvariants(what: string, patience?: SettleOptions): Promise<StormReport>
}

/** Statuses that a client may get while something is broken: no answer (0), or 503. */
const EXPECTED_REFUSALS = [0, 503]

/** Starts a storm and its clients. `options` go to createStorm. Several storms run at the same time. */
export async function startChaosTest(
  test: TestContext,
  kind: DatabaseKind,
  options?: Parameters<typeof createStorm>[1],
): Promise<ChaosTest> {
  const storm = await createStorm(kind, options)
  test.onTestFinished(() => storm.remove())
  storm.startSending()
  return {
    storm,
    async acknowledge(by) {
      const from = storm.acknowledged.size
      await until(240, async () => storm.acknowledged.size >= from + by)
      logProgress(test, `${storm.acknowledged.size} acknowledged`)
    },
    async expectInvariants(what, { seconds = 240, maxWaiting = 0 } = {}) {
      logProgress(test, `stopped sending after ${storm.acknowledged.size}; waiting until each message has ended`)
      await storm.stopSending()
      await storm.waitUntilSettled(seconds, maxWaiting)
      const report = await storm.stopAndReport()
      const { figures, mismatches } = report
      test.task.meta.figures = `${what}: ${figures}`
      logProgress(test, test.task.meta.figures)
      expect(mismatches).toEqual([])
      expect([...storm.refused.keys()].filter((status) => !EXPECTED_REFUSALS.includes(status))).toEqual([])
      expect(storm.acknowledged.size).toBeGreaterThan(100)
      return report
    },
  }
}
