// Runs a storm (a load with faults) for one chaos test. It logs the progress, waits until all messages are settled, and
// removes the processes and files of the storm.
import { expect, type TestContext } from 'vitest'
import { until } from '../harness/installation.ts'
import type { DatabaseKind } from '../harness/service.ts'
import { createStorm, type Storm, type StormOptions, type StormReport } from '../harness/storm.ts'
import { logProgress } from './progress.ts'

export interface SettleOptions {
  /** Maximum number of seconds until all messages are settled. */
  seconds?: number
  /** Number of messages that may still be pending at the end. */
  maxWaiting?: number
}

export interface ChaosTest {
  storm: Storm
  /** Waits until `by` more messages are acknowledged. */
  acknowledge(by: number): Promise<void>
  /** Ends the storm and checks the invariants. The results page shows `label` before the figures. */
  expectInvariants(label: string, options?: SettleOptions): Promise<StormReport>
}

/** Statuses that a refused request may have during a fault. 0 means that there was no response. */
const EXPECTED_REFUSALS = [0, 503]

/**
 * Starts a storm (many clients that send without a pause) with the options of `createStorm`. Several storms may run at
 * the same time.
 */
export async function startChaosTest(
  test: TestContext,
  kind: DatabaseKind,
  options?: StormOptions,
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
    async expectInvariants(label, { seconds = 240, maxWaiting = 0 } = {}) {
      logProgress(test, `no more messages after ${storm.acknowledged.size}; waiting until all are settled`)
      await storm.stopSending()
      await storm.waitUntilSettled(seconds, maxWaiting)
      const report = await storm.stopAndReport()
      const { figures, mismatches } = report
      test.task.meta.figures = `${label}: ${figures}`
      logProgress(test, test.task.meta.figures)
      expect(mismatches).toEqual([])
      expect([...storm.refused.keys()].filter((status) => !EXPECTED_REFUSALS.includes(status))).toEqual([])
      expect(storm.acknowledged.size).toBeGreaterThan(100)
      return report
    },
  }
}
