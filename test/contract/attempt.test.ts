// An attempt that reaches its time limit records which parts were sent. It ends even if the provider code ignores the
// abort signal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SendCall } from '../../src/channels/contract.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { makeAttempt } from '../../src/delivery/attempt.ts'
import type { ClaimedRow } from '../../src/store/delivery/queue.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { type ProviderFixture, sendCallTo } from './providers/fixture.ts'
import { messenger } from './providers/messenger.ts'
import { telegram } from './providers/telegram.ts'

const media = { url: 'https://example.com/a.png', type: 'image' as const }

describe('an attempt that reaches its time limit', () => {
  let fixture: Provider
  beforeAll(async () => {
    fixture = await startProvider()
  })
  afterAll(() => fixture.stop())

  const attemptOf = ({ channel, http }: ProviderFixture, call: SendCall, budget: number) => {
    const row = { mode: 'live', channel, attempts_made: 0 } as ClaimedRow
    const chosen = { id: 1, provider: providerOf(channel), settings: http!.settings(fixture.url) }
    const connection = { version: 1, chosen }
    return makeAttempt(row, call, connection, budget)
  }

  it('when an attempt sends the media and times out while it sends the text, records that the media was sent', async () => {
    fixture.reply(({ path, text }) => {
      if (path.endsWith('/sendPhoto')) return { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
      if (text.includes('attachment')) return { body: { recipient_id: 'psid-1', message_id: 'm_7' } }
      return { hang: true }
    })
    // Six seconds are enough to send the media on a slow machine. Both attempts run at the same time.
    const attempts = [telegram, messenger].map((providerFixture) =>
      attemptOf(providerFixture, sendCallTo(providerFixture, fixture.url, { media }), 6000),
    )
    expect((await Promise.all(attempts)).map(({ outcome }) => outcome)).toMatchObject([
      { class: 'ambiguous', progress: { media: '42:7' } },
      { class: 'ambiguous', progress: { media: 'm_7' } },
    ])
  })

  it('ends an attempt at its time limit even if the provider code never returns', async () => {
    const provider = providerOf('telegram')
    const { send } = provider
    provider.send = () => new Promise(() => {})
    try {
      const { outcome } = await attemptOf(telegram, sendCallTo(telegram, fixture.url), 2000)
      expect(outcome).toMatchObject({
        class: 'ambiguous',
        reason: expect.stringContaining('no answer within 2 seconds'),
      })
    } finally {
      provider.send = send
    }
  })
})
