// The events message.deferred and message.expired.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { setUpEventTest } from '../harness/event-test.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('events about the time of messages on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let count = 0
  const { subscribe } = setUpEventTest(() => test)
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
  })
  beforeEach(async () => {
    tenant = await createConnectedTenant(test, provider, { quota: 1000 })
    provider.reply(() => ({ body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }))
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  /** Sets quiet hours from an hour ago until `hours` ahead, and returns their end. */
  const setQuiet = async (hours: number) => {
    const clockTime = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString().slice(11, 16)
    const quiet_hours = { from: clockTime(-HOUR), to: clockTime(hours * HOUR), time_zone: 'UTC' }
    expect((await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { quiet_hours })).status).toBe(200)
    const end = new Date(test.clock.now().getTime() + hours * HOUR)
    end.setUTCSeconds(0, 0)
    return end.toISOString()
  }
  const send = async (more: object = {}): Promise<number> => {
    const recipient = { name: 'Ada', telegram_chat_id: `timing-${++count}` }
    const { status, body } = await test.send(tenant.liveKey, {
      recipient,
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }
  const read = async (id: number) => (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body

  it('a message that is accepted during quiet hours emits message.deferred once [D193]', async () => {
    const { subscriber } = await subscribe(['message.deferred', 'message.sent'], tenant)
    const end = await setQuiet(2)
    const id = await send()
    const [event] = await subscriber.waitForEvents(1)
    expect(event?.body).toMatchObject({
      type: 'message.deferred',
      workspace_id: String(tenant.workspace),
      data: {
        message_id: String(id),
        channel: 'telegram',
        template: 'hello',
        reason: 'quiet_hours',
        deferred_until: end,
        recipient: { name: 'Ada' },
      },
    })
    test.clock.advance(2 * HOUR)
    await test.settled(tenant, id, 'sent')
    const events = await subscriber.waitForEvents(2)
    expect(events.map(({ body }) => body.type)).toEqual(['message.deferred', 'message.sent'])
  })

  it('emits message.deferred again when quiet hours defer a message again', async () => {
    const { subscriber } = await subscribe(['message.deferred'], tenant)
    await setQuiet(2)
    const id = await send()
    const end = await setQuiet(5)
    test.clock.advance(2 * HOUR)
    await test.until(async () => (await read(id)).deferred_until === end)
    const events = await subscriber.waitForEvents(2)
    expect(events[1]?.body.data).toMatchObject({ message_id: String(id), deferred_until: end })
  })

  it('emits no message.deferred for a message that does not wait, and none for a dry run', async () => {
    const { subscriber } = await subscribe(['message.deferred', 'message.sent'], tenant)
    await setQuiet(2)
    const body = { recipient: { telegram_chat_id: 'timing-dry' }, template: 'hello', vars: { name: 'Ada' } }
    expect((await test.call('POST', '/send?dry_run=true', { key: tenant.liveKey, body })).body.deferred_until).not.toBe(
      null,
    )
    await test.settled(tenant, await send({ quiet_hours: 'ignore' }), 'sent')
    const events = await subscriber.waitForEvents(1)
    expect(events.map(({ body: { type } }) => type)).toEqual(['message.sent'])
  })

  it('a message that was not sent in time emits message.expired with delivery.failed [D193b]', async () => {
    const { subscriber } = await subscribe(['delivery.failed', 'message.expired'], tenant)
    provider.reply(() => ({ status: 503, body: {} }))
    const id = await send({ expires_after: '20s' })
    const failed = await test.settled(tenant, id, 'failed')
    const events = await subscriber.waitForEvents(2)
    expect(events.map(({ name }) => name)).toEqual(['delivery.failed', 'message.expired'])
    expect(events[1]?.body.data).toMatchObject({
      message_id: String(id),
      channel: 'telegram',
      template: 'hello',
      expires_at: failed.expires_at,
      error: expect.stringContaining('expired'),
    })
  })

  it('a message that expires during quiet hours emits both events', async () => {
    const { subscriber } = await subscribe(['message.deferred', 'message.expired'], tenant)
    await setQuiet(3)
    const id = await send({ expires_after: '1h' })
    test.clock.advance(HOUR)
    expect(await test.settled(tenant, id, 'failed')).toMatchObject({ reason: 'expired', attempts: [] })
    const events = await subscriber.waitForEvents(2)
    expect(events.map(({ name }) => name)).toEqual(['message.deferred', 'message.expired'])
  })
})
