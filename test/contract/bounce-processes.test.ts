// A hard bounce that one process applies stops messages that another process receives.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailProviders } from '../harness/email-webhooks.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { emailApis } from './providers/email-apis.ts'

describe('a hard bounce with two processes', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  const resend = emailProviders.resend!
  let test: TestService
  let other: TestService
  let provider: Provider
  let tenant: Tenant
  let inboundPath: string
  let messages = 0
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => resend.accept(`id-${++messages}`))
    test = await startTestService('postgres', env)
    other = await startTestService('postgres', { ...env, DATABASE_URL: test.databaseUrl! }, 'api')
    tenant = await test.tenant()
    const settings = emailApis.find((fixture) => fixture.provider === 'resend')!.http!.settings(provider.url)
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email/providers`
    const { body } = await test.manage('POST', at, { provider: 'resend', settings })
    inboundPath = body.inbound_url.replace(/^.*\/v1/, '')
  })
  afterAll(async () => {
    await other.stop()
    await test.stop()
    await provider.stop()
  })

  const send = (email: string) =>
    other.send(tenant.liveKey, { recipient: { email }, channel: 'email', template: 'hello', vars: { name: 'Ada' } })
  /** Reports a bounce to the process without a worker. */
  const report = async (id: number, externalId: string, address: string) => {
    const { headers, body } = resend.webhook(
      { event: 'hard', id: externalId, address, deliveryId: id },
      test.clock.now(),
    )
    expect((await other.call('POST', inboundPath, { headers, body })).status).toBe(200)
  }

  // The clock stands still, so no process polls: each step must directly start the next step.
  it.each(['the first', 'a later'])('%s bounce of a workspace stops the next message at once', async (which) => {
    const address = `${which.replace(' ', '-')}@example.com`
    const { status, body } = await send(address)
    expect(status).toBe(202)
    const { id, external_id } = await test.settled(tenant, body.delivery_id, 'sent')
    await report(id, external_id, address)
    await test.settled(tenant, id, 'failed')
    const refused = await send(address)
    expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([422, ['recipient.email']])
  })
})
