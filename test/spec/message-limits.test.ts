// The field `limit` of a send request. It limits the number of messages with the same key to one recipient in a period.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('limit on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant({ quota: 10_000 })
  })
  afterAll(() => test.stop())

  const hourly = (most = 1, key = 'invoice:42') => ({ key, most, per: '1h' })
  const newRecipient = () => ({ email: `limit${++count}@customer.example`, locale: 'en' })
  const message = (recipient: object, more: object) => ({
    recipient,
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  const send = (recipient: object, more: object, key = tenant.testKey) => test.send(key, message(recipient, more))
  const accepted = async (recipient: object, more: object): Promise<number> => {
    const { status, body } = await send(recipient, more)
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }
  const batch = async (messages: object[], key = tenant.testKey) =>
    (await test.call('POST', '/send/batch', { key, body: { messages } })).body
  const rows = async () =>
    (await test.service.db.query<{ key: string }>({ text: 'select key from message_limits order by key' })).rows

  it('returns the newest counted delivery for a message over the limit, and neither sends nor charges this message [D162]', async () => {
    const recipient = newRecipient()
    await accepted(recipient, { limit: hourly(2) })
    const id = await accepted(recipient, { limit: hourly(2) })
    await test.settled(tenant, id, 'sent')
    const { status, body } = await send(recipient, { limit: hourly(2) })
    expect([status, body]).toEqual([
      200,
      { status: 'sent', delivery_id: id, idempotency_key: null, replayed: true, suppressed_by: 'limit' },
    ])
    const listed = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries?mode=test&limit=1`)
    expect(listed.body.data).toMatchObject([{ id }])
  })

  it('charges nothing for a live message over the limit', async () => {
    const quotaUsed = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used
    const { status } = await test.manage(
      'PUT',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`,
      { settings: { url: 'smtp://127.0.0.1:1', from: 'a@shop.example' } },
    )
    expect(status).toBeLessThan(300)
    const recipient = newRecipient()
    const used = await quotaUsed()
    const in_a_day = new Date(test.clock.now().getTime() + 24 * HOUR).toISOString()
    const answers = []
    for (let index = 0; index < 3; index++)
      answers.push((await send(recipient, { limit: hourly(), scheduled_for: in_a_day }, tenant.liveKey)).status)
    expect([answers, (await quotaUsed()) - used]).toEqual([[202, 200, 200], 1])
  })

  it('counts each recipient, each key and each mode separately', async () => {
    const [ada, bob] = [newRecipient(), newRecipient()]
    await accepted(ada, { limit: hourly() })
    await accepted(bob, { limit: hourly() })
    await accepted(ada, { limit: hourly(1, 'invoice:43') })
    await accepted(ada, {})
    expect((await send(ada, { limit: hourly() })).status).toBe(200)
  })

  it('accepts a message again when the counted message is older than the period', async () => {
    const recipient = newRecipient()
    await accepted(recipient, { limit: hourly() })
    test.clock.advance(HOUR - MINUTE)
    expect((await send(recipient, { limit: hourly() })).status).toBe(200)
    test.clock.advance(MINUTE)
    await accepted(recipient, { limit: hourly() })
  })

  it('failed messages and cancelled messages do not count toward the limit', async () => {
    const failing = { email: 'bounce@sandbox.test' }
    const id = await accepted(failing, { limit: hourly() })
    await test.settled(tenant, id, 'failed')
    await accepted(failing, { limit: hourly() })
    const recipient = newRecipient()
    const in_a_day = new Date(test.clock.now().getTime() + 24 * HOUR).toISOString()
    const scheduled = await accepted(recipient, { limit: hourly(), scheduled_for: in_a_day })
    expect((await send(recipient, { limit: hourly() })).status).toBe(200)
    await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${scheduled}/cancel`)
    await accepted(recipient, { limit: hourly() })
  })

  it('applies the limit to the messages of a batch in their order', async () => {
    const recipient = newRecipient()
    const messages = Array.from({ length: 5 }, () => message(recipient, { limit: hourly(2) }))
    const { queued, failed, results } = await batch(messages)
    expect([queued, failed]).toEqual([5, 0])
    const [first, second, ...others] = results
    expect(second.delivery_id).toBeGreaterThan(first.delivery_id)
    for (const other of others)
      expect(other).toMatchObject({ delivery_id: second.delivery_id, status: 'queued', suppressed_by: 'limit' })
  })

  it('if a message of a batch is refused, later messages over its limit are refused with the same error', async () => {
    const poor = await test.tenant({ quota: 0 })
    await test.manage('PUT', `/workspaces/${poor.workspace}/sources/${poor.source}/connections/email`, {
      settings: { url: 'smtp://127.0.0.1:1', from: 'a@shop.example' },
    })
    const recipient = newRecipient()
    const messages = Array.from({ length: 2 }, () => message(recipient, { limit: hourly(1, 'unpaid') }))
    const { results } = await batch(messages, poor.liveKey)
    expect(results).toMatchObject([{ error: 'quota_exceeded' }, { error: 'quota_exceeded' }])
    expect(await rows()).not.toContainEqual({ key: 'unpaid' })
  })

  it('accepts exactly as many messages as the limit permits when requests arrive at the same time [D162b]', async () => {
    const recipient = newRecipient()
    await accepted(recipient, {})
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(recipient, { limit: hourly(3) })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(3)
    expect(statuses.filter((status) => status === 200)).toHaveLength(27)
  })

  it('a message over the limit does not use up its idempotency key', async () => {
    const recipient = newRecipient()
    await accepted(recipient, { limit: hourly() })
    const key = `limited-${kind}`
    expect((await send(recipient, { limit: hourly(), idempotency_key: key })).body).toMatchObject({
      idempotency_key: key,
      suppressed_by: 'limit',
    })
    test.clock.advance(HOUR)
    const id = await accepted(recipient, { limit: hourly(), idempotency_key: key })
    const { body } = await send(recipient, { limit: hourly(), idempotency_key: key })
    expect(body).toEqual({ status: expect.any(String), delivery_id: id, idempotency_key: key, replayed: true })
  })

  it('a message over the limit does not change its recipient', async () => {
    const recipient = newRecipient()
    const id = await accepted(recipient, { limit: hourly() })
    const { recipient_id } = (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
    await send({ ...recipient, telegram_chat_id: `limit-${kind}` }, { limit: hourly() })
    const stored = await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${recipient_id}`)
    expect(stored.body.telegram_chat_id).toBeNull()
  })

  it('deletes the counts of a deleted recipient, and the counts whose period has passed', async () => {
    const recipient = newRecipient()
    const id = await accepted(recipient, { limit: hourly(1, 'removed') })
    const { recipient_id } = (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
    await accepted(newRecipient(), { limit: hourly(1, 'passed') })
    expect(await rows()).toEqual(expect.arrayContaining([{ key: 'passed' }, { key: 'removed' }]))
    await test.manage('DELETE', `/workspaces/${tenant.workspace}/recipients/${recipient_id}`)
    expect(await rows()).not.toContainEqual({ key: 'removed' })
    test.clock.advance(HOUR + MINUTE)
    await test.until(async () => (await rows()).length === 0)
  })

  it('the error for an invalid `limit` names the field', async () => {
    const wrong: [object, string][] = [
      [{ most: 1, per: '1h' }, 'limit.key'],
      [{ key: 'a', per: '1h' }, 'limit.most'],
      [{ key: 'a', most: 1 }, 'limit.per'],
      [{ ...hourly(), key: '' }, 'limit.key'],
      [{ ...hourly(), key: 'k'.repeat(129) }, 'limit.key'],
      [hourly(0), 'limit.most'],
      [hourly(101), 'limit.most'],
      [{ ...hourly(), per: 'hour' }, 'limit.per'],
      [{ ...hourly(), per: '32d' }, 'limit.per'],
      [{ ...hourly(), each: 1 }, 'limit.each'],
    ]
    for (const [limit, field] of wrong) {
      const { status, body } = await send(newRecipient(), { limit })
      expect([status, Object.keys(body.details ?? {})], JSON.stringify(limit)).toEqual([422, [field]])
    }
  })
})
