// The field `expires_after` of a send request: a message that is not sent in time fails and is refunded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each(databases)('expires_after on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let count = 0
  const success: Reply = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
  const outage: Reply = { status: 503, body: {} }
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider, { quota: 1000 })
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const message = (more: object) => {
    const recipient = { telegram_chat_id: `chat-${++count}` }
    return { recipient, template: 'hello', vars: { name: 'Ada' }, ...more }
  }
  const accepted = async (more: object): Promise<number> => {
    const { status, body } = await test.send(tenant.liveKey, message(more))
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }
  const at = (id: number, rest = '') => `/workspaces/${tenant.workspace}/deliveries/${id}${rest}`
  const read = async (id: number) => (await test.manage('GET', at(id))).body
  const inTime = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString()
  const lifetime = ({ created_at, scheduled_for, expires_at }: Record<string, string>) =>
    Date.parse(expires_at ?? '') - Date.parse(scheduled_for ?? created_at ?? '')

  it('a message fails as expired and is refunded if its next attempt would be after its expiry [D161]', async () => {
    provider.reply(() => outage)
    const quotaUsed = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used
    const used = await quotaUsed()
    const id = await accepted({ expires_after: '20s' })
    const failed = await test.settled(tenant, id, 'failed')
    expect(failed).toMatchObject({ reason: 'expired', refunded: true })
    expect(failed.attempts).toHaveLength(1)
    expect(await quotaUsed()).toBe(used)
  })

  it('retries a message until it expires', async () => {
    provider.reply(() => outage)
    const id = await accepted({ expires_after: '2m' })
    await test.until(async () => (await read(id)).attempts.length === 1)
    test.clock.advance(40 * SECOND)
    expect((await test.settled(tenant, id, 'failed')).attempts).toHaveLength(2)
  })

  it('does not send a message that became due and then expired while its connection was paused', async () => {
    provider.reply(() => success)
    const id = await accepted({ scheduled_for: inTime(HOUR), expires_after: '90s' })
    const connection = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
    const { rows } = await test.service.db.query<{ id: number }>({
      text: `update connections set paused_until = 'infinity' where workspace_id = $1 and channel = 'telegram' returning id`,
      values: [tenant.workspace],
    })
    expect(rows).toHaveLength(1)
    test.clock.advance(HOUR + 91 * SECOND)
    expect(await test.settled(tenant, id, 'failed')).toMatchObject({ reason: 'expired', attempts: [] })
    expect((await test.manage('POST', `${connection}/resume`)).status).toBeLessThan(300)
  })

  it('`expires_after` counts from the scheduled time, also after the message was rescheduled', async () => {
    const id = await accepted({ scheduled_for: inTime(2 * HOUR), expires_after: '30m' })
    expect(lifetime(await read(id))).toBe(30 * MINUTE)
    const { status, body } = await test.manage('PATCH', at(id), { scheduled_for: inTime(5 * HOUR) })
    expect([status, lifetime(body)]).toEqual([200, 30 * MINUTE])
    await test.manage('POST', at(id, '/cancel'))
  })

  it('`expires_after` cannot exceed the maximum age of messages in the installation', async () => {
    provider.reply(() => success)
    expect(lifetime(await read(await accepted({ expires_after: '7d' })))).toBe(DAY)
  })

  it('each message of a batch has its own `expires_after`', async () => {
    provider.reply(() => success)
    const messages = ['90s', '15m', '2h', '1d', undefined].map((expires_after) => message({ expires_after }))
    const { body } = await test.call('POST', '/send/batch', { key: tenant.liveKey, body: { messages } })
    const lifetimes = []
    for (const { delivery_id: id } of body.results) lifetimes.push(lifetime(await read(id)))
    expect(lifetimes).toEqual([90 * SECOND, 15 * MINUTE, 2 * HOUR, DAY, DAY])
  })

  it('a resent message keeps its `expires_after`, which then counts from the resend', async () => {
    provider.reply(() => outage)
    const id = await accepted({ expires_after: '20s' })
    await test.settled(tenant, id, 'failed')
    test.clock.advance(HOUR)
    const { body } = await test.manage('POST', at(id, '/resend'))
    expect(lifetime(await read(body.delivery_id))).toBe(20 * SECOND)
  })

  it('refuses a value of `expires_after` that is not a duration, or that is longer than seven days', async () => {
    for (const expires_after of [
      '',
      '0s',
      '6',
      '6 h',
      '6H',
      '-1h',
      '1.5h',
      '1w',
      'PT6H',
      '01h',
      '12345678s',
      6,
      {},
      [],
    ]) {
      const { status, body } = await test.send(tenant.liveKey, message({ expires_after }))
      expect([status, Object.keys(body.details ?? {})], JSON.stringify(expires_after)).toEqual([422, ['expires_after']])
    }
    for (const expires_after of ['8d', '169h', '604801s']) {
      const { status, body } = await test.send(tenant.liveKey, message({ expires_after }))
      expect([status, body.details]).toEqual([422, { expires_after: ['must be at most 7d'] }])
    }
  })
})
