// The network between the service and PostgreSQL stops forwarding. Connections stay open, and no answer arrives.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type PostgresStall, startPostgresStall } from '../harness/postgres-stall.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

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
  behind = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url })
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
  expect(performance.now() - began).toBeLessThan(25_000)
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
