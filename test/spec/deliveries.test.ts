// The life of a delivery: its record, its schedule, its retries, its charge, and the cleanup at its end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const SECOND = 1000
const DAY = 86_400_000

interface Timeline {
  status: string
  next_at: string
  attempts: { outcome: string; ended_at: string; remedy: string; provider_status: string }[]
  history: { status: string; at: string }[]
}

describe.each(databases)('deliveries on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let count = 0
  const vars = { name: 'Ada' }
  const toSandbox = (word: string) => ({ recipient: { email: `${word}@sandbox.test` }, template: 'hello', vars })
  const success: Reply = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider, { quota: 100 })
    // Start in the middle of a month, so that the clock stays in this month when the tests advance it by days.
    const now = test.clock.now()
    test.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10) - now.getTime())
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const timeline = async (id: number): Promise<Timeline> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const record = async (id: number, key = tenant.testKey) => (await test.call('GET', `/deliveries/${id}`, { key })).body
  const accept = async (key: string, body: object): Promise<number> => {
    const answer = await test.send(key, body)
    expect(answer.status).toBe(202)
    return answer.body.delivery_id
  }
  /** Sends a live message to a new chat. The provider answers with `replies` in turn, then repeats the last reply. */
  const live = (replies: Reply[], more: object = {}) => {
    const chat = `chat-${++count}`
    let attempts = 0
    provider.reply(({ text }) => (text.includes(chat) ? replies[Math.min(attempts++, replies.length - 1)]! : success))
    return accept(tenant.liveKey, { recipient: { telegram_chat_id: chat }, template: 'hello', vars, ...more })
  }
  const afterAttempt = (id: number, count: number) =>
    test.until(async () => {
      const read = await timeline(id)
      return read.attempts.length === count && read.status !== 'sending' && read
    })
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3600 * SECOND).toISOString()
  const retryDelayOf = (read: Timeline) => Date.parse(read.next_at) - Date.parse(read.attempts.at(-1)!.ended_at)
  const quotaUsed = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used as number

  it("returns the record of a delivery, with the provider's id after success and an error message after failure [DLV-01, DLV-02, DLV-03, DLV-04, DLV-05, DLV-06, DLV-07, DLV-08, D36]", async () => {
    const { body } = await test.send(tenant.testKey, {
      ...toSandbox('slow'),
      recipient: { email: 'slow@sandbox.test' },
    })
    const before = await record(body.delivery_id)
    expect(before).toMatchObject({
      id: body.delivery_id,
      recipient_id: body.recipient.id,
      channel: 'email',
      template_slug: 'hello',
      external_id: null,
      error_message: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    await test.until(async () => (await record(body.delivery_id)).status === 'sent')
    expect((await record(body.delivery_id)).external_id).toBe(`sandbox-${body.delivery_id}-1`)
    const failed = await accept(tenant.testKey, toSandbox('blocked'))
    await test.settled(tenant, failed, 'failed')
    expect(await record(failed)).toMatchObject({ external_id: null, error_message: expect.stringMatching(/\w+/) })
  })

  it.each([
    ['ada', 'sent', ['queued', 'sending', 'sent']],
    ['delivered', 'delivered', ['queued', 'sending', 'sent', 'delivered']],
    ['read', 'read', ['queued', 'sending', 'sent', 'delivered', 'read']],
    ['bounce', 'failed', ['queued', 'sending', 'failed']],
  ])(
    'a delivery to the address %s@sandbox.test reaches the status %s step by step [DLV-02, DLV-11, DLV-12, DLV-13, DLV-14]',
    async (word, status, steps) => {
      const id = await accept(tenant.testKey, toSandbox(word))
      await test.settled(tenant, id, status)
      expect((await record(id)).history.map((step: { status: string }) => step.status)).toEqual(steps)
    },
  )

  it('retries a failed delivery after 30 seconds, 2 minutes and 10 minutes, and then fails it [WHAT-15, RETRY-01, RETRY-02, RETRY-03, RETRY-04, RETRY-05, D16]', async () => {
    const id = await live([{ status: 500, body: { ok: false } }])
    const used = await quotaUsed()
    for (const [index, seconds] of [30, 120, 600].entries()) {
      const waiting = await afterAttempt(id, index + 1)
      expect(waiting.status).toBe('queued')
      const wait = retryDelayOf(waiting)
      expect(wait).toBeGreaterThanOrEqual(seconds * SECOND)
      expect(wait).toBeLessThanOrEqual(seconds * SECOND * 1.1)
      // The clock of the service also advances in real time. The margin allows for a slow machine.
      const margin = 20 * SECOND
      test.clock.advance(wait - margin)
      // In the meantime, the worker sends another message. The message whose attempt failed stays pending.
      await test.settled(
        tenant,
        await accept(tenant.liveKey, { recipient: { telegram_chat_id: 'meanwhile' }, template: 'hello', vars }),
        'sent',
      )
      expect((await timeline(id)).attempts).toHaveLength(index + 1)
      test.clock.advance(margin)
    }
    const failed = await test.settled(tenant, id, 'failed')
    expect(failed.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(4).fill('retryable'))
    expect(failed.attempts.at(-1)).toMatchObject({ provider_status: '500', remedy: expect.stringMatching(/\w+/) })
    expect(failed.refunded).toBe(true)
    test.clock.advance(DAY)
    await test.settled(tenant, await accept(tenant.testKey, toSandbox('ada')), 'sent')
    expect((await timeline(id)).attempts).toHaveLength(4)
    expect(await quotaUsed()).toBe(used - 1 + 3)
  })

  it('a delivery whose retry succeeds gets the status sent [RETRY-06]', async () => {
    const id = await live([{ status: 502, body: {} }, success])
    test.clock.advance(retryDelayOf(await afterAttempt(id, 1)))
    const sent = await test.settled(tenant, id, 'sent')
    expect(sent.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['retryable', 'sent'])
    expect(sent.external_id).toBe('42:7')
  })

  it("delays a retry by the provider's Retry-After if Retry-After is longer than the scheduled delay [D16b]", async () => {
    const withRetryAfter = (seconds: string) =>
      live([{ status: 503, headers: { 'retry-after': seconds }, body: {} }, success])
    expect(Math.round(retryDelayOf(await afterAttempt(await withRetryAfter('300'), 1)) / SECOND)).toBe(300)
    const short = retryDelayOf(await afterAttempt(await withRetryAfter('5'), 1))
    expect(short).toBeGreaterThanOrEqual(30 * SECOND)
    test.clock.advance(310 * SECOND)
  })

  it('reschedules a throttled delivery without counting an attempt [D16c]', async () => {
    const throttled = { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 90 } } }
    const id = await live([...Array<Reply>(5).fill(throttled), success])
    for (let attempt = 1; attempt <= 5; attempt++) {
      const waiting = await afterAttempt(id, attempt)
      expect(waiting.status).toBe('queued')
      test.clock.advance(91 * SECOND)
    }
    const sent = await test.settled(tenant, id, 'sent')
    expect(sent.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...Array(5).fill('throttled'),
      'sent',
    ])
  })

  it('fails a delivery at once after a permanent error [D16d]', async () => {
    const id = await live([
      { status: 400, body: { ok: false, error_code: 400, description: "Bad Request: can't parse" } },
    ])
    expect((await test.settled(tenant, id, 'failed')).attempts).toHaveLength(1)
  })

  it('fails and refunds a delivery that is not sent within a day after the time when it was due [D16e]', async () => {
    const used = await quotaUsed()
    const throttled = { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 3600 } } }
    const id = await live([throttled])
    await afterAttempt(id, 1)
    test.clock.advance(DAY + SECOND)
    const expired = await test.settled(tenant, id, 'failed')
    expect(expired).toMatchObject({ reason: 'expired', refunded: true })
    expect(await quotaUsed()).toBe(used)
  })

  it('sends a delivery at its scheduled_for, or at once if scheduled_for is in the past [SEND-20, D15]', async () => {
    const id = await live([success], { scheduled_for: inHours(1) })
    test.clock.advance(3540 * SECOND)
    await test.settled(tenant, await accept(tenant.testKey, toSandbox('ada')), 'sent')
    expect(await timeline(id)).toMatchObject({ status: 'queued', attempts: [] })
    test.clock.advance(61 * SECOND)
    const sent = await test.settled(tenant, id, 'sent')
    expect(Date.parse(sent.attempts[0].started_at)).toBeGreaterThanOrEqual(Date.parse(sent.scheduled_for))
    await test.settled(tenant, await live([success], { scheduled_for: '2020-01-01T00:00:00Z' }), 'sent')
  })

  it('reads a scheduled_for without an offset as UTC [D15b]', async () => {
    const day = inHours(48).slice(0, 10)
    const times = [`${day}T10:00:00`, `${day}T10:00:00+02:00`]
    const read = []
    for (const scheduled_for of times) {
      read.push((await record(await accept(tenant.testKey, { ...toSandbox('ada'), scheduled_for }))).scheduled_for)
    }
    expect(read).toEqual([`${day}T10:00:00.000Z`, `${day}T08:00:00.000Z`])
  })

  it('deletes the bytes of attachments only after the status of their delivery is final [D35c]', async () => {
    const attachments = [{ filename: 'a.txt', content: 'aGk=' }]
    const id = await accept(tenant.testKey, { ...toSandbox('flaky'), attachments })
    const files = async () =>
      (await test.service.db.query({ text: 'select 1 from attachments where delivery_id = $1', values: [id] })).rows
        .length
    const waiting = await afterAttempt(id, 1)
    expect(await files()).toBe(1)
    test.clock.advance(retryDelayOf(waiting))
    await test.settled(tenant, id, 'sent')
    expect(await files()).toBe(0)
  })

  it('charges a delivery to the month of its send request, even if it is scheduled for the next month [D17, D17b, D17k]', async () => {
    const before = await quotaUsed()
    const month = test.clock.now()
    const next = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1, 0, 0, 1)
    const id = await live([success], { scheduled_for: new Date(next).toISOString() })
    const later = await live([success], { scheduled_for: new Date(next + DAY).toISOString() })
    expect(await quotaUsed()).toBe(before + 2)
    test.clock.advance(next - test.clock.now().getTime())
    await test.settled(tenant, id, 'sent')
    // The refund reduces the usage of the month that was charged.
    await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${later}/cancel`)
    const usage = (await test.call('GET', '/usage', { key: tenant.liveKey })).body
    expect(usage).toMatchObject({ period: new Date(next).toISOString().slice(0, 7), total_sent: 0, quota: { used: 0 } })
    await live([success])
    expect(await quotaUsed()).toBe(1)
  })
})

describe('DELIVERY_MAX_AGE', () => {
  it('fails a delivery as expired when it was not sent within the hours that DELIVERY_MAX_AGE sets [D16f]', async () => {
    const test = await startTestService('embedded', { DELIVERY_MAX_AGE: '2' })
    try {
      const tenant = await test.tenant()
      const body = { recipient: { email: 'throttled@sandbox.test' }, template: 'hello', vars: { name: 'Ada' } }
      const { delivery_id: id } = (await test.send(tenant.testKey, body)).body
      const path = `/workspaces/${tenant.workspace}/deliveries/${id}`
      await test.until(async () => (await test.manage('GET', path)).body.attempts.length === 1)
      test.clock.advance(2 * 3600 * SECOND + SECOND)
      expect(await test.settled(tenant, id, 'failed', 'sent')).toMatchObject({ status: 'failed', reason: 'expired' })
    } finally {
      await test.stop()
    }
  })
})
