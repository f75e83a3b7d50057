// Subscriptions. The tests create, change and delete subscriptions, check them with a test event, and list their
// events.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('subscriptions, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/subscriptions`
  const subscribers = setUpEventTest(() => test)
  const subscribe = async (events: string[]) => (await subscribers.subscribe(events, tenant)).subscriber
  const send = () => subscribers.send(tenant)

  it('creates a subscription with an encrypted secret that is shown once, then reads, changes and deletes it [SUBS-04]', async () => {
    const fields = { url: 'https://example.com/in?a=1', events: ['delivery.sent', 'message.received'] }
    const { status, body: made } = await test.manage('POST', at(), fields)
    expect(status).toBe(201)
    const { secret, ...subscription } = made
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(subscription).toEqual({
      id: expect.any(Number),
      ...fields,
      status: 'active',
      disabled_at: null,
      disabled_reason: null,
      failures: 0,
      failing_since: null,
      previous_secret_until: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await test.manage('GET', `${at()}/${made.id}`)).body).toEqual(subscription)
    expect((await test.manage('GET', at())).body).toEqual({ data: [subscription], next_cursor: null })
    const { rows } = await test.service.db.query<{ secret: Buffer }>({ text: 'select secret from subscriptions' })
    expect(rows[0]!.secret.toString('latin1')).not.toContain(secret.slice(6, 20))
    const { body: changed } = await test.manage('PATCH', `${at()}/${made.id}`, { events: ['delivery.read'] })
    expect(changed).toMatchObject({ url: fields.url, events: ['delivery.read'] })
    expect(changed).not.toHaveProperty('secret')
    expect((await test.manage('DELETE', `${at()}/${made.id}`)).status).toBe(204)
    expect((await test.manage('GET', `${at()}/${made.id}`)).status).toBe(404)
    expect((await test.manage('DELETE', `${at()}/${made.id}`)).status).toBe(404)
  })

  it.each([
    [{ url: 'https://example.com/' }, 'events'],
    [{ url: 'https://example.com/', events: [] }, 'events'],
    [{ url: 'https://example.com/', events: ['delivery.sent', 'delivery.sent'] }, 'events'],
    [{ url: 'https://example.com/', events: ['delivery.sending'] }, 'events.0'],
    [{ url: 'https://example.com/', events: 'delivery.sent' }, 'events'],
    [{ events: ['delivery.sent'] }, 'url'],
    [{ url: 'nonsense', events: ['delivery.sent'] }, 'url'],
    [{ url: 'https://user:pass@example.com/', events: ['delivery.sent'] }, 'url'],
    [{ url: `https://example.com/${'a'.repeat(2048)}`, events: ['delivery.sent'] }, 'url'],
    [{ url: 'https://example.com/', events: ['delivery.sent'], secret: 'whsec_mine' }, 'secret'],
  ])('returns 422 with the name of the field for a request to create the subscription %j', async (invalid, field) => {
    const { status, body } = await test.manage('POST', at(), invalid)
    expect([status, Object.keys(body.details)]).toEqual([422, [field]])
  })

  it('lists the subscriptions of one workspace, page by page', async () => {
    const other = await test.tenant()
    const base = `/workspaces/${other.workspace}/subscriptions`
    for (const n of [1, 2, 3])
      await test.manage('POST', base, { url: `https://example.com/${n}`, events: ['message.sent'] })
    const { body: first } = await test.manage('GET', `${base}?limit=2`)
    const { body: second } = await test.manage('GET', `${base}?limit=2&cursor=${first.next_cursor}`)
    expect([...first.data, ...second.data].map(({ url }: { url: string }) => url)).toEqual(
      [1, 2, 3].map((n) => `https://example.com/${n}`),
    )
    expect(second.next_cursor).toBeNull()
    expect((await test.manage('GET', '/workspaces/999999/subscriptions')).status).toBe(404)
    expect(
      (
        await test.manage('POST', '/workspaces/999999/subscriptions', {
          url: 'https://a.example/',
          events: ['message.sent'],
        })
      ).status,
    ).toBe(404)
  })

  it('a subscription receives newly selected events from the moment when its selection was changed', async () => {
    const subscriber = await subscribe(['message.received'])
    await send()
    await test.manage('PATCH', subscriber.path, { events: ['delivery.queued'] })
    const id = await send()
    expect((await subscriber.waitForEvents(1)).map(({ body }) => body.delivery.id)).toEqual([id])
  })

  it('sends a test event to a subscription, returns the result, and records the result in the log of attempts [SUBS-05]', async () => {
    const subscriber = await subscribe(['message.sent', 'delivery.read'])
    subscriber.receiver.reply(() => ({ body: { thanks: true } }))
    const { status, body } = await test.manage('POST', `${subscriber.path}/test`)
    const [event] = await subscriber.waitForEvents(1)
    expect([status, body]).toEqual([
      200,
      {
        event: 'message.sent',
        event_id: event!.body.id,
        dispatch_id: event!.id,
        received: true,
        status: 200,
        latency_ms: expect.any(Number),
        reason: null,
        excerpt: '{"thanks":true}',
      },
    ])
    expect(event!.body).toMatchObject({ type: 'message.sent', workspace_id: String(tenant.workspace) })
    expect(event!.request.headers['x-service-mode']).toBe('test')
    await test.manage('POST', `${subscriber.path}/test`, { event: 'contact.updated' })
    expect((await subscriber.waitForEvents(2))[1]!.name).toBe('contact.updated')
    const { body: log } = await test.manage('GET', `${subscriber.path}/attempts`)
    expect(log.data.map((attempt: { event: string }) => attempt.event)).toEqual(['contact.updated', 'message.sent'])
    expect((await test.manage('POST', `${subscriber.path}/test`, { event: 'nothing' })).status).toBe(422)
  })

  it('a request for a test event returns the reason of a failure, and the service neither retries the event nor counts the failure', async () => {
    const subscriber = await subscribe(['message.sent'])
    subscriber.receiver.reply(() => ({ status: 503, body: 'down for lunch' }))
    const { body } = await test.manage('POST', `${subscriber.path}/test`)
    expect(body).toMatchObject({ received: false, status: 503, excerpt: '"down for lunch"' })
    expect(body.reason).toContain('503')
    expect((await test.manage('GET', subscriber.path)).body.failures).toBe(0)
    const { body: events } = await test.manage('GET', `${subscriber.path}/events`)
    expect(events.data).toMatchObject([{ test: true, status: 'failed', attempts_made: 1, next_at: null }])
    await subscriber.receiver.stop()
    expect((await test.manage('POST', `${subscriber.path}/test`)).body).toMatchObject({
      received: false,
      status: null,
      reason: 'the endpoint refused the connection',
    })
  })

  it('lists the events of a subscription with their state, body and attempts', async () => {
    const subscriber = await subscribe(['delivery.queued', 'delivery.sent'])
    const id = await send()
    await subscriber.waitForEvents(2)
    const events = await test.until(async () => {
      const { data } = (await test.manage('GET', `${subscriber.path}/events`)).body
      return data.every(({ status }: { status: string }) => status === 'received') && data
    })
    const [sent, queued] = subscriber.events().reverse()
    expect(events).toMatchObject([
      {
        event: 'delivery.sent',
        dispatch_id: sent!.id,
        delivery_id: id,
        mode: 'test',
        attempts_made: 1,
        replay_of: null,
      },
      { event: 'delivery.queued', dispatch_id: queued!.id, delivery_id: id, test: false, next_at: null },
    ])
    const { body: detail } = await test.manage('GET', `${subscriber.path}/events/${events[0].id}`)
    expect(detail.body).toEqual(sent!.body)
    expect(detail.attempts).toMatchObject([{ attempt: 1, received: true, status: 200, reason: null }])
    const of = async (query: string) => (await test.manage('GET', `${subscriber.path}/events?${query}`)).body.data
    expect(await of('event=delivery.sent')).toHaveLength(1)
    expect(await of(`delivery=${id}`)).toHaveLength(2)
    expect(await of('delivery=999999')).toEqual([])
    expect(await of('status=failed')).toEqual([])
    const { body: page } = await test.manage('GET', `${subscriber.path}/events?limit=1`)
    expect((await of(`limit=1&cursor=${page.next_cursor}`))[0].event).toBe('delivery.queued')
    expect((await test.manage('GET', `${subscriber.path}/events/999999999`)).status).toBe(404)
    expect((await test.manage('GET', `${subscriber.path}/events?status=lost`)).status).toBe(422)
  })
})
