// The network between the service and PostgreSQL stops forwarding. Connections stay open, and no answer arrives.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type PostgresStall, startPostgresStall } from '../harness/postgres-stall.ts'
import { startLimitedService } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** Shorter limits than those of the service, in milliseconds. */
const limits = { silence: 500, connecting: 1000 }
/** Maximum number of milliseconds until a request is answered. It is less than the query timeout of 30 seconds. */
const ANSWERED_WITHIN = 25_000
/** The time after which a parent kills a process (src/cluster/cluster.ts). */
const STOPPED_WITHIN = 55_000
const env = { MASTER_KEY: 'a master key that both processes share' }
let test: TestService
let behind: TestService
let proxy: PostgresStall
let provider: Provider
let tenant: Tenant
beforeAll(async () => {
  provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
  test = await startTestService('postgres', env, 'api')
  proxy = await startPostgresStall(test.databaseUrl!)
  behind = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url }, 'start', limits)
  tenant = await createConnectedTenant(test, provider)
})
afterAll(async () => {
  await behind.stop()
  await proxy.stop()
  await test.stop()
  await provider.stop()
})

const send = (key: string) => {
  const message = { recipient: { telegram_chat_id: '7' }, template: 'hello', vars: { name: 'Ada' } }
  return behind.send(tenant.liveKey, { ...message, idempotency_key: key })
}

it('requests get 503 before the query timeout of 30 seconds, and are accepted and delivered when the network forwards again', async () => {
  await test.settled(tenant, (await send('before')).body.delivery_id, 'sent')
  proxy.stall()
  const began = performance.now()
  const refused = await Promise.all([send('a'), send('b'), send('c')])
  expect(performance.now() - began).toBeLessThan(ANSWERED_WITHIN)
  for (const { status, body, headers } of refused)
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
  proxy.resume()
  for (const key of ['a', 'b', 'c']) {
    const { body } = await test.until(async () => {
      const answer = await send(key)
      return (answer.status === 202 || answer.status === 200) && answer
    })
    await test.settled(tenant, body.delivery_id, 'sent')
  }
  expect(provider.received.length).toBe(4)
})

it('a process ends in time when it gets SIGTERM while the network does not forward', async () => {
  const service = startLimitedService(
    { role: 'start', limits },
    { ...env, DATABASE_URL: proxy.url, DATA_DIR: test.dataDir },
  )
  onTestFinished(() => {
    proxy.resume()
    service.child.kill('SIGKILL')
  })
  await service.url
  proxy.stall()
  const began = performance.now()
  service.child.kill('SIGTERM')
  expect(await service.ended, service.output()).toBe(0)
  expect(performance.now() - began).toBeLessThan(STOPPED_WITHIN)
})
