// Settling in one trip counts on what was known at the claim; what is otherwise by then is settled all the same, step by step.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectedTenant } from '../harness/connected.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('what changed while a message was being sent, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let letGo: () => void
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
  })
  beforeEach(async () => {
    tenant = await connectedTenant(test, provider)
    const gone = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const before = provider.received.length
    provider.reply(async (_request, count) => {
      await gone
      return { body: { id: String(count - before), channel_id: '1' } }
    })
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  /** Messages under way, whose answers wait for `letGo`. */
  const underWay = async (count: number): Promise<number[]> => {
    const before = provider.received.length
    const messages = Array.from({ length: count }, (_, index) => ({
      recipient: { telegram_chat_id: `${index}` },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'discord',
    }))
    const sent = await test.call('POST', '/send/batch', { key: tenant.liveKey, body: { messages } })
    expect(sent.body.failed).toBe(0)
    await test.until(async () => provider.received.length === before + count)
    return sent.body.results.map(({ delivery_id }: { delivery_id: string }) => Number(delivery_id))
  }
  const statusesOf = async (ids: number[]): Promise<string[]> => {
    const { rows } = await test.service.db.query<{ status: string }>({
      text: 'select status from deliveries where id = any($1::bigint[]) order by id',
      values: [ids],
    })
    return rows.map(({ status }) => status)
  }

  it('a lease that another worker has by now is left to it, and the messages settled with it are sent and counted', async () => {
    const ids = await underWay(3)
    await test.service.db.query({
      text: 'update deliveries set attempt = attempt + 1 where id = $1',
      values: [ids[1]],
    })
    letGo()
    await test.until(async () => (await statusesOf(ids)).filter((status) => status === 'sent').length === 2)
    expect(await statusesOf(ids)).toEqual(['sent', 'sending', 'sent'])
    const { rows } = await test.service.db.query<{ delivery_id: number }>({
      text: 'select delivery_id from attempts where delivery_id = any($1::bigint[]) order by 1',
      values: [ids],
    })
    expect(rows.map(({ delivery_id }) => delivery_id)).toEqual([ids[0], ids[2]])
    const usage = await test.call('GET', '/usage', { key: tenant.liveKey })
    expect(usage.body.total_sent).toBe(2)
  })

  it('who began to listen meanwhile is told', async () => {
    const ids = await underWay(2)
    const made = await test.manage('POST', `/workspaces/${tenant.workspace}/subscriptions`, {
      url: `${provider.url}/events`,
      events: ['delivery.sent'],
    })
    expect(made.status).toBe(201)
    letGo()
    await test.until(async () => provider.received.filter(({ path }) => path === '/events').length === 2)
    expect(await statusesOf(ids)).toEqual(['sent', 'sent'])
    const usage = await test.call('GET', '/usage', { key: tenant.liveKey })
    expect(usage.body.total_sent).toBe(2)
  })
})
