// Dry runs of send requests: what a request would do, without storing, sending or charging anything.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

/** The tables whose rows a send request may add or change. */
const TABLES = [
  'deliveries',
  'recipients',
  'idempotency_keys',
  'action_tokens',
  'attachments',
  'outgoing',
  'message_limits',
  'credit_entries',
]

describe.each(databases)('dry run on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant({ quota: 1000 })
    await connectEmail(tenant)
  })
  afterAll(() => test.stop())

  const connectEmail = async ({ workspace, source }: Tenant) => {
    const settings = { url: 'smtp://127.0.0.1:1', from: 'a@shop.example' }
    const at = `/workspaces/${workspace}/sources/${source}/connections/email`
    expect((await test.manage('PUT', at, { settings })).status).toBeLessThan(300)
  }
  const newRecipient = () => ({ name: 'Ada', email: `dry${++count}@customer.example`, locale: 'en' })
  const message = <More extends object>(more?: More) => ({
    recipient: newRecipient(),
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  const run = (body: object, key = tenant.liveKey) => test.call('POST', '/send?dry_run=true', { key, body })
  const inAnHour = () => new Date(test.clock.now().getTime() + HOUR).toISOString()
  const stored = async () => {
    const counts: Record<string, unknown> = {}
    for (const table of TABLES) {
      const text = `select count(*)::int as rows, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as content from ${table} t`
      counts[table] = (await test.service.db.query({ text })).rows[0]
    }
    return counts
  }

  it('describes the message that a send request would accept, and stores nothing [D163]', async () => {
    const before = await stored()
    const scheduled_for = inAnHour()
    const body = message({
      scheduled_for,
      expires_after: '2h',
      idempotency_key: `dry-${kind}`,
      limit: { key: 'a', most: 1, per: '1h' },
    })
    const { status, body: answer } = await run(body)
    expect([status, answer]).toEqual([
      200,
      {
        dry_run: true,
        status: 'queued',
        channel: 'email',
        recipient: { id: null, name: 'Ada', address: body.recipient.email },
        template: 'hello',
        category: null,
        declined_channels: [],
        locale: 'en',
        price: { account: 'quota', credits: 0 },
        scheduled_for,
        deferred_until: null,
        expires_at: new Date(Date.parse(scheduled_for) + 2 * HOUR).toISOString(),
        limit: { key: 'a', most: 1, per: '1h', counted: 1 },
        content: expect.objectContaining({ body: 'Hello Ada', vars: { name: 'Ada' } }),
      },
    ])
    expect(await stored()).toEqual(before)
    expect((await test.send(tenant.liveKey, { ...body })).status).toBe(202)
  })

  it('names the existing recipient, and does not change it', async () => {
    const first = message({ scheduled_for: inAnHour() })
    const { body } = await test.send(tenant.liveKey, first)
    const before = await stored()
    const more = { ...first.recipient, telegram_chat_id: `dry-${kind}` }
    expect((await run({ ...first, recipient: more, channel: 'email' })).body.recipient).toEqual(body.recipient)
    expect(await stored()).toEqual(before)
  })

  it('states that a message with a test key is free, and that a message above the quota costs credits', async () => {
    expect((await run(message(), tenant.testKey)).body.price).toEqual({ account: null, credits: 0 })
    const poor = await test.tenant({ quota: 0 })
    await connectEmail(poor)
    const refused = await run(message(), poor.liveKey)
    expect([refused.status, refused.body.error]).toEqual([429, 'quota_exceeded'])
    const granted = await test.manage('POST', `/workspaces/${poor.workspace}/credits`, { amount: 5, note: 'test' })
    expect(granted.status).toBeLessThan(300)
    expect((await run(message(), poor.liveKey)).body.price).toEqual({ account: 'credits', credits: 1 })
    const { body } = await test.manage('GET', `/workspaces/${poor.workspace}`)
    expect(body.usage.credits ?? body.credits).toBe(5)
  })

  it('a dry run returns the same error and status as the send request [D163b]', async () => {
    const cases: [object, number, string][] = [
      [message({ template: 'unknown' }), 404, 'template_not_found'],
      [message({ vars: {} }), 422, 'validation_failed'],
      [message({ channel: 'fax' }), 422, 'validation_failed'],
      [message({ recipient: { id: 987654 } }), 404, 'recipient_not_found'],
    ]
    for (const [body, status, error] of cases) {
      const dry = await run(body)
      const real = await test.send(tenant.liveKey, body)
      expect([dry.status, dry.body]).toEqual([real.status, real.body])
      expect([dry.status, dry.body.error]).toEqual([status, error])
    }
  })

  it('a dry run returns the earlier delivery for a repeated idempotency key, and for a message over its limit', async () => {
    const key = `repeated-${kind}`
    const body = message({ idempotency_key: key, scheduled_for: inAnHour() })
    const { delivery_id } = (await test.send(tenant.liveKey, body)).body
    expect((await run(body)).body).toEqual({
      dry_run: true,
      status: 'queued',
      delivery_id,
      idempotency_key: key,
      replayed: true,
    })
    const limited = message({ scheduled_for: inAnHour(), limit: { key: 'dry', most: 1, per: '1h' } })
    const counted = (await test.send(tenant.liveKey, limited)).body.delivery_id
    expect((await run(limited)).body).toMatchObject({ dry_run: true, delivery_id: counted, suppressed_by: 'limit' })
  })

  it('a dry run of a batch handles the messages in order, so that the first message counts toward the limit of the second', async () => {
    const recipient = newRecipient()
    const limit = { key: 'batch', most: 1, per: '1h' }
    const messages = [message({ recipient, limit }), message({ recipient, limit }), message({ vars: {} })]
    const before = await stored()
    const { status, body } = await test.call('POST', '/send/batch?dry_run=true', {
      key: tenant.liveKey,
      body: { messages },
    })
    expect([status, body.dry_run, body.total, body.queued, body.failed]).toEqual([200, true, 3, 2, 1])
    expect(body.results).toMatchObject([
      { index: 0, dry_run: true, status: 'queued', recipient: { id: null } },
      { index: 1, dry_run: true, suppressed_by: 'limit' },
      { index: 2, status: 'failed', error: 'validation_failed' },
    ])
    expect(await stored()).toEqual(before)
  })

  it('a dry run counts toward the hourly rate limit of its API key', async () => {
    const remaining = async () => Number((await run(message())).headers.get('x-ratelimit-remaining'))
    const before = await remaining()
    expect(await remaining()).toBe(before - 1)
  })

  it('returns 403 if the key is a trigger key or lacks the scope `send`, and 422 for an invalid value of `dry_run`', async () => {
    const source = `/workspaces/${tenant.workspace}/sources/${tenant.source}`
    const trigger = (await test.manage('POST', `${source}/trigger-keys`, { mode: 'live' })).body
    const { status, body } = await test.call('POST', `/wh/${trigger.key}?dry_run=true`, { body: message() })
    expect([status, body.error]).toEqual([403, 'forbidden'])
    const reader = (await test.manage('POST', `${source}/api-keys`, { mode: 'live', scopes: ['read'] })).body
    expect((await run(message(), reader.key)).status).toBe(403)
    const wrong = await test.call('POST', '/send?dry_run=yes', { key: tenant.liveKey, body: message() })
    expect([wrong.status, wrong.body.details]).toEqual([422, { dry_run: ['must be true or false'] }])
  })

  it('twenty dry runs at the same time all get an answer', async () => {
    const recipient = newRecipient()
    const answers = await Promise.all(Array.from({ length: 20 }, () => run(message({ recipient }))))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  it.skipIf(kind === 'embedded')(
    'dry runs of API keys and of the portal do not wait for each other [D195]',
    async () => {
      const recipient = newRecipient()
      const limit = { key: 'turns', most: 1, per: '1h' }
      const limited = { ...message(), recipient, limit }
      expect((await test.send(tenant.liveKey, { ...limited, scheduled_for: inAnHour() })).status).toBe(202)
      const portal = (offered: object) =>
        test.manage('POST', `/workspaces/${tenant.workspace}/dry-runs`, { message: offered })
      const other = new pg.Client({ connectionString: test.databaseUrl })
      await other.connect()
      const areWaiting = (count: number) =>
        test.until(async () => {
          const { rows } = await other.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows.length >= count || undefined
        })
      const expectIndependent = async (waiting: typeof run, free: typeof run) => {
        await other.query(`begin; select from message_limits where key = 'turns' for update`)
        const waits = [waiting(limited), waiting(limited), waiting(message())]
        await areWaiting(2)
        expect((await free(message())).status).toBe(200)
        await other.query('rollback')
        for (const { status } of await Promise.all(waits)) expect(status).toBe(200)
      }
      try {
        await expectIndependent(run, portal)
        await expectIndependent(portal, run)
      } finally {
        await other.end()
      }
    },
  )

  describe('in the management API', () => {
    const describeRequest = (body: object, workspace = tenant.workspace) =>
      test.manage('POST', `/workspaces/${workspace}/dry-runs`, body)

    it('describes the same result as the send route, shows the message of its channel, and stores nothing [D163c]', async () => {
      const before = await stored()
      const offered = message()
      const { status, body } = await describeRequest({ message: offered })
      const { expires_at: _, ...expected } = (await run(offered)).body
      expect([status, body.result]).toEqual([200, expect.objectContaining(expected)])
      expect(body.message).toMatchObject({ channel: 'email', body: 'Hello Ada' })
      expect(body.message.html).toContain('Hello Ada')
      expect(body.message.unsubscribe_url).toBeUndefined()
      expect(await stored()).toEqual(before)
    })

    it('returns the refusal of the send route with its status', async () => {
      for (const refused of [message({ template: 'unknown' }), message({ vars: {} }), { recipient: {} }]) {
        const expected = await test.call('POST', '/send?dry_run=true', { key: tenant.liveKey, body: refused })
        const { status, body } = await describeRequest({ message: refused })
        expect([status, body.error]).toEqual([expected.status, expected.body.error])
      }
    })

    it('names the earlier delivery when the recipient has reached the limit of the request', async () => {
      const limit = { key: `manage-${kind}`, most: 1, per: '1h' }
      const offered = message({ limit, scheduled_for: inAnHour() })
      const { body: first } = await test.send(tenant.liveKey, offered)
      const { body } = await describeRequest({ message: offered })
      expect(body).toMatchObject({
        message: null,
        result: { delivery_id: first.delivery_id, replayed: true, suppressed_by: 'limit' },
      })
    })

    it('uses the mode and the source of the request, and refuses a source of another workspace', async () => {
      const tested = await describeRequest({ mode: 'test', source: tenant.source, message: message() })
      expect(tested.body.result.price).toEqual({ account: null, credits: 0 })
      const other = await test.tenant()
      const refused = await describeRequest({ source: other.source, message: message() })
      expect([refused.status, refused.body.details]).toEqual([422, { source: [expect.any(String)] }])
    })
  })
})
