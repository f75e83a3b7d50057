// The SMS messages of a month and their costs, by connection and beginning of the number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type Received, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('the usage of SMS, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    provider.reply(answerOf)
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  /** Accepts all messages, except messages to British numbers. */
  function answerOf({ text }: Received) {
    return new URLSearchParams(text).get('To')?.startsWith('+44')
      ? { status: 400, body: { code: 21610, message: 'no', status: 400 } }
      : { status: 201, body: { sid: `SM${++count}`, error_code: null } }
  }

  const workspace = () => `/workspaces/${tenant.workspace}`
  const providers = () => `${workspace()}/sources/${tenant.source}/connections/sms/providers`
  const settingsWith = (own: object) => ({
    account_sid: `AC${'0'.repeat(32)}`,
    auth_token: 'token',
    from: '+15550100000',
    api_base: provider.url,
    ...own,
  })
  const usage = async (query = '') => (await test.manage('GET', `${workspace()}/usage/sms${query}`)).body
  const deliver = async (phone: string, name: string, key = tenant.liveKey) => {
    const { body } = await test.send(key, { recipient: { phone }, template: 'hello', vars: { name } })
    await test.settled(tenant, body.delivery_id, 'sent', 'failed')
  }

  it('counts accepted live messages with their segments, at the price of the longest matching beginning', async () => {
    const { body } = await test.manage('POST', providers(), {
      settings: settingsWith({ prices: '+3=0.1, +39=0.0925, +1=0.0079', price_currency: 'EUR' }),
    })
    expect(body.id).toEqual(expect.any(Number))
    await deliver('+393331234567', 'Ada')
    await deliver('+393331234567', 'A'.repeat(160))
    await deliver('+4915112345678', 'Ada')
    await deliver('+447700900123', 'Ada')
    await deliver('+393331234567', 'Ada', tenant.testKey)
    const common = { connection_id: body.id, source_id: tenant.source, provider: 'Twilio', currency: 'EUR' }
    const now = test.clock.now().toISOString().slice(0, 7)
    const data = [
      { ...common, prefix: '+39', messages: 2, segments: 3, price: 0.0925, cost: 0.2775 },
      { ...common, prefix: null, messages: 1, segments: 1, price: null, cost: null },
    ]
    expect(await usage()).toEqual({ period: now, data })
    expect(await usage(`?month=${now}`)).toEqual({ period: now, data })
    expect(await usage('?month=2001-01')).toEqual({ period: '2001-01', data: [] })
  })

  it('uses the prices of the connection that sent the message', async () => {
    const other = await test.tenant()
    const path = `/workspaces/${other.workspace}`
    const add = async (own: object) => {
      const all = { settings: settingsWith(own) }
      return (await test.manage('POST', `${path}/sources/${other.source}/connections/sms/providers`, all)).body.id
    }
    const first = await add({ from: undefined, senders: '+39=Shop', prices: '+39=0.1' })
    const second = await add({ prices: '+1=0.2, +39=0.3', price_currency: 'USD' })
    for (const phone of ['+393331234567', '+15550100001', '+15550100002']) {
      const { body } = await test.send(other.liveKey, {
        recipient: { phone },
        template: 'hello',
        vars: { name: 'Ada' },
      })
      const { delivery_id: id } = body
      expect((await test.settled(other, id, 'sent', 'failed')).status).toBe('sent')
    }
    expect((await test.manage('GET', `${path}/usage/sms`)).body.data).toMatchObject([
      { connection_id: first, prefix: '+39', messages: 1, cost: 0.1, currency: null },
      { connection_id: second, prefix: '+1', messages: 2, cost: 0.4, currency: 'USD' },
    ])
  })

  it('returns 422 for a month or a price with a wrong format', async () => {
    expect((await test.manage('GET', `${workspace()}/usage/sms?month=2030-13`)).status).toBe(422)
    const { status, body } = await test.manage('POST', providers(), { settings: settingsWith({ prices: '+39=cheap' }) })
    expect(status).toBe(422)
    expect(body.details['settings.prices']).toEqual([expect.stringContaining('+39=cheap')])
  })
})
