// The API behind the first pages of the portal: figures, first steps, live changes, timelines and the branded page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const recipient = { name: 'Ada', email: 'ada@example.com', locale: 'en' }
const message = { recipient, template: 'hello', vars: { name: 'Ada' } }

describe.each(databases)('figures of the portal, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
  })
  afterAll(() => test.stop())

  const steps = async () => {
    const { body } = await owner.request('GET', `${at}/getting-started`)
    return Object.fromEntries(body.steps.map(({ id, done }: { id: string; done: boolean }) => [id, done]))
  }
  const sendTest = async (more: object = {}) =>
    (await test.send(tenant.testKey, { ...message, ...more })).body.delivery_id as number

  it('marks each getting-started step as done after the request that completes the step', async () => {
    expect(await steps()).toEqual({
      send_test_message: false,
      connect_channel: false,
      send_live_message: false,
      receive_events: false,
    })
    const { body: before } = await owner.request('GET', `${at}/getting-started`)
    expect(before).toMatchObject({
      source_id: tenant.source,
      test_key: tenant.testKey,
      template: { slug: 'hello', variables: ['name'] },
    })
    await test.settled(tenant, await sendTest(), 'sent')
    expect(await steps()).toMatchObject({ send_test_message: true, connect_channel: false })
    const provider = await startProvider()
    const { receiver, waitForEvents, path } = await startSubscriber(test, tenant, ['message.sent'])
    try {
      const url = `${receiver.url}/events?token=secret#key`
      expect((await test.manage('PATCH', path, { url })).status).toBe(200)
      const connection = { settings: { webhook_url: `${provider.url}/api/webhooks/1/token` } }
      await owner.request('PUT', `${at}/sources/${tenant.source}/connections/discord`, connection)
      expect(await steps()).toMatchObject({ connect_channel: true, send_live_message: false, receive_events: false })
      const live = await test.send(tenant.liveKey, { ...message, channel: 'discord' })
      await test.settled(tenant, live.body.delivery_id, 'sent')
      await waitForEvents(1)
      await test.until(async () => (await steps()).receive_events)
      expect(await steps()).toEqual({
        send_test_message: true,
        connect_channel: true,
        send_live_message: true,
        receive_events: true,
      })
      const { body: delivery } = await owner.request('GET', `${at}/deliveries/${live.body.delivery_id}`)
      expect(delivery.events).toEqual([
        {
          id: expect.any(Number),
          subscription_id: expect.any(Number),
          url: `${receiver.url}/events?••••`,
          event: 'message.sent',
          status: 'received',
          attempts_made: 1,
          created_at: expect.any(String),
          ended_at: expect.any(String),
        },
      ])
    } finally {
      await provider.stop()
      await receiver.stop()
    }
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'viewer@shop.example')
    expect((await viewer.request('GET', `${at}/getting-started`)).body.test_key).toBeNull()
  })

  it('the overview counts live messages by outcome for each minute, for each day and for each channel', async () => {
    const shop = await test.tenant()
    const provider = await startProvider()
    try {
      const settings = { webhook_url: `${provider.url}/api/webhooks/1/token` }
      await test.manage('PUT', `/workspaces/${shop.workspace}/sources/${shop.source}/connections/discord`, { settings })
      const send = async (status: string) => {
        const { body } = await test.send(shop.liveKey, { ...message, channel: 'discord' })
        await test.settled(shop, body.delivery_id, status)
      }
      await send('sent')
      await send('sent')
      provider.reply(() => ({ status: 400, body: { message: 'Cannot send an empty message', code: 50006 } }))
      await send('failed')
      await test.settled(shop, (await test.send(shop.testKey, message)).body.delivery_id, 'sent')
      const { body } = await owner.request('GET', `/workspaces/${shop.workspace}/overview`)
      const tally = { sent: 2, delivered: 0, failed: 1 }
      expect(body.channels.find(({ channel }: { channel: string }) => channel === 'discord')).toMatchObject(tally)
      expect(body.channels).toHaveLength(8)
      expect([body.last_hour.length, body.days.length]).toEqual([60, 30])
      const sum = (rows: Record<string, number>[]) => ({
        sent: rows.reduce((total, row) => total + row.sent!, 0),
        delivered: rows.reduce((total, row) => total + row.delivered!, 0),
        failed: rows.reduce((total, row) => total + row.failed!, 0),
      })
      expect(sum(body.last_hour)).toEqual(tally)
      expect(sum(body.days)).toEqual(tally)
      expect(body.days[29].day).toBe(test.clock.now().toISOString().slice(0, 10))
      expect(body).toMatchObject({
        usage: { total_sent: 2, total_failed: 1 },
        credits: 0,
        health: { status: 'healthy' },
        waiting: { paused_connections: [], disabled_subscriptions: 0 },
      })
      test.clock.advance(61 * 60_000)
      const later = (await owner.request('GET', `/workspaces/${shop.workspace}/overview`)).body
      expect(sum(later.last_hour)).toEqual({ sent: 0, delivered: 0, failed: 0 })
    } finally {
      await provider.stop()
    }
  })

  it('the route for delivery changes returns a changed status and a new delivery, and nothing else [D45]', async () => {
    const shop = await test.tenant()
    const path = `/workspaces/${shop.workspace}/deliveries/changes?mode=test`
    const changes = async (query: string) => (await owner.request('GET', `${path}${query}`)).body.data
    const first = (await test.send(shop.testKey, message)).body.delivery_id
    await test.settled(shop, first, 'sent')
    expect((await changes('')).map(({ id }: { id: number }) => id)).toEqual([first])
    expect(await changes(`&watch=${first}:sent`)).toEqual([])
    expect(await changes(`&watch=${first}:queued`)).toMatchObject([{ id: first, status: 'sent' }])
    // This request is pending until the next message arrives.
    const waiting = changes(`&watch=${first}:sent&wait=25`)
    const second = (await test.send(shop.testKey, message)).body.delivery_id
    expect(await waiting).toMatchObject([{ id: second }])
    await test.settled(shop, second, 'sent')
    expect(await changes(`&watch=${first}:sent,${second}:sent&template=other`)).toEqual([])
    expect(await changes(`&watch=${second}:sent`)).toEqual([])
    const theirs = await changes(`&watch=1:queued,${second}:sent`)
    expect(theirs.filter(({ id }: { id: number }) => id !== first)).toEqual([])
    for (const wrong of ['&watch=a', '&watch=1', `&watch=${'1:sent,'.repeat(101)}1:sent`, '&wait=26'])
      expect([wrong, (await owner.request('GET', `${path}${wrong}`)).status]).toEqual([wrong, 422])
  })

  it('describes the settings form of every channel with titles and help texts', async () => {
    const { body } = await owner.request('GET', '/channels')
    expect(body.data).toHaveLength(8)
    for (const { name, title, help, address_field, settings } of body.data) {
      expect([name, title, help, address_field]).toEqual([
        name,
        expect.any(String),
        expect.stringMatching(/ .*\.$/),
        expect.any(String),
      ])
      for (const [field, property] of Object.entries(settings.properties as Record<string, { title?: string }>))
        expect([name, field, property.title]).toEqual([name, field, expect.stringMatching(/^[A-Z]/)])
    }
    const whatsapp = body.data.find(({ name }: { name: string }) => name === 'whatsapp')
    expect(whatsapp.replies).toBe(true)
    expect(whatsapp.settings.properties.phone_number_id.title).toBe('Phone number ID')
    expect(whatsapp.settings.properties.access_token.secret).toBe(true)
  })

  it('previews the confirmation page with a brand that is not saved yet', async () => {
    const chosen = new URLSearchParams({ name: 'Böttega <b>', color: '#aa3366', label: 'Confirm', locale: 'en' })
    const { status, headers, body } = await owner.request('GET', `${at}/brand/preview?${chosen.toString()}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toContain('--brand:#aa3366')
    expect(body).toContain('Böttega &lt;b&gt;')
    expect(body).toContain('<button>Confirm</button>')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*form-action 'none'.*frame-ancestors 'self'$/,
    )
    const taken = await owner.request('GET', `${at}/brand/preview?page=taken&color=red;}&logo_url=javascript:alert(1)`)
    expect(taken.body).not.toMatch(/red;|javascript/)
    expect(taken.body).not.toContain('<button>')
  })
})

describe('shutdown of a process with pending requests', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('postgres')
    tenant = await test.tenant()
  })

  it('answers a pending request for delivery changes when the process shuts down', async () => {
    const { delivery_id: id } = (await test.send(tenant.testKey, message)).body
    await test.settled(tenant, id, 'sent')
    const path = `/workspaces/${tenant.workspace}/deliveries/changes?mode=test&wait=25&watch=${id}:sent`
    const waiting = test.manage('GET', path)
    // Send another request, which the service answers after one second. When this answer arrives, the service has also
    // received the first request, which is not answered yet.
    await test.manage('GET', path.replace('wait=25', 'wait=1'))
    const order: string[] = []
    await Promise.all([
      waiting.then(({ headers, body }) => order.push(`answered ${headers.get('connection')} ${body.data.length}`)),
      test.stop().then(() => order.push('stopped')),
    ])
    expect(order).toEqual(['answered close 0', 'stopped'])
  })
})
