// Sends 5,000 messages and kills the service at every stage while it sends the events of the messages. The subscriber
// receives each recorded event.
import { describe, expect, it } from 'vitest'
import { killDuringDispatch } from '../harness/event-kills.ts'
import { databases } from '../harness/service.ts'
import { logProgress } from './progress.ts'

const MESSAGES = 5000
const KILLS = 6

describe.each(databases)('kills while events are sent, %s', (kind) => {
  it('loses no event when the service is killed before an event is sent, during the request or before the result is stored', async (test) => {
    const { recorded, received, observed } = await killDuringDispatch(kind, MESSAGES, KILLS, {
      onProgress: (words) => logProgress(test, words),
    })
    const repeats = [...received.values()].reduce((sum, times) => sum + times - 1, 0)
    test.task.meta.figures =
      `${recorded.size} events recorded, ${received.size} received, ${repeats} repeats, ${KILLS} kills ` +
      `(with pending events ${observed.waiting}, during calls ${observed.call}, before settlements ${observed.settle})`
    logProgress(test, test.task.meta.figures)
    expect(recorded.size).toBe(MESSAGES * 3)
    expect(new Set(received.keys())).toEqual(new Set(recorded.keys()))
    expect([...recorded.values()].every((status) => status === 'received')).toBe(true)
    for (const times of Object.values(observed)) expect(times).toBeGreaterThanOrEqual(1)
  }, 1_800_000)
})
