// The service on a primary and its synchronous standby, in a failover.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type PostgresPair, query, startPostgresPair } from '../harness/postgres-pair.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const LIMIT = 100_000
let pair: PostgresPair
let provider: Provider
let test: TestService
let tenant: Tenant
beforeEach(async () => {
  provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
  pair = await startPostgresPair({ flush: false })
  test = await startTestService('postgres', { DATABASE_URL: pair.url() })
  tenant = await createConnectedTenant(test, provider, { rate_limit: LIMIT, quota: LIMIT })
})
afterEach(async () => {
  await test.stop()
  await pair.stop()
  await provider.stop()
})

const send = (chat: string) =>
  test.send(tenant.liveKey, { recipient: { telegram_chat_id: chat }, template: 'hello', vars: { name: 'Ada' } })

it('repeats a send whose COMMIT reached the primary and not the standby, and delivers it once', async () => {
  await test.settled(tenant, (await send('before')).body.delivery_id, 'sent')
  await pair.cutOffStandby()
  const sent = send('during')
  await test.until(async () => (await query(pair.primary, WAITING_COMMITS)).length > 0)
  // Promotes the standby first, so that the service finds the new primary as soon as it loses the old primary. The
  // service then reads the mark of the set on the new primary.
  await pair.promote()
  pair.kill('SIGKILL')
  const { status, body, headers } = await sent
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([202, String(LIMIT - 2)])
  await test.settled(tenant, body.delivery_id, 'sent')
  const [counts] = await query(pair.standby, COUNTS)
  expect(counts).toEqual({ messages: 2, charged: 2, counted: 2 })
  const chats = provider.received.map(({ text }) => JSON.parse(text).chat_id)
  expect(chats).toEqual(['before', 'during'])
})

const WAITING_COMMITS = `select from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'`
const COUNTS = `select (select count(*)::int from deliveries) as messages,
  (select sum(quota_used) from usage_periods) as charged, (select max(window_count) from keys) as counted`

it('accepts messages on the promoted standby, and stops using its other connections to a primary that accepts no writes', async () => {
  const acknowledged: number[] = []
  for (let n = 0; n < 20; n++) acknowledged.push((await send(`before-${n}`)).body.delivery_id)
  // All connections of the pool are opened and become idle.
  await Promise.all(Array.from({ length: 10 }, () => test.service.db.query({ text: 'select pg_sleep(0.3)' })))
  await query(pair.primary, 'alter system set default_transaction_read_only = on')
  await query(pair.primary, 'select pg_reload_conf()')
  await test.until(async () => {
    const [row] = await query(pair.primary, 'show default_transaction_read_only')
    return row?.default_transaction_read_only === 'on'
  })
  await pair.promote()
  const answers = []
  for (let n = 0; n < 10; n++) answers.push(await send(`after-${n}`))
  const accepted = answers.filter(({ status }) => status === 202)
  expect(answers.filter(({ status }) => status !== 202 && status !== 503)).toEqual([])
  expect(accepted.length).toBeGreaterThanOrEqual(8)
  acknowledged.push(...accepted.map(({ body }) => body.delivery_id))
  for (const id of acknowledged) await test.settled(tenant, id, 'sent')
  const [counts] = await query(pair.standby, COUNTS)
  expect(counts).toEqual({
    messages: acknowledged.length,
    charged: acknowledged.length,
    counted: acknowledged.length,
  })
})
