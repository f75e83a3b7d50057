// Overdue messages behind a long queue of newer messages with a higher priority.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lengths } from '../../src/limits.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'

describe('overdue messages', () => {
  let test: TestService
  let provider: Provider

  beforeAll(async () => {
    ;[test, provider] = await Promise.all([startTestService('postgres', {}, 'api'), startProvider()])
  })
  afterAll(async () => {
    await test?.stop()
    await provider?.stop()
  })

  it('reports an overdue message behind more than a thousand newer messages of high priority', async () => {
    const tenant = await createConnectedTenant(test, provider)
    const message = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' } }
    const messages = Array<object>(lengths.batch).fill({ ...message, priority: 'high' })
    for (let sent = 0; sent <= 1000; sent += messages.length)
      expect((await test.call('POST', '/send/batch', { key: tenant.liveKey, body: { messages } })).status).toBe(202)
    expect((await test.send(tenant.liveKey, message)).status).toBe(202)
    await test.service.db.query({
      text: `update deliveries set next_at = next_at - interval '2 minutes' where priority = 1`,
      values: [],
    })
    await test.service.db.query({
      text: 'insert into workers (id, started_at, seen_at) values ($1, $2, $2)',
      values: ['another', test.clock.now()],
    })
    const conditions = await test.until(async () => {
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/overview`)
      return body.conditions.length > 0 && body.conditions[0].kind !== 'worker_stale' && body.conditions
    })
    expect(conditions).toMatchObject([{ kind: 'messages_overdue', count: 1 }])
  })
})
