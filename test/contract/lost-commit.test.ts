// A connection to PostgreSQL breaks around the COMMIT of a set of send requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Cut, type PostgresCut, startPostgresCut } from '../harness/postgres-cut.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('a send request whose COMMIT gets no answer', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  let test: TestService
  let behind: TestService
  let proxy: PostgresCut
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    test = await startTestService('postgres', env, 'api')
    proxy = await startPostgresCut(test.databaseUrl!)
    behind = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url }, 'api')
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await behind.stop()
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  const message = { recipient: { telegram_chat_id: '7' }, template: 'hello', vars: { name: 'Ada' } }
  const send = async (cut?: Cut) => {
    const arrived = cut && proxy.cutNext(cut)
    const answer = await behind.send(tenant.liveKey, message)
    await arrived
    return answer
  }
  /** Returns the stored messages, the messages that were charged, and the requests that were counted. */
  const stored = async () => {
    const { rows } = await test.service.db.pool.query(
      `select (select count(*)::int from deliveries where workspace_id = w.id) as messages,
              (select quota_used::int from usage_periods where workspace_id = w.id) as charged,
              (select window_count from keys where workspace_id = w.id and mode = 'live' and kind = 'api') as counted
       from workspaces w where w.id = $1`,
      [tenant.workspace],
    )
    return rows[0]
  }
  const untilStored = (messages: number) => test.until(async () => (await stored()).messages === messages)

  it.each<[string, Cut]>([
    ['the answer to its COMMIT', 'answer'],
    ['its COMMIT', 'request'],
  ])('accepts, charges and counts a send request once when %s is lost', async (_lost, cut) => {
    await send()
    const before = await stored()
    const { status, body } = await send(cut)
    expect(status).toBe(202)
    const { messages, charged, counted } = await stored()
    expect([messages, charged, counted]).toEqual([before.messages + 1, before.charged + 1, before.counted + 1])
    expect((await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.liveKey })).status).toBe(200)
  })

  it('when the answer to the COMMIT of a send request is lost, the response contains the stored number of remaining requests', async () => {
    await send()
    const other = await test.service.db.pool.connect()
    await other.query('begin')
    await other.query('update keys set window_count = window_count + 5 where workspace_id = $1', [tenant.workspace])
    const sent = send('answer')
    // The set has read the number of requests, and waits to count its own request.
    await test.until(async () => {
      const { rows } = await test.service.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await other.query('commit')
    other.release()
    const { status, headers } = await sent
    const { counted } = await stored()
    const limit = Number(headers.get('x-ratelimit-limit'))
    expect([status, Number(headers.get('x-ratelimit-remaining'))]).toEqual([202, limit - counted])
  })

  it('stores a send request once when its first COMMIT reaches the database only after the service has repeated the set', async () => {
    await send()
    const { messages } = await stored()
    expect((await send('late')).status).toBe(202)
    await untilStored(messages + 1)
    expect(await proxy.release()).toMatch(/another mark/)
    expect((await stored()).messages).toBe(messages + 1)
  })

  it('accepts a send request when the database has lost the marks of earlier sets, as after a failover to an older copy', async () => {
    await send()
    await test.service.db.pool.query('update commit_marks set mark = gen_random_uuid()')
    const { messages } = await stored()
    expect((await send()).status).toBe(202)
    expect((await send()).status).toBe(202)
    expect((await stored()).messages).toBe(messages + 2)
  })

  it('answers 503 to a send request while its transaction still runs, and stores the request only when the caller sends it again', async () => {
    await send()
    const { messages } = await stored()
    const sent = send('commit')
    await test.until(async () => {
      const { rows } = await test.service.db.pool.query(
        `select from pg_stat_activity where state = 'idle in transaction' and query like '%insert into commit_marks%'`,
      )
      return rows.length > 0
    })
    proxy.disconnect()
    const refused = await sent
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    await proxy.stop()
    expect((await test.send(tenant.liveKey, message)).status).toBe(202)
    expect((await stored()).messages).toBe(messages + 1)
  })
})
