// Failover between two WhatsApp numbers: only approved templates of one account, because a conversation belongs to one
// number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphSettings, whatsappAccepted } from '../harness/graph.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('failover between WhatsApp numbers, %s', (kind) => {
  let test: TestService
  let graph: Provider
  beforeAll(async () => {
    test = await startTestService(kind)
    graph = await startProvider()
    const unavailable = { status: 503, body: { error: { code: 2, message: 'Service temporarily unavailable' } } }
    graph.reply(({ path }) => (/\/10\/messages/.test(path) ? unavailable : whatsappAccepted))
  })
  afterAll(async () => {
    await test.stop()
    await graph.stop()
  })

  /** Creates a tenant with two numbers. The first number fails. `account` is the account of the second number. */
  const tenantWith = async (account: string) => {
    const tenant = await test.tenant()
    const workspace = `/workspaces/${tenant.workspace}`
    const providers = `${workspace}/sources/${tenant.source}/connections/whatsapp/providers`
    const settings = graphSettings(graph.url).whatsapp
    const { body: first } = await test.manage('POST', providers, { settings })
    const second = await test.manage('POST', providers, {
      settings: { ...settings, phone_number_id: '11', waba_id: account },
    })
    expect(second.status).toBe(201)
    const locales = { en: { body: 'Hello', channels: { whatsapp: { template: 'hello' } } } }
    await test.manage('POST', `${workspace}/templates`, { slug: 'approved', name: 'Approved', locales })
    const attempts = async () => {
      const recipient = { whatsapp_phone: '+393331234567', name: 'Ada', locale: 'en' }
      const { body } = await test.send(tenant.liveKey, { recipient, template: 'approved' })
      const timeline = await test.until(async () => {
        const read = (await test.manage('GET', `${workspace}/deliveries/${body.delivery_id}`)).body
        return read.attempts.length > 0 && !['sending'].includes(read.status) && !isMoving(read) && read
      })
      return timeline.attempts.map((attempt: { outcome: string; connection: { id: number } }) => [
        attempt.outcome,
        attempt.connection.id,
      ])
    }
    return { ids: [first.id, second.body.id], attempts }
  }
  /** Returns whether the message is about to be sent through the next connection. */
  const isMoving = ({ status, next_at }: { status: string; next_at: string | null }) =>
    status === 'queued' && next_at !== null && new Date(next_at) <= test.clock.now()

  it('the second number of the same account takes a message with an approved template', async () => {
    const { ids, attempts } = await tenantWith('20')
    expect(await attempts()).toEqual([
      ['retryable', ids[0]],
      ['sent', ids[1]],
    ])
  })

  it('a number of another account takes no message, because it may not have the template', async () => {
    const { ids, attempts } = await tenantWith('21')
    expect(await attempts()).toEqual([['retryable', ids[0]]])
  })
})
