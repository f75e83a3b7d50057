// Charges of fallbacks in live mode: a later step is charged when it starts, and is skipped if it cannot be charged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('charges of fallbacks on %s', (kind) => {
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    provider.reply(({ path }) => {
      if (path.includes('/messages')) return { body: { messages: [{ id: `wamid.${++count}` }] } }
      return { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
    })
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  let count = 0
  /** Sends a message that goes to WhatsApp first, and to Telegram after five minutes. */
  const send = async (quota: number) => {
    const tenant = await createConnectedTenant(test, provider, { quota, whatsapp_limit: 5 })
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'order',
      name: 'Order',
      locales: { it: { body: 'Ordine {{1}}', channels: { whatsapp: { template: 'order_update', language: 'it' } } } },
    })
    const { status, body } = await test.send(tenant.liveKey, {
      recipient: { whatsapp_phone: `+39333${1_000_000 + ++count}`, telegram_chat_id: `${count}`, locale: 'it' },
      template: 'order',
      vars: { 1: '42' },
      fallback: [{ channel: 'whatsapp' }, { channel: 'telegram', after: '5m' }],
    })
    expect([status, body.details]).toEqual([202, undefined])
    await test.settled(tenant, body.delivery_id, 'sent')
    return { tenant, id: body.delivery_id as number }
  }
  const usageOf = async ({ liveKey }: Tenant) => {
    const { body } = await test.call('GET', '/usage', { key: liveKey })
    return [body.quota.used, body.whatsapp.used]
  }
  const fallbackOf = async ({ liveKey }: Tenant, id: number) =>
    (await test.call('GET', `/deliveries/${id}`, { key: liveKey })).body.fallback
  const ended = (tenant: Tenant, id: number) =>
    test.until(async () => {
      test.clock.advance(1000)
      const fallback = await fallbackOf(tenant, id)
      return fallback.state === 'ended' && fallback
    }, 20)

  it('charges a later step when it starts [D164b]', async () => {
    const { tenant, id } = await send(10)
    expect(await usageOf(tenant)).toEqual([0, 1])
    test.clock.advance(5 * 60_000)
    const { steps } = await ended(tenant, id)
    await test.settled(tenant, steps[1].delivery_id, 'sent')
    expect(await usageOf(tenant)).toEqual([1, 1])
  })

  it('charges no step that did not start', async () => {
    const { tenant, id } = await send(10)
    const path = `/workspaces/${tenant.workspace}/fallbacks/${id}/stop`
    expect((await test.manage('POST', path)).status).toBe(200)
    test.clock.advance(5 * 60_000)
    await ended(tenant, id)
    expect(await usageOf(tenant)).toEqual([0, 1])
  })

  it('skips a step for which neither quota nor credits are left, and names the reason', async () => {
    const { tenant, id } = await send(0)
    test.clock.advance(5 * 60_000)
    const { steps, ended_reason } = await ended(tenant, id)
    expect([steps[1].state, ended_reason]).toEqual(['skipped', 'last_step'])
    expect(steps[1].reason).toMatch(/quota|credits/)
    expect(await usageOf(tenant)).toEqual([0, 1])
  })
})
