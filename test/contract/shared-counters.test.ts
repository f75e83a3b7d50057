// Counters that all processes share: requests of a key in its hour, and messages of a workspace in its month. Far from
// a limit, a send request is counted only at the end of its transaction.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { type Answer, startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** The limit of requests and messages. It is far from the few messages that these tests send. */
const LIMIT = 1000

describe('send requests during other transactions', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  let test: TestService
  let second: TestService
  let provider: Provider
  let other: pg.Client
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    test = await startTestService('postgres', env)
    second = await startTestService('postgres', { ...env, ...test.databaseSettings }, 'api')
    other = new pg.Client({ connectionString: test.databaseUrl })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await second.stop()
    await test.stop()
    await provider.stop()
  })

  const newTenant = () => createConnectedTenant(test, provider, { rate_limit: LIMIT, quota: LIMIT })
  const to = (chat: string) => ({ recipient: { telegram_chat_id: chat }, template: 'hello', vars: { name: 'Ada' } })
  const isWaiting = () =>
    test.until(async () => {
      const { rows } = await other.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
  const countDeliveries = async ({ workspace }: Tenant) =>
    (await other.query('select count(*)::int as n from deliveries where workspace_id = $1', [workspace])).rows[0].n

  /**
   * Sends a message. Then opens a transaction that changes a counter, and sends another message. When this send waits
   * for the transaction, commits the transaction.
   */
  const sendDuringUpdate = async (
    tenant: Tenant,
    sql: string,
    values: unknown[],
    message = to('1'),
  ): Promise<Answer> => {
    expect((await test.send(tenant.liveKey, to('1'))).status).toBe(202)
    await other.query('begin')
    await other.query(sql, values)
    const sent = test.send(tenant.liveKey, { ...message, idempotency_key: 'second' })
    await isWaiting()
    await other.query('commit')
    return sent
  }
  const KEY_OF = `(select id from keys where workspace_id = $1 and mode = 'live' and kind = 'api' order by id limit 1)`

  it('the returned number of remaining requests takes into account the requests that another process counted before the commit', async () => {
    const tenant = await newTenant()
    const { status, headers } = await sendDuringUpdate(
      tenant,
      `update keys set window_count = window_count + 5 where id = ${KEY_OF}`,
      [tenant.workspace],
    )
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([202, String(LIMIT - 7)])
  })

  it('refuses a send with 429 and stores nothing when other processes use up the rate limit before the commit', async () => {
    const tenant = await newTenant()
    const refused = await sendDuringUpdate(tenant, `update keys set window_count = ${LIMIT} where id = ${KEY_OF}`, [
      tenant.workspace,
    ])
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    expect(await countDeliveries(tenant)).toBe(1)
    await other.query(`update keys set window_count = 1 where id = ${KEY_OF}`, [tenant.workspace])
    expect((await test.send(tenant.liveKey, { ...to('1'), idempotency_key: 'second' })).status).toBe(202)
  })

  it('refuses a send with 403 and stores nothing when its API key is revoked before the commit', async () => {
    const tenant = await newTenant()
    const refused = await sendDuringUpdate(tenant, `update keys set revoked_at = now() where id = ${KEY_OF}`, [
      tenant.workspace,
    ])
    expect([refused.status, refused.body.error]).toEqual([403, 'revoked_api_key'])
    expect(await countDeliveries(tenant)).toBe(1)
  })

  it('refuses a send with 429 and charges nothing when other processes use up the quota before the commit', async () => {
    const tenant = await newTenant()
    const refused = await sendDuringUpdate(
      tenant,
      `update usage_periods set quota_used = ${LIMIT} where workspace_id = $1`,
      [tenant.workspace],
    )
    expect([refused.status, refused.body.error]).toEqual([429, 'quota_exceeded'])
    const { rows } = await other.query('select quota_used from usage_periods where workspace_id = $1', [
      tenant.workspace,
    ])
    expect([await countDeliveries(tenant), rows[0].quota_used]).toEqual([1, LIMIT])
  })

  it('charges credits when other processes use up the quota before the commit and credits are left', async () => {
    const tenant = await newTenant()
    await test.manage('POST', `/workspaces/${tenant.workspace}/credits`, { amount: 10 })
    const { status, body } = await sendDuringUpdate(
      tenant,
      `update usage_periods set quota_used = ${LIMIT} where workspace_id = $1`,
      [tenant.workspace],
    )
    expect([status, body.overage]).toEqual([202, { credits_deducted: 1, channel_cost: 1 }])
  })

  it.each([
    ['the rate limit', 'rate_limited', 'update keys set window_count = $2::int where workspace_id = $1'],
    ['the quota', 'quota_exceeded', 'update usage_periods set quota_used = $2::int where workspace_id = $1'],
  ])(
    'a send that is refused because other processes use up %s does not change its recipient',
    async (_limit, error, sql) => {
      const tenant = await newTenant()
      const events = ['contact.created', 'contact.updated']
      const at = `/workspaces/${tenant.workspace}/subscriptions`
      expect((await test.manage('POST', at, { url: `${provider.url}/events`, events })).status).toBe(201)
      expect((await test.send(tenant.liveKey, to('1'))).status).toBe(202)
      // Near the limit, a send decides after it has stored its recipient and locked the counters.
      await other.query(sql, [tenant.workspace, LIMIT - 100])
      const recipient = { telegram_chat_id: '1', name: 'Ada', email: 'ada@example.com', locale: 'en' }
      const stored = async () => {
        const { rows } = await other.query(
          `select to_json(r) as recipient, (select count(*)::int from outgoing where workspace_id = $1) as events
         from recipients r where r.workspace_id = $1`,
          [tenant.workspace],
        )
        return rows
      }
      const before = await stored()
      const refused = await sendDuringUpdate(tenant, sql, [tenant.workspace, LIMIT], { ...to('1'), recipient })
      expect([refused.status, refused.body.error]).toEqual([429, error])
      expect(await stored()).toEqual(before)
      await other.query(sql, [tenant.workspace, 0])
      expect((await test.send(tenant.liveKey, { ...to('1'), recipient })).status).toBe(202)
      expect(await stored()).toMatchObject([{ recipient: { email: 'ada@example.com' }, events: before[0].events + 1 }])
    },
  )

  it('accepts a send through one process while a send with the same key through another process waits for a recipient', async () => {
    const tenant = await newTenant()
    expect((await test.send(tenant.liveKey, to('known'))).status).toBe(202)
    await other.query('begin')
    await other.query(
      `insert into recipients (workspace_id, mode, name, telegram_chat_id, created_at, updated_at)
       values ($1, 'live', 'Ada', 'new', now(), now())`,
      [tenant.workspace],
    )
    const waiting = test.send(tenant.liveKey, to('new'))
    await isWaiting()
    expect((await second.send(tenant.liveKey, to('known'))).status).toBe(202)
    await other.query('rollback')
    expect((await waiting).status).toBe(202)
  })

  it('accepts a send while an earlier send through the same process waits for a lock, although no further send arrives', async () => {
    const tenant = await newTenant()
    expect((await test.send(tenant.liveKey, { ...to('known'), idempotency_key: 'first' })).status).toBe(202)
    await other.query('begin')
    await other.query('select from idempotency_keys where workspace_id = $1 for update', [tenant.workspace])
    const waiting = test.send(tenant.liveKey, { ...to('known'), idempotency_key: 'first' })
    await isWaiting()
    expect((await test.send(tenant.liveKey, to('other'))).status).toBe(202)
    await other.query('rollback')
    expect((await waiting).status).toBe(200)
  })

  it('sends the messages of a recipient in order if an earlier set, which names the recipient by id, waits for a lock', async () => {
    const tenant = await newTenant()
    const created = await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, { name: 'Ada' })
    expect(created.status).toBe(201)
    const { id } = created.body
    const message = { ...to('1'), channel: 'telegram' }
    await other.query('begin')
    await other.query('select from recipients where id = $1 for update', [id])
    const adding = test.send(tenant.liveKey, { ...message, recipient: { id, telegram_chat_id: '5' } })
    await isWaiting()
    // The second message has an address only after the first message has added it.
    const using = test.send(tenant.liveKey, { ...message, recipient: { id } })
    const others = Array.from({ length: 100 }, (_, n) => test.send(tenant.liveKey, to(`chat-${n}`)))
    expect((await Promise.all(others)).filter(({ status }) => status !== 202)).toEqual([])
    await other.query('rollback')
    expect([(await adding).status, (await using).status]).toEqual([202, 202])
  })

  it('a rate limited request writes nothing, so that it does not wait for other transactions', async () => {
    const tenant = await newTenant()
    expect((await test.send(tenant.liveKey, to('1'))).status).toBe(202)
    await other.query(`update keys set window_count = ${LIMIT} where id = ${KEY_OF}`, [tenant.workspace])
    await other.query('begin')
    await other.query(`select from keys where id = ${KEY_OF} for update`, [tenant.workspace])
    const refused = await test.send(tenant.liveKey, to('1'))
    await other.query('rollback')
    expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([429, '0'])
  })

  it('accepts 300 concurrent sends directly after a template was changed, all with the new text', async () => {
    const tenant = await createConnectedTenant(test, provider, { rate_limit: 100_000, quota: 100_000 })
    expect((await test.send(tenant.liveKey, to('1'))).status).toBe(202)
    const at = `/workspaces/${tenant.workspace}/templates/hello`
    for (const text of ['One {{name}}', 'Two {{name}}', 'Three {{name}}']) {
      const changed = await test.manage('PUT', at, { name: 'Hello', locales: { it: { body: text } } })
      expect(changed.status).toBe(200)
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, n) => test.send(tenant.liveKey, to(`chat-${n % 150}`))),
      )
      expect(answers.filter(({ status }) => status !== 202)).toEqual([])
      const ids = answers.map(({ body }) => body.delivery_id)
      const { rows } = await other.query(
        `select count(*)::int as n from deliveries where id = any($1) and content->>'body' = $2`,
        [ids, text.replace('{{name}}', 'Ada')],
      )
      expect(rows[0].n).toBe(300)
    }
    const { rows } = await other.query(
      'select (select quota_used::int from usage_periods where workspace_id = $1) as charged, (select max(window_count) from keys where workspace_id = $1) as counted',
      [tenant.workspace],
    )
    expect(rows[0]).toEqual({ charged: 901, counted: 901 })
  })
})
