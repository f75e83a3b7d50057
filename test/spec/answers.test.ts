// Responses to send, batch and trigger requests, and the resulting deliveries.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('responses to send requests on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const message = { recipient: ada, template: 'hello', vars: { name: 'Ada' } }
  const action = { slug: 'ok', callback_url: 'https://example.com/cb' }
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const send = (body: object) => test.send(tenant.testKey, body)
  const sendBatch = (body: object) => test.call('POST', '/send/batch', { key: tenant.testKey, body })

  describe('POST /v1/send', () => {
    it('returns the status, delivery_id, channel, recipient and template of a send, and null in the fields without a value [RESP-01, RESP-02, RESP-03, RESP-04, RESP-05, RESP-06, RESP-09, RESP-11, RESP-12]', async () => {
      const { status, body } = await send(message)
      expect(status).toBe(202)
      expect(body).toEqual({
        status: 'queued',
        delivery_id: expect.any(Number),
        channel: 'email',
        recipient: { id: expect.any(Number), name: 'Ada', address: ada.email },
        template: 'hello',
        actions: [],
        idempotency_key: null,
        overage: null,
      })
      expect(Number.isInteger(body.delivery_id) && Number.isInteger(body.recipient.id)).toBe(true)
    })

    it('returns a unique URL with a 64-character alphanumeric token for each action of a send [RESP-07, ACT-01, ACT-02, ACT-03, D24]', async () => {
      const { body } = await send({ ...message, actions: [action, { ...action, slug: 'no' }] })
      expect(body.actions.map(({ slug }: { slug: string }) => slug)).toEqual(['ok', 'no'])
      const tokens = body.actions.map(({ url }: { url: string }) => {
        const { pathname } = new URL(url)
        expect(pathname).toMatch(/^\/v1\/svc\/action\/[A-Za-z0-9]{64}$/)
        return pathname.split('/').at(-1)!
      })
      expect(new Set(tokens).size).toBe(2)
      await test.settled(tenant, body.delivery_id, 'sent')
      const timeline = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
      // The MAC of a token is not stored but computed when it is needed, so the timeline cannot contain the token.
      for (const token of tokens) expect(JSON.stringify(timeline.body)).not.toContain(token.slice(40))
    })

    it('returns 202 before it calls the provider and then sends the delivery [WHAT-07, DLV-09, DLV-01, D36]', async () => {
      const slow = { ...message, recipient: { email: 'slow@sandbox.test' } }
      const { body } = await send(slow)
      expect(body.status).toBe('queued')
      const read = () => test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.testKey })
      expect(['queued', 'sending']).toContain((await read()).body.status)
      await test.until(async () => (await read()).body.status === 'sent')
      const record = (await read()).body
      expect(record).toMatchObject({ id: body.delivery_id, reason: null, error_message: null })
      expect(record.history.map(({ status }: { status: string }) => status)).toEqual(['queued', 'sending', 'sent'])
      const live = await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.liveKey })
      expect([live.status, live.body.error]).toEqual([404, 'not_found'])
    })
  })

  it('returns 404 when a live key requests a delivery that was sent with a test key [D36c]', async () => {
    const { body } = await send(message)
    expect((await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.testKey })).status).toBe(200)
    expect((await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.liveKey })).status).toBe(404)
  })

  describe('POST /v1/send/batch', () => {
    it('accepts or refuses each message of a batch separately [WHAT-09, BATCH-02, BATCH-03, BATCH-04, BATCH-05, BATCH-06, BATCH-07, BATCH-08, D7, D7c]', async () => {
      const { status, body } = await sendBatch({
        messages: [
          { ...message, actions: [action], idempotency_key: 'batch-1' },
          { ...message, template: 'nothing' },
          { template: 1 },
          { ...message, recipient: { id: 999_999 } },
          message,
        ],
      })
      expect(status).toBe(202)
      expect(body).toMatchObject({ total: 5, queued: 2, failed: 3 })
      const [first, unknown, invalid, unknownRecipient, last] = body.results
      expect(first).toEqual({
        index: 0,
        status: 'queued',
        delivery_id: expect.any(Number),
        channel: 'email',
        recipient: { id: expect.any(Number), name: 'Ada', address: ada.email },
        template: 'hello',
        actions: [{ slug: 'ok', url: expect.stringContaining('/v1/svc/action/') }],
        idempotency_key: 'batch-1',
        overage: null,
      })
      expect(unknown).toEqual({ index: 1, status: 'failed', error: 'template_not_found', message: expect.any(String) })
      expect(invalid).toEqual({
        index: 2,
        status: 'failed',
        error: 'validation_failed',
        message: expect.any(String),
        details: { recipient: expect.any(Array), template: expect.any(Array) },
      })
      expect(unknownRecipient).toEqual({
        index: 3,
        status: 'failed',
        error: 'recipient_not_found',
        message: expect.any(String),
      })
      expect(last).toMatchObject({ index: 4, status: 'queued' })
    })

    it('creates and sends a separate delivery for each message of a batch [BATCH-09]', async () => {
      const { body } = await sendBatch({ messages: [message, message, message] })
      const ids: number[] = body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id)
      expect(new Set(ids).size).toBe(3)
      for (const id of ids) await test.settled(tenant, id, 'sent')
    })

    it('marks a replayed message in the response to a batch and counts the message as queued [D7d, IDEM-06]', async () => {
      const twin = { ...message, idempotency_key: 'batch-2' }
      const { body } = await sendBatch({ messages: [twin, message, twin] })
      expect(body).toMatchObject({ total: 3, queued: 3, failed: 0 })
      expect(body.results[2]).toEqual({
        index: 2,
        status: 'queued',
        delivery_id: body.results[0].delivery_id,
        idempotency_key: 'batch-2',
        replayed: true,
      })
    })

    it.each<[string, object, string]>([
      ['a batch without messages [BATCH-01]', {}, 'messages'],
      ['a batch with an object as messages [BATCH-01]', { messages: message }, 'messages'],
      ['a batch with an unknown field beside messages', { messages: [message], template: 'hello' }, 'template'],
      ['a batch with an empty list of messages [LIM-30]', { messages: [] }, 'messages'],
      ['a batch of 101 messages [LIM-32]', { messages: Array(101).fill(message) }, 'messages'],
    ])('returns 422 and accepts no message for %s [D7b]', async (_title, body, field) => {
      const refused = await sendBatch(body)
      expect([refused.status, refused.body.error]).toEqual([422, 'validation_failed'])
      expect(Object.keys(refused.body.details)).toEqual([field])
    })

    it.each([
      ['a batch of 1 message [LIM-29]', 1],
      ['a batch of 100 messages [LIM-31]', 100],
    ])('accepts every message of %s', async (_title, size) => {
      const { status, body } = await sendBatch({ messages: Array(size).fill(message) })
      expect([status, body.queued]).toEqual([202, size])
    })
  })

  describe('POST /v1/wh/{key}', () => {
    const keys = () => `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`

    it('accepts a trigger request without an Authorization header and answers it like a send [WHAT-09, TRIG-01, TRIG-02, TRIG-04, D27e]', async () => {
      const { key, url } = (await test.manage('POST', keys(), { mode: 'test' })).body
      expect(key).toMatch(/^svcwh_[A-Za-z0-9]+$/)
      expect(new URL(url).pathname).toBe(`/v1/wh/${key}`)
      const { status, body } = await test.call('POST', `/wh/${key}`, { body: message })
      expect([status, body.status, body.channel]).toEqual([202, 'queued', 'email'])
      await test.settled(tenant, body.delivery_id, 'sent')
      expect((await test.call('POST', `/wh/${key}`, { body: { ...message, vars: {} } })).status).toBe(422)
      expect((await test.manage('POST', keys(), {})).body.mode).toBe('live')
    })

    it('returns 401 for an unknown or revoked trigger key [TRIG-05, TRIG-06, D4d]', async () => {
      const { id, key } = (await test.manage('POST', keys(), { mode: 'test' })).body
      expect((await test.call('POST', `/wh/${key}`, { body: message })).status).toBe(202)
      await test.manage('DELETE', `${keys()}/${id}`)
      for (const address of [key, 'svcwh_unknown']) {
        const refused = await test.call('POST', `/wh/${address}`, { body: message })
        expect([refused.status, refused.body.error]).toEqual([401, 'invalid_webhook_key'])
        expect(refused.body.message).toBeTruthy()
      }
    })

    it('the rate limit of a trigger key is separate from the rate limit of an API key [D8d]', async () => {
      const limited = await test.tenant({ rate_limit: 1 })
      const path = `/workspaces/${limited.workspace}/sources/${limited.source}/trigger-keys`
      const { key } = (await test.manage('POST', path, { mode: 'test' })).body
      expect((await test.send(limited.testKey, message)).status).toBe(202)
      expect((await test.call('POST', `/wh/${key}`, { body: message })).status).toBe(202)
      expect((await test.call('POST', `/wh/${key}`, { body: message })).body.error).toBe('rate_limited')
    })
  })
})
