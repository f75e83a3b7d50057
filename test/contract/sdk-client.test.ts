// Tests the SDK client with the real service, and with a failing network and wrong URLs.
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient, everyRow, type SendRequest } from '../../sdk/src/index.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const message = (email: string): SendRequest => ({
  recipient: { name: 'Ada', email },
  template: 'hello',
  vars: { name: 'Ada' },
})

describe('SDK client with the service', () => {
  let test: TestService
  let tenant: Tenant
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    test = await startTestService('embedded')
    tenant = await test.tenant()
    const token = readFileSync(`${test.dataDir}/admin-token`, 'utf8').trim()
    client = createClient({ url: `${test.url}/v1/`, key: tenant.testKey, token })
  })
  afterAll(() => test.stop())

  it('sends with a generated idempotency key and reads the delivery and the usage through the SDK', async () => {
    const sent = await client.send(message('ada@example.com'))
    if (!sent.ok || 'replayed' in sent.data) throw new Error(JSON.stringify(sent))
    expect(sent).toMatchObject({ status: 202, data: { status: 'queued', channel: 'email', template: 'hello' } })
    expect(sent.data.idempotency_key).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent.rateLimit).toEqual({ limit: 1_000_000, remaining: expect.any(Number) })
    const delivery = await client.delivery(sent.data.delivery_id)
    expect(delivery).toMatchObject({ ok: true, data: { id: sent.data.delivery_id, template_slug: 'hello' } })
    expect(await client.usage()).toMatchObject({ ok: true, data: { workspace_id: tenant.workspace } })
  })

  it('returns the first delivery when the SDK sends an idempotency key again', async () => {
    const request = { ...message('twice@example.com'), idempotency_key: 'mine' }
    const [first, second] = [await client.send(request), await client.send(request)]
    expect(first).toMatchObject({ ok: true, status: 202 })
    expect(second).toMatchObject({
      ok: true,
      status: 200,
      data: { replayed: true, delivery_id: first.ok && first.data.delivery_id },
    })
  })

  it('returns a separate result for each message of a batch through the SDK', async () => {
    const batch = await client.sendBatch([message('a@example.com'), { ...message('b@example.com'), template: 'none' }])
    expect(batch).toMatchObject({
      ok: true,
      data: {
        total: 2,
        queued: 1,
        failed: 1,
        results: [
          { index: 0, status: 'queued' },
          { index: 1, status: 'failed', error: 'template_not_found' },
        ],
      },
    })
  })

  it('returns what a message and a batch would do through the SDK, and sends nothing', async () => {
    const request = message('dry@example.com')
    const dry = await client.dryRun(request)
    if (!dry.ok || 'replayed' in dry.data) throw new Error(JSON.stringify(dry))
    expect(dry).toMatchObject({ status: 200, data: { dry_run: true, recipient: { id: null }, price: { credits: 0 } } })
    expect(dry.data.content.body).toBe('Ciao Ada')
    const batch = await client.dryRunBatch([request, { ...request, template: 'none' }])
    expect(batch).toMatchObject({
      ok: true,
      data: { dry_run: true, queued: 1, results: [{ status: 'queued' }, { error: 'template_not_found' }] },
    })
    const found = await client.manage.listRecipients({ ws: tenant.workspace, mode: 'test', q: 'dry@example.com' })
    expect(found).toMatchObject({ ok: true, data: { data: [] } })
  })

  it('sends with a trigger key and without an API key through the SDK', async () => {
    const { ws, source } = { ws: tenant.workspace, source: tenant.source }
    const made = await client.manage.createTriggerKey({ ws, source, body: { mode: 'test' } })
    const bare = createClient({ url: test.url })
    const sent = await bare.trigger((made.ok && made.data.key) as string, message('t@example.com'))
    expect(sent).toMatchObject({ ok: true, status: 202 })
    const wrong = await bare.trigger('svcwh_../../send?', message('t@example.com'))
    expect(wrong).toMatchObject({ ok: false, error: { code: 'invalid_webhook_key', status: 401 } })
  })

  it('creates, lists page by page, reads and removes templates through the SDK', async () => {
    const ws = tenant.workspace
    for (const slug of ['one', 'two', 'three']) {
      const body = { slug, name: slug, locales: { en: { body: 'Hi' } } }
      expect(await client.manage.createTemplate({ ws, body })).toMatchObject({ ok: true, status: 201 })
    }
    const all = await everyRow((cursor) => client.manage.listTemplates({ ws, cursor, limit: 2 }))
    expect(all.ok && all.data.map(({ slug }) => slug).sort()).toEqual(['hello', 'one', 'three', 'two'])
    expect(await client.manage.removeTemplate({ ws, slug: 'one' })).toEqual({
      ok: true,
      status: 204,
      data: undefined,
      rateLimit: null,
    })
    const gone = await client.manage.readTemplate({ ws, slug: 'one' })
    expect(gone).toMatchObject({ ok: false, error: { status: 404, code: 'not_found' } })
    expect(await client.manage.listWorkspaces()).toMatchObject({ ok: true })
    // If one page fails, the error is the result of the whole list.
    const failedList = await everyRow((cursor) => client.manage.listTemplates({ ws: 999, cursor }))
    expect(failedList).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it('the SDK returns a refusal as data that names every invalid field', async () => {
    const wrong = await client.send({ ...message('no address'), vars: {} })
    expect(wrong).toEqual({
      ok: false,
      error: {
        status: 422,
        code: 'validation_failed',
        message: expect.any(String),
        details: { 'recipient.email': [expect.any(String)] },
        retryAfter: null,
        quota: null,
        requestId: null,
      },
    })
    const unknown = await createClient({ url: test.url, key: 'svc_test_unknown' }).usage()
    expect(unknown).toMatchObject({ ok: false, error: { status: 401, code: 'invalid_api_key' } })
    expect(await createClient({ url: test.url }).usage()).toMatchObject({ error: { code: 'missing_api_key' } })
    expect(await createClient({ url: test.url }).manage.listWorkspaces()).toMatchObject({
      error: { code: 'missing_token' },
    })
  })

  it('the SDK does not retry after 429, and returns quota figures or the time to wait', async () => {
    const poor = await test.tenant({ quota: 0 })
    const path = `/workspaces/${poor.workspace}/sources/${poor.source}/connections/telegram`
    await test.manage('PUT', path, { settings: { bot_token: '1:a', api_base: 'http://127.0.0.1:9' } })
    const quota = await createClient({ url: test.url, key: poor.liveKey }).send({
      ...message('a@example.com'),
      recipient: { telegram_chat_id: '1' },
    })
    expect(quota).toMatchObject({
      ok: false,
      error: {
        status: 429,
        code: 'quota_exceeded',
        retryAfter: null,
        quota: { used: 0, limit: 0, hint: 'credits_empty' },
      },
    })
    const hurried = await test.tenant({ rate_limit: 1 })
    const limited = createClient({ url: test.url, key: hurried.testKey })
    expect(await limited.usage()).toMatchObject({ ok: true, rateLimit: { limit: 1, remaining: 0 } })
    const refused = await limited.usage()
    expect(refused).toMatchObject({ ok: false, error: { status: 429, code: 'rate_limited' } })
    expect(refused.ok || refused.error.retryAfter).toBeGreaterThan(3000)
  })

  it.each([undefined, null, 'hello', 7, []])(
    'the SDK returns a refusal when %j is sent as a message or as a batch',
    async (wrong) => {
      const [one, many] = [await client.send(wrong as never), await client.sendBatch(wrong as never)]
      expect([one.ok, many.ok]).toEqual([false, false])
      if (!one.ok && !many.ok) expect([one.error.status, many.error.status]).toEqual([expect.any(Number), 422])
    },
  )

  it('SDK calls that the service would refuse do not compile', () => {
    // @ts-expect-error an unknown channel
    expect(() => client.send({ ...message('a@example.com'), channel: 'pigeon' })).not.toThrow()
    // @ts-expect-error a workspace is needed
    expect(() => client.manage.listTemplates({})).not.toThrow()
  })
})

describe('SDK client with a failing network', () => {
  const open: Provider[] = []
  const start = async () => {
    const server = await startProvider()
    open.push(server)
    return server
  }
  afterEach(async () => {
    for (const server of open.splice(0)) await server.stop()
  })
  const accepted = { status: 202, body: { status: 'queued', delivery_id: 1 } }

  it('the SDK repeats a send request with the same idempotency key when the answer was lost', async () => {
    const server = await start()
    server.reply((_request, count) => (count === 1 ? { drop: 'midway' } : accepted))
    const client = createClient({ url: server.url, key: 'k' })
    expect(await client.send(message('a@example.com'))).toMatchObject({ ok: true, data: { delivery_id: 1 } })
    const keys = server.received.map(({ text }) => JSON.parse(text).idempotency_key)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('the SDK adds an idempotency key to each message of a batch and sends the same keys in a retry', async () => {
    const server = await start()
    server.reply((_request, count) => (count === 1 ? { status: 503, text: 'away', headers: {} } : accepted))
    const client = createClient({ url: server.url, key: 'k' })
    await client.sendBatch([{ ...message('a@example.com'), idempotency_key: 'mine' }, message('b@example.com')])
    const [first, second] = server.received.map(({ text }) => JSON.parse(text).messages)
    expect(first).toEqual(second)
    expect(first.map((sent: SendRequest) => sent.idempotency_key)).toEqual([
      'mine',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ])
  })

  it('the SDK does not repeat a management request that changes data if the answer to this request was lost', async () => {
    const server = await start()
    server.reply(() => ({ drop: 'now' }))
    const client = createClient({ url: server.url, token: 't' })
    const made = await client.manage.createWorkspace({ body: { name: 'Shop' } })
    expect(made).toMatchObject({ ok: false, error: { status: null, code: 'unreachable' } })
    expect(server.received).toHaveLength(1)
  })

  it('an SDK request ends at its timeout, or immediately when its signal is aborted', async () => {
    const server = await start()
    server.reply(() => ({ hang: true }))
    const hasty = createClient({ url: server.url, key: 'k', timeout: 50, retries: 0 })
    expect(await hasty.usage()).toMatchObject({ ok: false, error: { status: null, code: 'timeout' } })
    const ending = new AbortController()
    const patient = createClient({ url: server.url, key: 'k' }).usage({ signal: ending.signal })
    ending.abort()
    expect(await patient).toMatchObject({ ok: false, error: { code: 'aborted' } })
    // The signal also ends the wait between two attempts, which is half a minute here.
    server.reply(() => ({ status: 503, headers: { 'retry-after': '30' }, body: { error: 'unavailable', message: '' } }))
    const later = new AbortController()
    const before = server.received.length
    const waiting = createClient({ url: server.url, key: 'k' }).usage({ signal: later.signal })
    await vi.waitUntil(() => server.received.length > before, { timeout: 20_000 })
    later.abort()
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'aborted' } })
  })

  it('the SDK does not send the API key to another host after a redirect', async () => {
    const [server, elsewhere] = [await start(), await start()]
    server.reply(() => ({ status: 307, headers: { location: `${elsewhere.url}/v1/usage` } }))
    const outcome = await createClient({ url: server.url, key: 'k' }).usage()
    expect(outcome).toMatchObject({ ok: false, error: { status: 307, code: 'unexpected_answer' } })
    expect(outcome.ok || outcome.error.message).toContain(elsewhere.url)
    expect(elsewhere.received).toHaveLength(0)
  })

  it.each([
    ['an HTML page', { status: 200, text: '<html>', headers: { 'content-type': 'text/html' } }],
    ['incomplete JSON', { status: 200, text: '{"status":' }],
    ['an error in another format', { status: 404, body: { detail: 'nope' } }],
    ['an error that is not an object', { status: 404, body: null }],
    ['an empty body', { status: 202, text: '' }],
  ])('the SDK reports %s from the server as an unexpected answer', async (_title, reply) => {
    const server = await start()
    server.reply(() => reply)
    const outcome = await createClient({ url: server.url, key: 'k' }).usage()
    expect(outcome).toMatchObject({ ok: false, error: { status: reply.status, code: 'unexpected_answer' } })
  })

  it('the SDK returns errors of invalid requests as data instead of throwing them', async () => {
    const client = createClient({ url: 'http://127.0.0.1:9', key: 'k', retries: 0 })
    expect(await client.usage()).toMatchObject({ ok: false, error: { code: 'unreachable', status: null } })
    const circular: Record<string, unknown> = {}
    circular.self = circular
    for (const wrong of [circular, { n: 1n }])
      expect(await client.send({ ...message('a@example.com'), ...wrong })).toMatchObject({
        ok: false,
        error: { code: 'invalid_request' },
      })
    for (const key of ['', 'a\nb', 'ключ'])
      expect(await createClient({ url: 'http://127.0.0.1:9', key }).usage()).toMatchObject({
        error: { code: 'invalid_request' },
      })
    const nowhere = createClient({ url: 'http://127.0.0.1:9', token: 't' })
    expect(await nowhere.manage.readTemplate({ ws: 1, slug: '' })).toMatchObject({
      error: { code: 'invalid_request', message: 'readTemplate needs slug.' },
    })
  })

  it('the SDK throws an error when a client is created with an invalid URL', () => {
    for (const url of ['', 'notify.example.com', 'ftp://x', 'http://', undefined])
      expect(() => createClient({ url: url as string })).toThrow(/https:\/\/notify\.example\.com/)
  })
})
