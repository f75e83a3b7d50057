// Two processes with one list of suppressions, and the round trips of a set whose workspace has suppressions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type StatementProxy, startStatementProxy } from '../harness/postgres-statements.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe('suppressions of two processes', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  let test: TestService
  let behind: TestService
  let proxy: StatementProxy
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('postgres', env, 'api')
    proxy = await startStatementProxy(test.databaseUrl!)
    behind = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url }, 'api')
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await behind.stop()
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  const sendTo = (chat: string, recipient: object = { telegram_chat_id: chat }) =>
    behind.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' }, channel: 'telegram' })
  const suppress = (address: string) =>
    test.manage('POST', `/workspaces/${tenant.workspace}/suppressions`, { address, channel: 'telegram' })
  /** Returns whether the next set of the second process sends the statement together with its BEGIN. */
  const isInFirstTrip = (statement: string) => {
    const passed = proxy.interruptNext(statement, { direction: 'answers', after: 1 }, ({ resume }) => resume())
    return () => passed.happened()
  }

  it('another process refuses the next send to a suppressed address, for the first and for later suppressions of a workspace', async () => {
    for (const chat of ['1', '2']) {
      expect((await sendTo(chat)).status).toBe(202)
      expect((await suppress(chat)).status).toBe(201)
      const refused = await sendTo(chat)
      expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([422, ['recipient.telegram_chat_id']])
    }
  })

  it('a set of a workspace with suppressions reads them in its first round trip, also for stored addresses', async () => {
    const { body } = await sendTo('3')
    await suppress('3')
    for (const statement of ['find-suppressions', 'find-suppressed-recipients']) {
      const isFirst = isInFirstTrip(statement)
      expect((await sendTo('3')).status).toBe(422)
      expect(isFirst()).toBe(true)
    }
    const isFirst = isInFirstTrip('find-suppressed-recipients')
    expect((await sendTo('3', { id: body.recipient.id })).status).toBe(422)
    expect(isFirst()).toBe(true)
  })

  it('a set of a workspace without suppressions reads none', async () => {
    const other = await createConnectedTenant(test, provider)
    const send = () =>
      behind.send(other.liveKey, { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' } })
    // The first set reads the catalog of the workspace before its other statements.
    expect((await send()).status).toBe(202)
    const readsPlainly = isInFirstTrip('find-recipients')
    expect([(await send()).status, readsPlainly()]).toEqual([202, true])
  })
})
