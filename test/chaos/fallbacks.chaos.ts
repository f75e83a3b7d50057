// Starts the steps of fallbacks while all processes are killed again and again, and receipts arrive early, late or
// repeatedly. CHAOS_FALLBACKS is the number of messages (default 20,000).
import { describe, expect, it } from 'vitest'
import { noFaults, stormFallbacks } from '../harness/fallback-storm.ts'
import { databases } from '../harness/service.ts'
import { logProgress } from './progress.ts'

const MESSAGES = Number(process.env.CHAOS_FALLBACKS ?? 20_000)
/** One kill for each 200 messages, and at most 20. */
const KILLS = Math.min(20, Math.ceil(MESSAGES / 200))

describe.each(databases)('fallbacks under kills, %s', (kind) => {
  it(`${MESSAGES} fallbacks under ${KILLS} kills lose no step, and start none after a receipt`, async (test) => {
    const onProgress = (line: string) => logProgress(test, line)
    const { started, presses, ...result } = await stormFallbacks(kind, { count: MESSAGES, kills: KILLS, onProgress })
    const counts = Object.entries(started).map(([course, steps]) => `${steps} ${course}`)
    test.task.meta.figures = `${MESSAGES} fallbacks, ${KILLS} kills, ${result.lost.length} lost, ${result.startedLate.length} steps after a receipt, ${presses} presses; second steps: ${counts.join(', ')}`
    logProgress(test, test.task.meta.figures)
    expect(result).toEqual(noFaults)
    expect(started.unreported).toBe(Math.floor((MESSAGES + 1) / 5))
  }, 3_600_000)
})
