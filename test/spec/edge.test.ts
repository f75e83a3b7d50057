// The edge: batches, idempotency, keys, limits on the boundary and one past it, and input that is wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('the edge, %s', (kind) => {
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

  const chars = (length: number) => 'x'.repeat(length)
  it.each<[string, (size: number) => object, number, string, string]>([
    ['idempotency key', (n) => ({ idempotency_key: chars(n) }), 128, 'idempotency_key', 'LIM'],
    [
      'actions',
      (n) => ({ actions: Array.from({ length: n }, (_, index) => ({ ...action, slug: `s${index}` })) }),
      5,
      'actions',
      'LIM',
    ],
    ['action slug', (n) => ({ actions: [{ ...action, slug: chars(n) }] }), 50, 'actions.0.slug', 'LIM'],
    ['action label', (n) => ({ actions: [{ ...action, label: chars(n) }] }), 30, 'actions.0.label', 'LIM'],
    [
      'callback_url',
      (n) => ({ actions: [{ ...action, callback_url: `https://example.com/${chars(n - 20)}` }] }),
      1000,
      'actions.0.callback_url',
      'LIM',
    ],
    [
      'attachments',
      (n) => ({ attachments: Array.from({ length: n }, () => ({ filename: 'a', content: 'aGk=' })) }),
      5,
      'attachments',
      'LIM',
    ],
    [
      'attachment filename',
      (n) => ({ attachments: [{ filename: chars(n), content: 'aGk=' }] }),
      255,
      'attachments.0.filename',
      'LIM',
    ],
    [
      'attachment mime_type',
      (n) => ({ attachments: [{ filename: 'a', content: 'aGk=', mime_type: `a/${chars(n - 2)}` }] }),
      100,
      'attachments.0.mime_type',
      'LIM',
    ],
    [
      'media caption',
      (n) => ({ media: { url: 'https://example.com/a.png', caption: chars(n) } }),
      1000,
      'media.caption',
      'LIM',
    ],
    ['recipient name', (n) => ({ recipient: { ...ada, name: chars(n) } }), 255, 'recipient.name', 'LIM'],
    [
      'telegram_chat_id',
      (n) => ({ recipient: { telegram_chat_id: chars(n) } }),
      255,
      'recipient.telegram_chat_id',
      'LIM',
    ],
  ])('%s: the limit is accepted and one more refused', async (_name, body, limit, field) => {
    const at = await test.send(tenant.testKey, { ...message, ...body(limit) })
    expect([at.status, at.body.message]).toEqual([202, undefined])
    const past = await test.send(tenant.testKey, { ...message, ...body(limit + 1) })
    expect(past.status).toBe(422)
    expect(past.body).toMatchObject({ error: 'validation_failed', status: 'validation_failed' })
    expect(Object.keys(past.body.details)).toContain(field)
  })

  it('a template slug of 100 characters is looked up, one of 101 refused', async () => {
    expect((await test.send(tenant.testKey, { ...message, template: chars(100) })).body.error).toBe(
      'template_not_found',
    )
    expect((await test.send(tenant.testKey, { ...message, template: chars(101) })).status).toBe(422)
  })

  it.each<[string, string | object, number, string]>([
    ['malformed JSON', '{"a":', 400, 'malformed_json'],
    ['an empty body', '', 400, 'malformed_json'],
    ['a prototype key', '{"__proto__":{"x":1}}', 400, 'malformed_json'],
    ['an array', [], 422, 'validation_failed'],
    ['null', 'null', 422, 'validation_failed'],
    ['an unknown field', { ...message, recipent: 1 }, 422, 'validation_failed'],
    ['a number for a variable', { ...message, vars: { name: 1 } }, 422, 'validation_failed'],
    ['a NUL character', { ...message, vars: { name: 'a\u0000' } }, 422, 'validation_failed'],
    ['half a surrogate pair', { ...message, vars: { name: '\ud800' } }, 422, 'validation_failed'],
    ['a huge number', `{"recipient":{"id":1e999},"template":"hello"}`, 422, 'validation_failed'],
    ['invalid base64', { ...message, attachments: [{ filename: 'a', content: '!!' }] }, 422, 'validation_failed'],
    [
      'content and url',
      { ...message, attachments: [{ filename: 'a', content: 'aGk=', url: 'https://example.com/a' }] },
      422,
      'validation_failed',
    ],
    ['only a name', { ...message, recipient: { name: 'Ada' } }, 422, 'validation_failed'],
    ['a missing variable', { ...message, vars: {} }, 422, 'validation_failed'],
    ['buttons on discord', { ...message, channel: 'discord', actions: [action] }, 422, 'validation_failed'],
    [
      '2001 characters on discord',
      { ...message, channel: 'discord', vars: { name: chars(1996) } },
      422,
      'validation_failed',
    ],
    [
      'deep nesting',
      {
        ...message,
        actions: [{ ...action, payload: JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object }],
      },
      422,
      'validation_failed',
    ],
    ['an unknown recipient', { ...message, recipient: { id: 999_999 } }, 404, 'recipient_not_found'],
    ['an unknown template', { ...message, template: 'nothing' }, 404, 'template_not_found'],
    ['more than a year ahead', { ...message, scheduled_for: '2099-01-01T00:00:00Z' }, 422, 'validation_failed'],
  ])('%s is refused in the error shape, and the service goes on', async (_name, body, status, error) => {
    const refused = await test.send(tenant.testKey, body, { 'content-type': 'application/json' })
    expect([refused.status, refused.body.error]).toEqual([status, error])
    expect(refused.body.message).toBeTruthy()
    expect((await test.send(tenant.testKey, message)).status).toBe(202)
  })

  it('another content type is 415 and a missing, unknown or revoked key is refused first', async () => {
    expect((await test.send(tenant.testKey, 'a=b', { 'content-type': 'text/plain' })).body.error).toBe(
      'unsupported_media_type',
    )
    expect((await test.call('POST', '/send', { body: '{' })).body.error).toBe('missing_api_key')
    expect((await test.send('svc_test_nobody', '{')).body.error).toBe('invalid_api_key')
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`
    const { id, key } = (await test.manage('POST', keys, { mode: 'test' })).body
    expect((await test.send(key, message)).status).toBe(202)
    await test.manage('DELETE', `${keys}/${id}`)
    expect([(await test.send(key, message)).status, (await test.send(key, message)).body.error]).toEqual([
      403,
      'revoked_api_key',
    ])
  })

  it('a batch takes each message on its own, 1 to 100 of them', async () => {
    const batch = (messages: unknown) => test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages } })
    const mixed = await batch([message, { ...message, template: 'nothing' }, { template: 1 }, message])
    expect(mixed.status).toBe(202)
    expect(mixed.body).toMatchObject({ total: 4, queued: 2, failed: 2 })
    expect(
      mixed.body.results.map((result: { index: number; status: string; error?: string }) => [
        result.index,
        result.status,
        result.error,
      ]),
    ).toEqual([
      [0, 'queued', undefined],
      [1, 'failed', 'template_not_found'],
      [2, 'failed', 'validation_failed'],
      [3, 'queued', undefined],
    ])
    expect((await batch(Array(100).fill(message))).body.queued).toBe(100)
    expect((await batch(Array(101).fill(message))).status).toBe(422)
    expect((await batch([])).status).toBe(422)
  })

  it('one idempotency key is one delivery: parallel twins, twins in a batch, another body, an hour later', async () => {
    const keyed = { ...message, idempotency_key: 'order-1' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.send(tenant.testKey, keyed)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.delivery_id)).size).toBe(1)
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({
      replayed: true,
      idempotency_key: 'order-1',
    })
    expect((await test.send(tenant.testKey, { ...keyed, priority: 'high' })).body).toMatchObject({
      replayed: true,
      body_mismatch: true,
    })
    const twin = { ...message, idempotency_key: 'order-2' }
    const batch = await test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages: [twin, twin] } })
    expect(batch.body.results[1]).toMatchObject({ replayed: true, delivery_id: batch.body.results[0].delivery_id })
    expect(
      (await test.send(tenant.testKey, { ...keyed, idempotency_key: 'order-3', template: 'nothing' })).status,
    ).toBe(404)
    expect((await test.send(tenant.testKey, { ...keyed, idempotency_key: 'order-3' })).status).toBe(202)
    test.clock.advance(3_600_001)
    expect((await test.send(tenant.testKey, keyed)).status).toBe(202)
  })

  it('two identical strangers are one recipient, and empty fields are filled', async () => {
    const stranger = { ...message, recipient: { email: 'New@example.com' } }
    const [first, second] = await Promise.all([
      test.send(tenant.testKey, stranger),
      test.send(tenant.testKey, stranger),
    ])
    expect(first!.body.recipient.id).toBe(second!.body.recipient.id)
    const filled = await test.send(tenant.testKey, {
      ...message,
      recipient: { name: 'Nina', email: 'new@example.com', telegram_chat_id: '77' },
    })
    expect(filled.body.recipient).toMatchObject({ id: first!.body.recipient.id, name: 'Nina' })
    const read = await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${first!.body.recipient.id}`)
    expect(read.body).toMatchObject({ name: 'Nina', email: 'New@example.com', telegram_chat_id: '77', mode: 'test' })
  })

  it('the hour of a key is counted, told and opened again', async () => {
    const limited = await test.tenant({ rate_limit: 2 })
    const answers = []
    for (let index = 0; index < 3; index++) answers.push(await test.call('GET', '/usage', { key: limited.testKey }))
    expect(
      answers.map(({ status, headers }) => [
        status,
        headers.get('x-ratelimit-limit'),
        headers.get('x-ratelimit-remaining'),
      ]),
    ).toEqual([
      [200, '2', '1'],
      [200, '2', '0'],
      [429, '2', '0'],
    ])
    expect(answers[2]!.body.error).toBe('rate_limited')
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(3590)
    test.clock.advance(3_600_000)
    expect((await test.call('GET', '/usage', { key: limited.testKey })).status).toBe(200)
  })

  it('a trigger address sends without a header, and a wrong one is 401', async () => {
    const path = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    const { id, key } = (await test.manage('POST', path, { mode: 'test' })).body
    expect((await test.call('POST', `/wh/${key}`, { body: message })).status).toBe(202)
    await test.manage('DELETE', `${path}/${id}`)
    for (const address of [key, 'svcwh_nobody']) {
      const refused = await test.call('POST', `/wh/${address}`, { body: message })
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_webhook_key'])
    }
  })

  it('buttons get one token of 64 letters and digits each', async () => {
    const { body } = await test.send(tenant.testKey, { ...message, actions: [action, { ...action, slug: 'no' }] })
    expect(body.actions.map(({ slug }: { slug: string }) => slug)).toEqual(['ok', 'no'])
    for (const { url } of body.actions) expect(url).toMatch(/\/v1\/svc\/action\/[A-Za-z0-9]{64}$/)
  })

  it('a scheduled send waits, can be moved and cancelled', async () => {
    const later = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { body } = await test.send(tenant.testKey, { ...message, scheduled_for: later })
    const path = `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`
    expect((await test.manage('GET', path)).body.status).toBe('queued')
    expect((await test.manage('PATCH', path, { scheduled_for: '2000-01-01T00:00:00Z' })).status).toBe(200)
    await test.settled(tenant, body.delivery_id, 'sent')
    const second = await test.send(tenant.testKey, { ...message, scheduled_for: later })
    const cancelled = await test.manage(
      'POST',
      `/workspaces/${tenant.workspace}/deliveries/${second.body.delivery_id}/cancel`,
    )
    expect(cancelled.body).toMatchObject({ status: 'failed', reason: 'cancelled' })
  })
})
