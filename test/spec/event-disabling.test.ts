// Receivers that fail repeatedly. Their subscription is disabled, the owners are notified, and missed events are
// replayed.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'
import type { Subscriber } from '../harness/subscriber.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(databases)('failing receivers of events on %s', (kind) => {
  let test: TestService
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
    test = await startTestService(kind, { SMTP_URL: mails.url, SMTP_FROM: 'Carillon <notices@carillon.example>' })
  })
  afterAll(async () => {
    await test.stop()
    await mails.stop()
  })

  const subscribers = setUpEventTest(() => test)
  const { send } = subscribers
  const subscribe = (events = ['delivery.queued']) => subscribers.subscribe(events)
  const read = async (subscriber: Subscriber, what: string) =>
    (await test.manage('GET', `${subscriber.path}${what}`)).body.data
  const settled = (subscriber: Subscriber, attempts: number) =>
    test.until(async () => (await read(subscriber, '/attempts?limit=100')).length === attempts)
  /** Sends messages one after another and waits for the attempt of each message. */
  const fail = async (tenant: Tenant, subscriber: Subscriber, times: number, before = 0) => {
    for (let n = 1; n <= times; n++) {
      await send(tenant)
      await settled(subscriber, before + n)
    }
  }
  const state = async (subscriber: Subscriber) => (await test.manage('GET', subscriber.path)).body
  const noticesOf = async (tenant: Tenant) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/notices`)).body.data

  it('disables a subscription after ten failed attempts in a row and notifies the owners once [SUBS-07] [SUBS-08] [SUBS-11] [D23] [D23c]', async () => {
    const { tenant, subscriber } = await subscribe()
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { name: 'Shop', notice_email: 'owner@shop.example' })
    subscriber.receiver.reply(() => ({ status: 500 }))
    await fail(tenant, subscriber, 9)
    expect(await state(subscriber)).toMatchObject({ status: 'active', failures: 9, failing_since: expect.any(String) })
    expect(await noticesOf(tenant)).toEqual([])
    await fail(tenant, subscriber, 1, 9)
    expect(await state(subscriber)).toMatchObject({
      status: 'disabled',
      failures: 10,
      disabled_at: expect.any(String),
      disabled_reason: '10 attempts in a row failed',
    })
    const mail = await test.until(async () => mails.received.find(({ to }) => to.includes('owner@shop.example')))
    const { subject, text, from } = await PostalMime.parse(mail.raw)
    expect(from).toEqual({ name: 'Carillon', address: 'notices@carillon.example' })
    expect(subject).toBe('Carillon: a webhook endpoint was disabled')
    expect(text).toContain('10 attempts in a row failed')
    const notices = await test.until(async () => {
      const data = await noticesOf(tenant)
      return data[0]?.mail === 'sent' && data
    })
    expect(notices).toEqual([
      {
        id: expect.any(Number),
        kind: 'subscription_disabled',
        recipients: ['owner@shop.example'],
        subject: expect.stringContaining('webhook endpoint was disabled'),
        body: expect.stringContaining(`Webhook endpoint ${subscriber.id}`),
        at: expect.any(String),
        mail: 'sent',
        problem: null,
      },
    ])
    expect(mails.received.filter(({ to }) => to.includes('owner@shop.example'))).toHaveLength(1)
  })

  it('counts the failures of a subscription from zero again after a success [SUBS-09]', async () => {
    const { tenant, subscriber } = await subscribe()
    subscriber.receiver.reply(() => ({ status: 500 }))
    await fail(tenant, subscriber, 9)
    subscriber.receiver.reply(() => ({ status: 200 }))
    await fail(tenant, subscriber, 1, 9)
    expect(await state(subscriber)).toMatchObject({ status: 'active', failures: 0, failing_since: null })
    subscriber.receiver.reply(() => ({ status: 500 }))
    await fail(tenant, subscriber, 9, 10)
    expect(await state(subscriber)).toMatchObject({ status: 'active', failures: 9 })
  })

  it('counts attempts without a response, and failed retries, as failures of a subscription [SUBS-08]', async () => {
    const { tenant, subscriber } = await subscribe()
    subscriber.receiver.reply(() => ({ status: 500 }))
    await fail(tenant, subscriber, 3)
    await subscriber.receiver.stop()
    test.clock.advance(2 * MINUTE)
    await settled(subscriber, 6)
    test.clock.advance(6 * MINUTE)
    await settled(subscriber, 9)
    expect(await state(subscriber)).toMatchObject({ status: 'active', failures: 9 })
    const [latest] = await read(subscriber, '/attempts')
    expect(latest.reason).toBe('the endpoint refused the connection')
    test.clock.advance(31 * MINUTE)
    await test.until(async () => (await state(subscriber)).status === 'disabled')
  })

  it('disables a subscription that has failed for 3 days, even before its tenth failed attempt [SUBS-10] [D23]', async () => {
    const { tenant, subscriber } = await subscribe()
    subscriber.receiver.reply(() => ({ status: 500 }))
    await fail(tenant, subscriber, 1)
    test.clock.advance(MINUTE)
    await settled(subscriber, 2)
    test.clock.advance(5 * MINUTE)
    await settled(subscriber, 3)
    test.clock.advance(30 * MINUTE)
    await settled(subscriber, 4)
    test.clock.advance(3 * DAY - 37 * MINUTE - MINUTE)
    await fail(tenant, subscriber, 1, 4)
    expect(await state(subscriber)).toMatchObject({ status: 'active', failures: 5 })
    test.clock.advance(3 * MINUTE)
    await settled(subscriber, 6)
    expect(await state(subscriber)).toMatchObject({
      status: 'disabled',
      failures: 6,
      disabled_reason: 'all attempts failed for 3 days',
    })
  })

  it('disables a subscription at once after a response with 410, and does not retry the event [D23b]', async () => {
    const { tenant, subscriber } = await subscribe()
    subscriber.receiver.reply(() => ({ status: 410 }))
    await fail(tenant, subscriber, 1)
    expect(await state(subscriber)).toMatchObject({
      status: 'disabled',
      failures: 1,
      disabled_reason: 'the endpoint returned 410 Gone',
    })
    expect(await read(subscriber, '/events')).toMatchObject([{ status: 'failed', next_at: null }])
  })

  it('sends at most 20 notices per workspace and day by email, and stores the later notices without an email', async () => {
    const { tenant, subscriber } = await subscribe()
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, {
      name: 'evil.example',
      notice_email: 'busy@shop.example',
    })
    subscriber.receiver.reply(() => ({ status: 410 }))
    for (let time = 0; time < 21; time++) {
      await send(tenant)
      await test.until(async () => (await state(subscriber)).status === 'disabled')
      await test.manage('POST', `${subscriber.path}/reactivate`)
    }
    const notices = await noticesOf(tenant)
    expect(notices.filter(({ mail }: { mail: string }) => mail === 'kept')).toHaveLength(1)
    expect(notices[0]).toMatchObject({ mail: 'kept', subject: 'Carillon: a webhook endpoint was disabled' })
    expect(notices[0].body).toContain('Workspace: evil. example\nHost: 127. 0. 0. 1: ')
    expect(notices).toHaveLength(21)
  })

  it('sends nothing to a disabled subscription, and replays the missed events after its reactivation [SUBS-12] [D22]', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    const missed: number[] = []
    subscriber.receiver.reply(() => ({ status: 500 }))
    missed.push(await send(tenant))
    await settled(subscriber, 1)
    subscriber.receiver.reply(() => ({ status: 410 }))
    missed.push(await send(tenant))
    await settled(subscriber, 2)
    missed.push(await send(tenant))
    test.clock.advance(MINUTE + 1000)
    // The retry and the new event are stored but not sent. The event that was answered with 410 has failed.
    await test.until(async () => (await read(subscriber, '/events?status=held')).length === 2)
    expect(await read(subscriber, '/events?status=failed')).toHaveLength(1)
    expect(subscriber.receiver.received).toHaveLength(2)
    expect((await test.manage('POST', `${subscriber.path}/replay`, { failed: true })).status).toBe(409)
    expect((await test.manage('POST', `${subscriber.path}/test`)).status).toBe(409)

    subscriber.receiver.reply(() => ({ status: 200 }))
    const { body } = await test.manage('POST', `${subscriber.path}/reactivate`)
    expect(body).toMatchObject({
      status: 'active',
      failures: 0,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
    })
    const fresh = await send(tenant)
    expect((await subscriber.waitForEvents(3))[2]!.body.delivery.id).toBe(fresh)
    expect((await test.manage('POST', `${subscriber.path}/replay`, { failed: true })).body).toEqual({ replayed: 3 })
    const replayed = (await subscriber.waitForEvents(6)).slice(3).map(({ body: { delivery } }) => delivery.id)
    expect(new Set(replayed)).toEqual(new Set(missed))
  })

  it('disables and reactivates a subscription on request, and sends no pending events while the subscription is disabled', async () => {
    const { tenant, subscriber } = await subscribe()
    subscriber.receiver.reply(() => ({ status: 500 }))
    await fail(tenant, subscriber, 1)
    const { body } = await test.manage('POST', `${subscriber.path}/disable`)
    expect(body).toMatchObject({ status: 'disabled', disabled_reason: 'disabled by hand' })
    await test.manage('POST', `${subscriber.path}/reactivate`)
    expect(await read(subscriber, '/events')).toMatchObject([{ status: 'held' }])
    expect(await noticesOf(tenant)).toEqual([])
    expect((await test.manage('POST', `${subscriber.path}/reactivate`)).body.status).toBe('active')
    expect((await test.manage('POST', `${subscriber.path}0000/disable`)).status).toBe(404)
  })

  it('retries the email of a notice when the mail server refused the email, and shows the reason', async () => {
    const { tenant, subscriber } = await subscribe()
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { notice_email: 'late@shop.example' })
    mails.refuse('rcpt', '451 4.3.0 Temporary failure')
    subscriber.receiver.reply(() => ({ status: 410 }))
    await send(tenant)
    const refused = await test.until(async () => {
      const [notice] = await noticesOf(tenant)
      return notice?.problem ? notice : undefined
    })
    expect(refused).toMatchObject({ mail: 'waiting', problem: expect.stringContaining('451') })
    mails.refuse('rcpt', undefined)
    test.clock.advance(MINUTE)
    await test.until(async () => (await noticesOf(tenant))[0].mail === 'sent')
    expect(mails.received.filter(({ to }) => to.includes('late@shop.example'))).toHaveLength(1)
  })

  it('stores a notice and sends no email if the workspace has no address for notices', async () => {
    const { tenant, subscriber } = await subscribe()
    subscriber.receiver.reply(() => ({ status: 410 }))
    await send(tenant)
    const [notice] = await test.until(async () => {
      const data = await noticesOf(tenant)
      return data.length > 0 && data
    })
    expect(notice).toMatchObject({ mail: 'kept', recipients: [] })
  })
})
