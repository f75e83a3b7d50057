// Dev listeners. The service stores signed events until the dev listener reports them as done.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '../../sdk/src/index.ts'
import { endIdleDevListeners } from '../../src/events/dev-listeners.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

interface PolledEvent {
  id: number
  event: string
  headers: Record<string, string>
  body: string
}

describe.each(databases)('dev listeners on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/dev-listeners`
  const listen = async (options: object = {}) => {
    tenant = await test.tenant()
    const { status, body } = await test.manage('POST', at(), options)
    expect(status).toBe(201)
    return body as { id: number; events: string[]; secret: string; created_at: string }
  }
  const poll = async (id: number, options: object = {}) =>
    (await test.manage('POST', `${at()}/${id}/poll`, options)).body.data as PolledEvent[]
  const send = async (email = 'ada@example.com') => {
    const message = { recipient: { name: 'Ada', email, locale: 'en' }, template: 'hello', vars: { name: 'Ada' } }
    const { body } = await test.send(tenant.testKey, message)
    await test.settled(tenant, body.delivery_id, 'sent')
    return body.delivery_id as number
  }

  it('returns all events of a workspace to its dev listener, in order and with valid signatures', async () => {
    const { id, secret, events } = await listen()
    expect(secret).toMatch(/^whsec_/)
    expect(events).toHaveLength(21)
    const delivery = await send()
    const polled = await test.until(async () => {
      const data = await poll(id)
      return data.length >= 6 && data
    })
    expect(polled.map(({ event }) => event).filter((event) => event.startsWith('delivery.'))).toEqual([
      'delivery.queued',
      'delivery.status',
      'delivery.sent',
      'delivery.status',
    ])
    for (const { body, headers, event } of polled) {
      const result = verify(body, headers, secret, { now: test.clock.now() })
      expect(result).toMatchObject({ ok: true, name: event, mode: 'test', id: headers['webhook-id'] })
    }
    const sent = polled.find(({ event }) => event === 'delivery.sent')!
    expect(JSON.parse(sent.body).delivery).toMatchObject({ id: delivery, status: 'sent' })
  })

  it('returns the same events at each poll until the dev listener reports these events as done', async () => {
    const { id } = await listen({ events: ['delivery.sent'] })
    const [first, second] = [await send('a@example.com'), await send('b@example.com')]
    const both = await poll(id)
    expect(both.map(({ body }) => JSON.parse(body).delivery.id)).toEqual([first, second])
    expect(await poll(id, { limit: 1 })).toMatchObject([{ id: both[0]!.id }])
    expect(await poll(id, { done: [both[0]!.id] })).toMatchObject([{ id: both[1]!.id }])
    expect(await poll(id, { done: [both[1]!.id, both[0]!.id, 999_999_999] })).toEqual([])
  })

  it('answers the poll of a dev listener when an event arrives or when the wait time of the poll ends', async () => {
    const { id } = await listen({ events: ['delivery.queued'] })
    const waiting = poll(id, { wait: 30 })
    const delivery = await send()
    expect((await waiting).map(({ body }) => JSON.parse(body).delivery.id)).toEqual([delivery])
    const other = await listen({ events: ['delivery.read'] })
    expect(await poll(other.id, { wait: 1 })).toEqual([])
  })

  it('signs events with the secret from the request that created the dev listener, and stores the secret encrypted', async () => {
    const { id, secret } = await listen({ events: ['delivery.queued'], secret: SECRET })
    expect(secret).toBe(SECRET)
    await send()
    const [event] = await poll(id)
    expect(verify(event!.body, event!.headers, SECRET, { now: test.clock.now() }).ok).toBe(true)
    const { rows } = await test.service.db.query<{ secret: Buffer }>({
      text: 'select secret from subscriptions where id = $1',
      values: [id],
    })
    expect(rows[0]!.secret.toString('latin1')).not.toContain(SECRET.slice(6, 20))
  })

  it('returns 404 for a dev listener under the paths of subscriptions, and for a subscription under the paths of dev listeners', async () => {
    const { id } = await listen({ events: ['delivery.queued'] })
    const subscriptions = `/workspaces/${tenant.workspace}/subscriptions`
    expect((await test.manage('GET', subscriptions)).body.data).toEqual([])
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { url: 'https://example.com/' }],
      ['DELETE', ''],
      ['POST', '/reactivate'],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['POST', '/replay', { failed: true }],
      ['GET', '/events'],
    ] as [string, string, object?][])
      expect((await test.manage(method, `${subscriptions}/${id}${path}`, body)).status, `${method} ${path}`).toBe(404)
    const { body: real } = await test.manage('POST', subscriptions, {
      url: 'https://a.example/',
      events: ['delivery.read'],
    })
    expect((await test.manage('POST', `${at()}/${real.id}/poll`, {})).status).toBe(404)
    expect((await test.manage('DELETE', `${at()}/${real.id}`)).status).toBe(404)
  })

  it('deletes a dev listener and its events on request, or an hour after its last poll', async () => {
    const { id } = await listen({ events: ['delivery.queued'] })
    await send()
    expect((await test.manage('DELETE', `${at()}/${id}`)).status).toBe(204)
    expect((await test.manage('POST', `${at()}/${id}/poll`, {})).status).toBe(404)
    const { body: idle } = await test.manage('POST', at(), {})
    const { body: polling } = await test.manage('POST', at(), {})
    await send('b@example.com')
    test.clock.advance(40 * 60_000)
    await poll(polling.id)
    test.clock.advance(30 * 60_000)
    await endIdleDevListeners(test.service.db, test.clock.now())
    expect((await test.manage('POST', `${at()}/${idle.id}/poll`, {})).body).toMatchObject({ error: 'not_found' })
    expect(await poll(polling.id)).not.toEqual([])
    const { rows } = await test.service.db.query<{ lane: number }>({
      text: 'select distinct lane from outgoing where lane = any($1::bigint[])',
      values: [[id, idle.id, polling.id]],
    })
    expect(rows).toEqual([{ lane: polling.id }])
  })

  it('the deprecated paths of version 0.1 for dev listeners give the same answers as the current paths', async () => {
    const { id } = await listen({ events: ['delivery.queued'], secret: SECRET })
    await send()
    const old = `/workspaces/${tenant.workspace}/listeners`
    const started = await test.manage('POST', old, { events: ['delivery.queued'], secret: SECRET })
    expect(started).toMatchObject({ status: 201, body: { events: ['delivery.queued'], secret: SECRET } })
    const both = (listener: number, options: object) =>
      Promise.all([
        test.manage('POST', `${at()}/${listener}/poll`, options),
        test.manage('POST', `${old}/${listener}/hear`, options),
      ])
    for (const [listener, options, status] of [
      [id, {}, 200],
      [started.body.id, {}, 200],
      [id, { wait: 31 }, 422],
      [999_999_999, {}, 404],
    ] as [number, object, number][]) {
      const [current, deprecated] = await both(listener, options)
      expect([current.status, deprecated.status]).toEqual([status, status])
      const unsigned = ({ data, ...body }: { data?: PolledEvent[] }) => [body, data?.map(({ body }) => body)]
      expect(unsigned(deprecated.body)).toEqual(unsigned(current.body))
    }
    expect(await poll(id)).toHaveLength(1)
    expect((await test.manage('DELETE', `${old}/${id}`)).status).toBe(204)
    expect((await test.manage('DELETE', `${at()}/${started.body.id}`)).status).toBe(204)
    expect((await both(id, {})).map(({ status }) => status)).toEqual([404, 404])
  })

  it.each([
    [{ events: [] }, 'events'],
    [{ events: ['delivery.lost'] }, 'events.0'],
    [{ events: ['delivery.sent', 'delivery.sent'] }, 'events'],
    [{ secret: 'hunter2' }, 'secret'],
    [{ secret: 'whsec_c2hvcnQ=' }, 'secret'],
    [{ secret: `whsec_${'A'.repeat(100)}` }, 'secret'],
    [{ url: 'https://example.com/' }, 'url'],
  ])('refuses to create a dev listener with the fields %j', async (invalid, field) => {
    tenant = await test.tenant()
    const { status, body } = await test.manage('POST', at(), invalid)
    expect([status, Object.keys(body.details)]).toEqual([422, [field]])
  })

  it('refuses an invalid poll of a dev listener, and refuses to create a twenty-first dev listener', async () => {
    const { id } = await listen()
    for (const wrong of [{ wait: 31 }, { wait: -1 }, { limit: 0 }, { limit: 101 }, { done: ['a'] }, { done: 7 }])
      expect((await test.manage('POST', `${at()}/${id}/poll`, wrong)).status, JSON.stringify(wrong)).toBe(422)
    for (let made = 1; made < 20; made++) expect((await test.manage('POST', at(), {})).status).toBe(201)
    expect((await test.manage('POST', at(), {})).body).toMatchObject({ error: 'conflict' })
    expect((await test.manage('POST', '/workspaces/999999/dev-listeners', {})).status).toBe(404)
  })
})

describe('dev listeners at shutdown', () => {
  it('answers the waiting poll of a dev listener at once when the service stops', async () => {
    const test = await startTestService('embedded')
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}/dev-listeners`
    const { body: listener } = await test.manage('POST', at, {})
    const waiting = test.manage('POST', `${at}/${listener.id}/poll`, { wait: 30 })
    await test.until(async () => {
      const { rows } = await test.service.db.query<{ touched: boolean }>({
        text: 'select updated_at > created_at as touched from subscriptions where id = $1',
        values: [listener.id],
      })
      return rows[0]!.touched
    })
    const answered = waiting.then(({ body }) => body)
    await test.stop()
    expect(await answered).toEqual({ data: [] })
  })
})
