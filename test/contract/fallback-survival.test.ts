// A short run of the storm of test/chaos/fallbacks.chaos.ts: fallbacks while processes are killed.
import { describe, expect, it } from 'vitest'
import { noFaults, stormFallbacks } from '../harness/fallback-storm.ts'
import { databases } from '../harness/service.ts'

describe.each(databases)('fallbacks under kills, %s', (kind) => {
  it('lose no step, start no step after a receipt, and accept at most one press each', async () => {
    const { started, presses: _, ...result } = await stormFallbacks(kind, { count: 100, kills: 2 })
    expect(result).toEqual(noFaults)
    expect(started.unreported).toBe(20)
  }, 300_000)
})
