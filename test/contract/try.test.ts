// A try whose budget is spent: what was done of it is known, and a connector that does not listen holds nobody up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SendCall } from '../../src/channels/contract.ts'
import { channelOf } from '../../src/channels/index.ts'
import { makeTry } from '../../src/delivery/try.ts'
import type { ClaimedRow } from '../../src/store/delivery/queue.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { callTo, type Dialect } from './dialects/dialect.ts'
import { messenger } from './dialects/messenger.ts'
import { telegram } from './dialects/telegram.ts'

const media = { url: 'https://example.com/a.png', type: 'image' as const }

describe('a try whose budget is spent', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  const tryOf = ({ channel, http }: Dialect, call: SendCall, budget: number) => {
    const row = { mode: 'live', channel, tries: 0 } as ClaimedRow
    const connection = { version: 1, settings: http!.settings(provider.url) }
    return makeTry(row, call, connection, budget)
  }

  it('by the text does not send the media again', async () => {
    provider.reply(({ path, text }) => {
      if (path.endsWith('/sendPhoto')) return { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
      if (text.includes('attachment')) return { body: { recipient_id: 'psid-1', message_id: 'm_7' } }
      return { hang: true }
    })
    // Long enough for the media on a slow machine; both wait for the end of it at the same time.
    const tries = [telegram, messenger].map((dialect) => tryOf(dialect, callTo(dialect, provider.url, { media }), 6000))
    expect((await Promise.all(tries)).map(({ outcome }) => outcome)).toMatchObject([
      { class: 'ambiguous', progress: { media: '42:7' } },
      { class: 'ambiguous', progress: { media: 'm_7' } },
    ])
  })

  it('ends, whatever the connector does', async () => {
    const { connector } = channelOf('telegram')
    const { send } = connector
    connector.send = () => new Promise(() => {})
    try {
      const { outcome } = await tryOf(telegram, callTo(telegram, provider.url), 2000)
      expect(outcome).toMatchObject({
        class: 'ambiguous',
        reason: expect.stringContaining('no answer within 2 seconds'),
      })
    } finally {
      connector.send = send
    }
  })
})
