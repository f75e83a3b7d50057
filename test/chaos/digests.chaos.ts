// Sends messages into 500 digests while the service is killed again and again. Each message is in exactly one digest, and
// each digest is charged once. CHAOS_DIGESTS is the number of messages (default 20,000).
import { describe, expect, it } from 'vitest'
import { OF_A_KEY, sendUnderKills } from '../harness/digest-kills.ts'
import { databases } from '../harness/service.ts'
import { logProgress } from './progress.ts'

const MESSAGES = Number(process.env.CHAOS_DIGESTS ?? 20_000)
const KILLS = 20

describe.each(databases)('digests under kills, %s', (kind) => {
  it(`${MESSAGES} messages under ${KILLS} kills are each in exactly one digest, and each digest is charged once`, async (test) => {
    const log = (text: string) => logProgress(test, text)
    const { digests, messages, charged, seconds } = await sendUnderKills(
      kind,
      { messages: MESSAGES, kills: KILLS, wait: '10s' },
      log,
    )
    test.task.meta.figures = `${MESSAGES} messages in ${digests} digests, ${charged} charged, ${KILLS} kills, ${seconds} s`
    logProgress(test, test.task.meta.figures)
    expect(messages).toEqual(Array.from({ length: MESSAGES }, (_, n) => n))
    expect(charged).toBe(digests)
    expect(digests).toBeGreaterThanOrEqual(Math.ceil(MESSAGES / OF_A_KEY))
  }, 1_800_000)
})
