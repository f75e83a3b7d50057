// Each message is in exactly one digest, and each digest is charged once, although the process is killed meanwhile. The
// long form of this test is test/chaos/digests.chaos.ts.
import { describe, expect, it } from 'vitest'
import { sendUnderKills } from '../harness/digest-kills.ts'
import { databases } from '../harness/service.ts'

const MESSAGES = 400

describe.each(databases)('digests of a killed process, %s', (kind) => {
  it('contain each message exactly once, and each of them is charged once', async () => {
    const { digests, messages, charged } = await sendUnderKills(kind, { messages: MESSAGES, kills: 2, wait: '2s' })
    expect(messages).toEqual(Array.from({ length: MESSAGES }, (_, n) => n))
    expect(charged).toBe(digests)
  })
})
