// Live messages, with their charges and retries. The provider modules send the messages to a provider fixture on the
// same machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('live messages, %s', (kind) => {
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const connected = (limits?: Parameters<TestService['tenant']>[0]) => createConnectedTenant(test, provider, limits)
  const toTelegram = (chat: string) => ({
    recipient: { telegram_chat_id: chat, name: 'Ada' },
    template: 'hello',
    vars: { name: 'Ada' },
  })
  const botAnswers = { ok: true, result: { message_id: 7, chat: { id: 42 } } }

  it('a live message reaches the provider and gets the status `sent` and the message id of the provider [WHAT-01, DLV-01]', async () => {
    provider.reply(() => ({ body: botAnswers }))
    const tenant = await connected()
    const { status, body } = await test.send(tenant.liveKey, toTelegram('42'))
    expect(status).toBe(202)
    expect(body.channel).toBe('telegram')
    const delivery = await test.settled(tenant, body.delivery_id, 'sent')
    expect(delivery.external_id).toBe('42:7')
    expect(delivery.history.map((line: { status: string }) => line.status)).toEqual(['queued', 'sending', 'sent'])
    expect(JSON.parse(provider.received.at(-1)!.text)).toMatchObject({ chat_id: '42', text: 'Ciao Ada' })
    const usage = await test.call('GET', '/usage', { key: tenant.liveKey })
    expect(usage.body).toMatchObject({
      total_sent: 1,
      total_failed: 0,
      by_channel: { telegram: { sent: 1, failed: 0 } },
      quota: { used: 1 },
    })
  })

  it('a message that the provider throttles pauses its connection and is sent after the pause', async () => {
    provider.reply((_request, count) =>
      count % 2 === 0 ? { status: 429, headers: { 'retry-after': '20' }, body: {} } : { body: { id: '1' } },
    )
    provider.received.length = 1
    const tenant = await connected()
    const { body } = await test.send(tenant.liveKey, { ...toTelegram('44'), channel: 'discord' })
    const waiting = await test.until(async () => {
      const read = (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)).body
      return read.attempts.length === 1 && read
    })
    expect(waiting.attempts[0].outcome).toBe('throttled')
    const connection = await test.manage(
      'GET',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/discord`,
    )
    expect(connection.body.pause_reason).toContain('throttles')
    test.clock.advance(21_000)
    const sent = await test.settled(tenant, body.delivery_id, 'sent')
    expect(sent.attempts).toHaveLength(2)
  })

  it("replaces the characters of a provider's message id that the database cannot store", async () => {
    provider.reply(() => ({ body: { id: 'a\u0000b\ud83d' } }))
    const tenant = await connected()
    const { body } = await test.send(tenant.liveKey, { ...toTelegram('45'), channel: 'discord' })
    expect((await test.settled(tenant, body.delivery_id, 'sent')).external_id).toBe('a\ufffdb\ufffd')
  })

  it('a provider that hangs does not delay the messages of another connection', async () => {
    const isTelegram = ({ path }: { path: string }) => path.includes('/bot')
    provider.reply((request) => (isTelegram(request) ? { hang: true } : { body: { id: '1' } }))
    const tenant = await connected()
    provider.received.length = 0
    const hanging = await Promise.all(
      Array.from({ length: 5 }, (_, index) => test.send(tenant.liveKey, toTelegram(`5${index}`))),
    )
    const { body } = await test.send(tenant.liveKey, { ...toTelegram('50'), channel: 'discord' })
    await test.settled(tenant, body.delivery_id, 'sent')
    for (const { body: other } of hanging) {
      const { body: read } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${other.delivery_id}`)
      expect(read.attempts).toEqual([])
    }
    await test.until(async () => provider.received.filter(isTelegram).length === hanging.length)
    provider.closeConnections()
    for (const { body: other } of hanging) {
      const { attempts } = await test.settled(tenant, other.delivery_id, 'queued')
      expect(attempts).toMatchObject([{ outcome: 'ambiguous' }])
    }
  })

  it('stores no provider message id of more than 255 characters', async () => {
    const ids = ['x'.repeat(255), 'x'.repeat(256)]
    provider.reply(() => ({ body: { id: ids.shift() } }))
    const tenant = await connected()
    for (const expected of ['x'.repeat(255), null]) {
      const { body } = await test.send(tenant.liveKey, { ...toTelegram('60'), channel: 'discord' })
      expect((await test.settled(tenant, body.delivery_id, 'sent')).external_id).toBe(expected)
    }
  })
})
