// Health: the queue depth, the state of the workers, and the results of the last hour.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('health on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const message = {
    recipient: { telegram_chat_id: '1' },
    template: 'hello',
    vars: { name: 'Ada' },
    channel: 'telegram',
  }
  const anHour = 3_600_000
  beforeAll(async () => {
    // The worker has two slots. One message is at the silent provider, one message is claimed, and all other messages
    // are pending.
    test = await startTestService(kind, { WORKER_SLOTS: '2' })
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const health = () => test.call('GET', '/health')
  const send = async (count: number, more: object = {}, key = tenant.liveKey) => {
    const body = { messages: Array(count).fill({ ...message, ...more }) }
    const answer = await test.call('POST', '/send/batch', { key, body })
    expect(answer.body.queued).toBe(count)
    return answer.body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id) as number[]
  }
  const depth = (expected: number) =>
    test.until(async () => {
      const answer = await health()
      return answer.body.queue_depth === expected && answer
    })
  /**
   * Sends messages until `count` messages are pending. Repeats the sending, because the worker claims further messages
   * when calls to the silent provider fail.
   */
  const fillQueue = async (count: number) => {
    let known = ''
    return test.until(async () => {
      const answer = await health()
      const { queue_depth, timestamp } = answer.body
      if (queue_depth === count) return answer
      // The service computes queue_depth and the timestamp once a second. Until the timestamp changes, queue_depth
      // does not include the messages that the test has just sent.
      if (timestamp !== known && queue_depth < count) await send(count - queue_depth)
      known = timestamp
      return false
    })
  }

  it('returns health for a request without an API key and without a body [HEALTH-01, HEALTH-02, HEALTH-06, HEALTH-08, HEALTH-09, HEALTH-10, HEALTH-11, WHAT-09]', async () => {
    const { status, body } = await depth(0)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      worker: 'active',
      worker_last_activity: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      queue_depth: 0,
      last_hour: { sent: 0, delivered: 0, failed: 0 },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  it('computes health at most once a second [D20e]', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, health))
    expect(new Set(answers.map(({ body }) => body.timestamp)).size).toBeLessThanOrEqual(2)
  })

  it('health counts the messages that were sent or failed in the last hour, and no older messages [HEALTH-10]', async () => {
    provider.reply(({ text }) =>
      text.includes('"9"')
        ? { status: 400, body: {} }
        : { body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } },
    )
    const [sent] = await send(1)
    const [failed] = await send(1, { recipient: { telegram_chat_id: '9' } })
    await test.settled(tenant, sent!, 'sent')
    await test.settled(tenant, failed!, 'failed')
    const lastHourIs = (expected: object) =>
      test.until(async () => {
        const { last_hour } = (await health()).body
        return JSON.stringify(last_hour) === JSON.stringify(expected)
      })
    await lastHourIs({ sent: 1, delivered: 0, failed: 1 })
    test.clock.advance(anHour + 60_000)
    await lastHourIs({ sent: 0, delivered: 0, failed: 0 })
  })

  it('does not count scheduled messages, test messages or messages of a paused connection in the queue depth [D20]', async () => {
    const scheduled_for = new Date(test.clock.now().getTime() + anHour).toISOString()
    await send(5, { scheduled_for })
    await send(5, {}, tenant.testKey)
    provider.reply(() => ({ status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }))
    const other = await createConnectedTenant(test, provider)
    const refused = await test.send(other.liveKey, message)
    const connection = `/workspaces/${other.workspace}/sources/${other.source}/connections/telegram`
    await test.until(async () => (await test.manage('GET', connection)).body.paused_until)
    expect((await test.send(other.liveKey, message)).status).toBe(202)
    expect(refused.status).toBe(202)
    const { timestamp } = (await health()).body
    // A worker that finds messages of a paused connection removes these messages from the queue.
    await test.until(async () => {
      const { body } = await health()
      return body.timestamp !== timestamp && body.queue_depth === 0
    })
  })

  it('health is degraded with 503 when 101 or more messages are pending, and has the same fields as healthy health [HEALTH-03, HEALTH-04, HEALTH-05]', async () => {
    provider.reply(() => ({ hang: true }))
    const full = await fillQueue(100)
    expect([full.status, full.body.status]).toEqual([200, 'healthy'])
    const over = await fillQueue(101)
    expect([over.status, over.body.status]).toEqual([503, 'degraded'])
    expect(Object.keys(over.body)).toEqual(Object.keys(full.body))
    const at = `/workspaces/${tenant.workspace}/deliveries`
    const [newest] = (await test.manage('GET', `${at}?status=queued&limit=1`)).body.data
    expect((await test.manage('POST', `${at}/${newest.id}/cancel`)).status).toBe(200)
    expect((await fillQueue(100)).body.status).toBe('healthy')
  })

  it('answers 200 at /livez and /readyz for orchestrators [D20d]', async () => {
    for (const path of ['/livez', '/readyz']) {
      expect((await test.call('GET', path)).status).toBe(200)
      expect((await fetch(`${test.url}${path}`)).status).toBe(200)
    }
  })

  it('/readyz returns 200 even after a later version migrated the database, but not if a migration is missing [D20d]', async () => {
    const { db } = test.service
    const ready = async () => (await test.call('GET', '/readyz')).status
    const later = {
      text: `insert into schema_migrations select '9999_later', timestamp from schema_migrations limit 1`,
    }
    await db.query(later)
    expect(await ready()).toBe(200)
    await db.query({ text: `delete from schema_migrations where name = '9999_later'` })
    const first = { text: `update schema_migrations set name = $1 where name = $2` }
    await db.query({ ...first, values: ['9999_later', '0001_core'] })
    expect(await ready()).toBe(503)
    await db.query({ ...first, values: ['0001_core', '9999_later'] })
    expect(await ready()).toBe(200)
  })
})

describe('health without a worker on postgres', () => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('postgres', { HEALTH_QUEUE_DEPTH: '1' }, 'api')
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  it('reports the worker as stale when messages are due for a minute, and reports degraded health at the configured queue depth [HEALTH-07, HEALTH-08, D20b, D20c]', async () => {
    const message = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' } }
    const healthAfter = (seconds: number) =>
      test.until(async () => {
        const { status, body } = await test.call('GET', '/health')
        return body.queue_depth === 2 && Date.parse(body.timestamp) > since + seconds * 1000 && { status, ...body }
      })
    const empty = await test.call('GET', '/health')
    expect(empty.body).toMatchObject({ worker: 'active', worker_last_activity: null })
    const since = test.clock.now().getTime()
    for (const _time of [1, 2]) expect((await test.send(tenant.liveKey, message)).status).toBe(202)
    expect(await healthAfter(0)).toMatchObject({ status: 'degraded', worker: 'active' })
    test.clock.advance(61_000)
    expect(await healthAfter(61)).toMatchObject({ worker: 'stale', worker_last_activity: null })
  })
})
