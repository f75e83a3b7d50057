// What a send, a batch and a trigger are answered with, and what follows from the answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('answers, %s', (kind) => {
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

  describe('of a send', () => {
    it('hold status, delivery_id, channel, recipient, template, and null for what is absent [RESP-01, RESP-02, RESP-03, RESP-04, RESP-05, RESP-06, RESP-09, RESP-11, RESP-12]', async () => {
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

    it('have a url with a token of 64 letters and digits for each button, no two the same [RESP-07, ACT-01, ACT-02, ACT-03, D24]', async () => {
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
      // The MAC of a token is worked out when it is needed: nothing that is read back holds it.
      for (const token of tokens) expect(JSON.stringify(timeline.body)).not.toContain(token.slice(40))
    })

    it('come before the provider is asked; the delivery follows by itself [WHAT-07, DLV-09, DLV-01, D36]', async () => {
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

  it('of a delivery in the other mode are 404 [D36c]', async () => {
    const { body } = await send(message)
    expect((await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.testKey })).status).toBe(200)
    expect((await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.liveKey })).status).toBe(404)
  })

  describe('of a batch', () => {
    it('take each message on its own [WHAT-09, BATCH-02, BATCH-03, BATCH-04, BATCH-05, BATCH-06, BATCH-07, BATCH-08, D7, D7c]', async () => {
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

    it('name deliveries that are sent, each its own [BATCH-09]', async () => {
      const { body } = await sendBatch({ messages: [message, message, message] })
      const ids: number[] = body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id)
      expect(new Set(ids).size).toBe(3)
      for (const id of ids) await test.settled(tenant, id, 'sent')
    })

    it('tell a replayed element from a new one, and count it as queued [D7d, IDEM-06]', async () => {
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
      ['no messages [BATCH-01]', {}, 'messages'],
      ['messages that are an object [BATCH-01]', { messages: message }, 'messages'],
      ['an unknown field beside them', { messages: [message], template: 'hello' }, 'template'],
      ['none at all [LIM-30]', { messages: [] }, 'messages'],
      ['one too many [LIM-32]', { messages: Array(101).fill(message) }, 'messages'],
    ])('are 422 for the whole with %s [D7b]', async (_title, body, field) => {
      const refused = await sendBatch(body)
      expect([refused.status, refused.body.error]).toEqual([422, 'validation_failed'])
      expect(Object.keys(refused.body.details)).toEqual([field])
    })

    it.each([
      ['1 [LIM-29]', 1],
      ['100 [LIM-31]', 100],
    ])('accept %s of them', async (_title, size) => {
      const { status, body } = await sendBatch({ messages: Array(size).fill(message) })
      expect([status, body.queued]).toEqual([202, size])
    })
  })

  describe('of a trigger', () => {
    const keys = () => `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`

    it('are those of a send, without an Authorization header [WHAT-09, TRIG-01, TRIG-02, TRIG-04, D27e]', async () => {
      const { key, url } = (await test.manage('POST', keys(), { mode: 'test' })).body
      expect(key).toMatch(/^svcwh_[A-Za-z0-9]+$/)
      expect(new URL(url).pathname).toBe(`/v1/wh/${key}`)
      const { status, body } = await test.call('POST', `/wh/${key}`, { body: message })
      expect([status, body.status, body.channel]).toEqual([202, 'queued', 'email'])
      await test.settled(tenant, body.delivery_id, 'sent')
      expect((await test.call('POST', `/wh/${key}`, { body: { ...message, vars: {} } })).status).toBe(422)
      expect((await test.manage('POST', keys(), {})).body.mode).toBe('live')
    })

    it('are 401 when the key is unknown or revoked [TRIG-05, TRIG-06, D4d]', async () => {
      const { id, key } = (await test.manage('POST', keys(), { mode: 'test' })).body
      expect((await test.call('POST', `/wh/${key}`, { body: message })).status).toBe(202)
      await test.manage('DELETE', `${keys()}/${id}`)
      for (const address of [key, 'svcwh_nobody']) {
        const refused = await test.call('POST', `/wh/${address}`, { body: message })
        expect([refused.status, refused.body.error]).toEqual([401, 'invalid_webhook_key'])
        expect(refused.body.message).toBeTruthy()
      }
    })

    it('have an hour of their own, beside that of the API key [D8d]', async () => {
      const limited = await test.tenant({ rate_limit: 1 })
      const path = `/workspaces/${limited.workspace}/sources/${limited.source}/trigger-keys`
      const { key } = (await test.manage('POST', path, { mode: 'test' })).body
      expect((await test.send(limited.testKey, message)).status).toBe(202)
      expect((await test.call('POST', `/wh/${key}`, { body: message })).status).toBe(202)
      expect((await test.call('POST', `/wh/${key}`, { body: message })).body.error).toBe('rate_limited')
    })
  })
})
