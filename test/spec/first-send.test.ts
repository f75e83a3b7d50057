// The first send, from the seat of somebody who has just started the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('the first send, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it('is accepted, delivered by the sandbox and readable in the test inbox [SEND-01]', async () => {
    const sent = await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    expect(sent.status).toBe(202)
    expect(sent.body).toMatchObject({
      status: 'queued',
      channel: 'email',
      recipient: { name: 'Ada', address: 'ada@example.com' },
      template: 'hello',
    })
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    const inbox = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox`)
    expect(inbox.body.data[0].message).toMatchObject({ subject: 'Hello Ada', body: 'Hello Ada' })
  })
})
