// The requests of attempts at endpoints in the management API, and the figures of endpoints.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpEventTest } from '../harness/event-test.ts'
import { addMember, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const DAY = 86_400_000

describe.each(databases)('requests to endpoints on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
    await setUpOwner(test)
  })
  afterAll(() => test.stop())
  const events = setUpEventTest(() => test)
  const namesInLowerCase = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

  it('an attempt shows the URL and exactly the headers that the endpoint received [D128]', async () => {
    const { tenant, subscriber } = await events.subscribe(['delivery.sent'])
    await events.send(tenant)
    const [event] = await subscriber.waitForEvents(1)
    await subscriber.waitUntilIdle()
    const { body: listed } = await test.manage('GET', `${subscriber.path}/events`)
    const { body: detail } = await test.manage('GET', `${subscriber.path}/events/${listed.data[0].id}`)
    const { request, test: isTest, mode } = detail.attempts[0]
    expect([request.url, isTest, mode]).toEqual([`${subscriber.receiver.url}/events`, false, 'test'])
    const shown = namesInLowerCase(request.headers)
    expect(event?.request.headers).toMatchObject(shown)
    const { host: _host, connection: _connection, 'content-length': _length, ...received } = event!.request.headers
    expect(Object.keys(received).filter((name) => shown[name] === undefined)).toEqual([])
  })

  it('after a rotation, an earlier attempt still shows the signature that was sent [D128]', async () => {
    const { tenant, subscriber } = await events.subscribe(['delivery.sent'])
    await events.send(tenant)
    const [event] = await subscriber.waitForEvents(1)
    await subscriber.waitUntilIdle()
    await test.manage('POST', `${subscriber.path}/rotate-secret`, { immediately: true })
    const { body } = await test.manage('GET', `${subscriber.path}/attempts`)
    expect(body.data[0].request.headers['X-Service-Signature']).toBe(event?.request.headers['x-service-signature'])
  })

  it('viewers see masks in place of signatures and of the query of the URL [D128]', async () => {
    const { tenant, subscriber } = await events.subscribe(['delivery.sent'])
    await test.manage('PATCH', subscriber.path, { url: `${subscriber.receiver.url}/events?token=secret` })
    await events.send(tenant)
    await subscriber.waitForEvents(1)
    await subscriber.waitUntilIdle()
    const viewer = await addMember(test, tenant.workspace, 'viewer', `vera${tenant.workspace}@shop.example`)
    const { body } = await viewer.request('GET', `${subscriber.path}/attempts`)
    expect(body.data[0].request.headers).toMatchObject({
      'X-Service-Signature': '••••',
      'webhook-signature': '••••',
      'X-Service-Event': 'delivery.sent',
    })
    expect(JSON.stringify(body)).not.toContain('token=secret')
  })

  it('attempts of test events are marked as tests', async () => {
    const { subscriber } = await events.subscribe(['delivery.sent'])
    await test.manage('POST', `${subscriber.path}/test`, {})
    const { body } = await test.manage('GET', `${subscriber.path}/attempts`)
    expect(body.data[0]).toMatchObject({ test: true, attempt: 1, request: { headers: { 'X-Service-Mode': 'test' } } })
  })

  it('the figures of an endpoint count received and failed attempts of the last 24 hours, in its workspace only', async () => {
    const { tenant, subscriber } = await events.subscribe(['delivery.sent'])
    const at = `/workspaces/${tenant.workspace}/subscription-figures`
    expect((await test.manage('GET', at)).body.data).toEqual([])
    for (const status of [200, 200, 503]) {
      subscriber.receiver.reply(() => ({ status }))
      await test.manage('POST', `${subscriber.path}/test`, {})
    }
    for (const query of ['', `?subscription=${subscriber.id}`]) {
      const { body } = await test.manage('GET', `${at}${query}`)
      expect(body.data).toEqual([
        expect.objectContaining({
          subscription_id: subscriber.id,
          attempts: 3,
          received: 2,
          p50_ms: expect.any(Number),
          p95_ms: expect.any(Number),
        }),
      ])
    }
    const other = await test.tenant()
    const elsewhere = `/workspaces/${other.workspace}/subscription-figures?subscription=${subscriber.id}`
    expect((await test.manage('GET', elsewhere)).body.data).toEqual([])
    test.clock.advance(DAY + 60_000)
    expect((await test.manage('GET', at)).body.data).toEqual([])
  })
})
