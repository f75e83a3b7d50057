// Failover between two WhatsApp numbers: only approved templates of one account, because a conversation belongs to one
// number.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { graphSettings, signBody, whatsappAccepted } from '../harness/graph.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('failover between WhatsApp numbers, %s', (kind) => {
  let test: TestService
  let graph: Provider
  const unavailable: Reply = { status: 503, body: { error: { code: 2, message: 'Service temporarily unavailable' } } }
  const revoked: Reply = { status: 401, body: { error: { code: 190, message: 'The token was revoked' } } }
  /** The answer to messages through the first number. */
  let first: Reply
  beforeAll(async () => {
    test = await startTestService(kind)
    graph = await startProvider()
    graph.reply(({ path }) => (/\/10\/messages/.test(path) ? first : whatsappAccepted))
  })
  beforeEach(() => {
    first = unavailable
    graph.received.length = 0
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
    return { tenant, workspace, ids: [first.id, second.body.id], inboundUrl: first.inbound_url, attempts }
  }
  /** Posts a webhook about a number to the URL of the first number, as Meta does with one callback URL. */
  const post = async (inboundUrl: string, phone_number_id: string, value: object) => {
    const change = { field: 'messages', value: { metadata: { phone_number_id }, ...value } }
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '20', changes: [change] }] })
    const path = new URL(inboundUrl).pathname.replace(/^\/v1/, '')
    const { status } = await test.call('POST', path, { body, headers: { 'x-hub-signature-256': signBody(body) } })
    expect(status).toBe(200)
  }
  const seconds = () => String(Math.floor(test.clock.now().getTime() / 1000))
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

  it('applies a receipt of the second number that arrives at the URL of the first number', async () => {
    const { tenant, workspace, inboundUrl, attempts } = await tenantWith('20')
    await attempts()
    const { data } = (await test.manage('GET', `${workspace}/deliveries`)).body
    await post(inboundUrl, '11', {
      statuses: [{ id: 'wamid.1', status: 'delivered', timestamp: seconds(), recipient_id: '393331234567' }],
    })
    await test.settled(tenant, data[0].id, 'delivered')
  })

  it('a free-form message to a person who wrote to the second number is sent through the second number', async () => {
    const { tenant, workspace, ids, inboundUrl } = await tenantWith('20')
    const from = '393331234567'
    const text = { type: 'text', text: { body: 'Hi' } }
    await post(inboundUrl, '11', {
      contacts: [{ wa_id: from, profile: { name: 'Ada' } }],
      messages: [{ from, id: 'wamid.in', timestamp: seconds(), ...text }],
    })
    const conversations = `${workspace}/conversations`
    await test.until(async () => (await test.manage('GET', conversations)).body.data.length === 1)
    const recipient = { whatsapp_phone: `+${from}`, locale: 'en' }
    const { status, body } = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' } })
    expect(status).toBe(202)
    const { attempts } = await test.settled(tenant, body.delivery_id, 'sent')
    expect(attempts).toMatchObject([{ outcome: 'sent', connection: { id: ids[1] } }])
  })

  it('the remedy of a free-form message names the pause of its number, and never reports this pause as ended', async () => {
    const { tenant, workspace, inboundUrl } = await tenantWith('20')
    const from = '393331234568'
    const text = { type: 'text', text: { body: 'Hi' } }
    await post(inboundUrl, '10', {
      contacts: [{ wa_id: from, profile: { name: 'Ada' } }],
      messages: [{ from, id: 'wamid.in', timestamp: seconds(), ...text }],
    })
    await test.until(async () => (await test.manage('GET', `${workspace}/conversations`)).body.data.length === 1)
    first = revoked
    const recipient = { whatsapp_phone: `+${from}`, locale: 'en' }
    const { body } = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' } })
    const timeline = async () => (await test.manage('GET', `${workspace}/deliveries/${body.delivery_id}`)).body
    const attempted = await test.until(async () => {
      const read = await timeline()
      return read.status === 'queued' && read.attempts.length === 1 && read
    })
    const PAUSED = /^Connection 1 \(.+\) of the channel WhatsApp .* has been paused since .*token.* is due at /s
    expect(attempted.remedy).toMatch(PAUSED)
    test.clock.advance(40_000)
    const waiting = await test.until(async () => {
      const read = await timeline()
      return read.status === 'queued' && read.next_at > attempted.next_at && read
    })
    expect(waiting.remedy).toMatch(PAUSED)
    expect(waiting.attempts).toHaveLength(1)
    const { conditions } = (await test.manage('GET', `${workspace}/overview`)).body
    expect(conditions).toMatchObject([{ kind: 'connection_unavailable', severity: 'error' }])
    test.clock.advance(25 * 3_600_000)
    const expired = await test.settled(tenant, body.delivery_id, 'failed')
    expect(expired.remedy).not.toContain('no longer paused')
  })

  it('a late receipt of the first number settles a message that is pending because this number is paused', async () => {
    const { tenant, workspace, inboundUrl } = await tenantWith('20')
    first = { drop: 'now' }
    const recipient = { whatsapp_phone: '+393331234569', locale: 'en' }
    const { body } = await test.send(tenant.liveKey, { recipient, template: 'approved' })
    const at = `${workspace}/deliveries/${body.delivery_id}`
    const attempted = await test.until(async () => {
      const read = (await test.manage('GET', at)).body
      return read.attempts.length === 1 && read.status === 'queued' && read
    })
    expect(attempted.attempts[0].outcome).toBe('ambiguous')
    const [request] = graph.received.filter(({ path }) => path.includes('/10/messages'))
    first = revoked
    await test.settled(
      tenant,
      (await test.send(tenant.liveKey, { recipient: { whatsapp_phone: '+393331234570' }, template: 'approved' })).body
        .delivery_id,
      'sent',
    )
    test.clock.advance(40_000)
    const waiting = await test.until(async () => {
      const read = (await test.manage('GET', at)).body
      return read.status === 'queued' && read.next_at > attempted.next_at && read
    })
    expect(waiting.attempts).toHaveLength(1)
    const { biz_opaque_callback_data } = JSON.parse(request!.text)
    await post(inboundUrl, '10', {
      statuses: [
        { id: 'wamid.late', status: 'sent', timestamp: seconds(), recipient_id: '1', biz_opaque_callback_data },
      ],
    })
    const { attempts } = await test.settled(tenant, body.delivery_id, 'sent')
    expect(attempts).toHaveLength(1)
  })

  it('a webhook about a number that no connection of the source has is shown as unreadable', async () => {
    const { workspace, inboundUrl } = await tenantWith('20')
    await post(inboundUrl, '12', { statuses: [{ id: 'wamid.1', status: 'read', timestamp: seconds() }] })
    const requests = `${workspace}/inbound-requests?status=unreadable`
    const [request] = await test.until(async () => {
      const { data } = (await test.manage('GET', requests)).body
      return data.length > 0 && data
    })
    expect(request.problem).toContain('sender 12, which no connection of this channel has')
  })

  it('a number of another account takes no message, because it may not have the template', async () => {
    const { ids, attempts } = await tenantWith('21')
    expect(await attempts()).toEqual([['retryable', ids[0]]])
  })
})
