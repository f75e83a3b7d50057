// All events: their order, their two envelopes (body formats) and their signatures (specification, Events).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Occurrence } from '../../src/events/catalog.ts'
import { actionTaken } from '../../src/events/delivery-events.ts'
import { recordEvents } from '../../src/events/record.ts'
import { transaction } from '../../src/store/database.ts'
import { readEventSubjects } from '../../src/store/events/event-subjects.ts'
import { messageTo, setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'
import type { ReceivedEvent } from '../harness/subscriber.ts'

const DELIVERY = ['delivery.queued', 'delivery.sent', 'delivery.delivered', 'delivery.read', 'delivery.failed']
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const EVENT_ID = expect.stringMatching(/^evt_[A-Za-z0-9]{24}$/)

describe.each(databases)('events on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const { subscribe } = setUpEventTest(() => test)
  const record = (occurrences: Occurrence[]) =>
    transaction(test.service.db, async (tx) => recordEvents(tx, test.clock.now(), occurrences))
  const summary = (events: ReceivedEvent[]) =>
    events.map(({ name, body }) => (name === 'delivery.status' ? `${name} ${body.data.status}` : name))

  it('emits the events of a message in order, from queued to read, each in the envelope (body format) of its kind [WHAT-08] [DLV-15] [AUTH-10] [EVT-01] [EVT-05] [EVT-06] [EVT-07] [EVT-08] [EVT-11] [EVT-12] [EVT-13] [EVT-14] [EVT-15] [EVT-17] [EVT-20] [EVT-24] [EVT-25] [EVT-27] [EVT-28] [EVT-29] [EVT-30] [D21] [D21b] [D21c] [D27g] [D28] [D31] [D31b]', async () => {
    const { tenant, subscriber } = await subscribe()
    const { body: accepted } = await test.send(tenant.testKey, messageTo('read@sandbox.test'))
    const events = await subscriber.waitForEvents(10)
    expect(summary(events)).toContain('contact.created')
    const inOrder = summary(events).filter((name) => name !== 'contact.created')
    expect(inOrder).toEqual([
      'delivery.queued',
      'delivery.status queued',
      'delivery.sent',
      'message.sent',
      'delivery.status sent',
      'delivery.delivered',
      'delivery.status delivered',
      'delivery.read',
      'delivery.status read',
    ])
    const { delivery_id: id, recipient } = accepted
    const recordOf = (status: string) => ({
      id,
      status,
      recipient_id: recipient.id,
      channel: 'email',
      template_slug: 'hello',
      external_id: status === 'queued' ? null : `sandbox-${id}-1`,
      error_message: null,
      created_at: TIME,
    })
    const bodyOf = (name: string, nth = 0) => events.filter((event) => event.name === name)[nth]!.body
    for (const status of ['queued', 'sent', 'delivered', 'read']) {
      expect(bodyOf(`delivery.${status}`)).toEqual({
        event: `delivery.${status}`,
        timestamp: TIME,
        delivery: recordOf(status),
      })
    }
    const envelope = { id: EVENT_ID, created_at: TIME, workspace_id: String(tenant.workspace) }
    expect(bodyOf('message.sent')).toEqual({
      ...envelope,
      type: 'message.sent',
      data: {
        message_id: String(id),
        channel: 'email',
        to: 'read@sandbox.test',
        template: 'hello',
        status: 'sent',
        sent_at: TIME,
        recipient: { id: recipient.id, name: 'Ada', email: 'read@sandbox.test' },
      },
    })
    const changes: [string, string | null][] = [
      ['queued', null],
      ['sent', 'queued'],
      ['delivered', 'sent'],
      ['read', 'delivered'],
    ]
    changes.forEach(([status, previous_status], nth) => {
      const data = { message_id: String(id), channel: 'email', status, previous_status, timestamp: TIME, error: null }
      expect(bodyOf('delivery.status', nth)).toEqual({ ...envelope, type: 'delivery.status', data })
    })
    expect(bodyOf('contact.created')).toEqual({
      ...envelope,
      type: 'contact.created',
      data: {
        origin: 'api',
        contact: expect.objectContaining({ id: recipient.id, email: 'read@sandbox.test', tags: [] }),
      },
    })
    expect(new Set(events.map((event) => event.id)).size).toBe(10)
    expect(events.map(({ request }) => request.headers['x-service-mode'])).toEqual(Array(10).fill('test'))
    const now = test.clock.now().getTime() / 1000
    for (const { request } of events)
      expect(Math.abs(Number(request.headers['x-service-timestamp']) - now)).toBeLessThan(60)
  })

  it('emits no event for attempts and retries, but emits delivery.failed with the reason after the last attempt [EVT-09] [EVT-27] [D31b]', async () => {
    const { tenant, subscriber } = await subscribe([...DELIVERY, 'delivery.status', 'message.sent'])
    const { body } = await test.send(tenant.testKey, messageTo('unavailable@sandbox.test'))
    for (const minutes of [1, 3, 12]) {
      await test.settled(tenant, body.delivery_id, 'queued')
      await test.until(async () => {
        const { body: timeline } = await test.manage(
          'GET',
          `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`,
        )
        return timeline.status === 'queued' && timeline.attempts.length === [1, 3, 12].indexOf(minutes) + 1
      })
      await subscriber.waitUntilIdle()
      test.clock.advance(minutes * 60_000)
    }
    const events = await subscriber.waitForEvents(4)
    expect(summary(events)).toEqual([
      'delivery.queued',
      'delivery.status queued',
      'delivery.failed',
      'delivery.status failed',
    ])
    const failed = events[2]!.body.delivery
    expect(failed).toMatchObject({ id: body.delivery_id, status: 'failed', external_id: null })
    expect(failed.error_message).toEqual(expect.stringMatching(/.{10}/))
    expect(events[3]!.body.data).toMatchObject({
      status: 'failed',
      previous_status: 'queued',
      error: failed.error_message,
    })
  })

  it('emits delivery.failed when a receipt reports a failure after the message was sent [EVT-09]', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.status'])
    await test.send(tenant.testKey, messageTo('rejected-later@sandbox.test'))
    const events = await subscriber.waitForEvents(3)
    expect(events.map(({ body: { data } }) => [data.previous_status, data.status])).toEqual([
      [null, 'queued'],
      ['queued', 'sent'],
      ['sent', 'failed'],
    ])
    expect(events[2]!.body.data.error).toEqual(expect.any(String))
  })

  it('emits events for batch messages and for scheduled messages that are due, but not for a replayed request', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued', 'delivery.sent'])
    const { body } = await test.call('POST', '/send/batch', {
      key: tenant.testKey,
      body: { messages: [messageTo('a@example.com'), messageTo('b@example.com'), { template: 'hello' }] },
    })
    const ids = body.results.slice(0, 2).map(({ delivery_id }: { delivery_id: number }) => delivery_id)
    const first = await subscriber.waitForEvents(4)
    for (const id of ids) {
      expect(first.filter((event) => event.body.delivery.id === id).map(({ name }) => name)).toEqual([
        'delivery.queued',
        'delivery.sent',
      ])
    }
    const scheduled_for = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const later = messageTo('c@example.com', { scheduled_for, idempotency_key: 'later' })
    const { body: waiting } = await test.send(tenant.testKey, later)
    expect((await subscriber.waitForEvents(5))[4]!.body).toMatchObject({
      event: 'delivery.queued',
      delivery: { id: waiting.delivery_id },
    })
    expect((await test.send(tenant.testKey, later)).body.replayed).toBe(true)
    await subscriber.waitUntilIdle()
    test.clock.advance(3_600_000)
    const all = await subscriber.waitForEvents(6)
    expect(all[5]).toMatchObject({ name: 'delivery.sent', body: { delivery: { id: waiting.delivery_id } } })
    await test.send(tenant.testKey, messageTo('d@example.com'))
    expect(
      (await subscriber.waitForEvents(8)).filter(({ body: { delivery } }) => delivery.id === waiting.delivery_id),
    ).toHaveLength(2)
  })

  it('emits delivery.failed for a cancelled message', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.failed'])
    const scheduled_for = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { body } = await test.send(tenant.testKey, messageTo('c@example.com', { scheduled_for }))
    await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}/cancel`)
    const [event] = await subscriber.waitForEvents(1)
    expect(event!.body.delivery).toMatchObject({
      id: body.delivery_id,
      status: 'failed',
      error_message: 'cancelled before it was sent',
    })
  })

  it('sends the events of actions, replies and automations, each in the envelope of its catalog', async () => {
    const { tenant, subscriber } = await subscribe([
      'delivery.action_taken',
      'message.received',
      'automation.triggered',
    ])
    const { body } = await test.send(tenant.testKey, messageTo('ada@example.com'))
    await test.settled(tenant, body.delivery_id, 'sent')
    await transaction(test.service.db, async (tx) => {
      const [row] = await readEventSubjects(tx, [body.delivery_id])
      recordEvents(tx, test.clock.now(), [
        actionTaken(row!, { slug: 'confirm', payload: { order: 17 } }, { name: 'Ada', channel: 'email' }),
      ])
    })
    const about = { workspaceId: tenant.workspace, mode: 'test' as const, subject: 'contact/1' }
    const received: Extract<Occurrence, { event: 'message.received' }>['data'] = {
      message_id: '1',
      channel: 'telegram',
      from: '99',
      body: 'Hello \u0000 \ud83d "quoted"',
      media: null,
      recipient: { id: 1, name: 'Ada' },
      conversation_id: '2',
    }
    const triggered = {
      automation: { id: '1', name: 'Welcome' },
      trigger: { type: 'contact.created' },
      contact: { id: 1, name: 'Ada', email: null },
      message_id: null,
    }
    await record([
      { ...about, event: 'message.received', data: received },
      { ...about, event: 'automation.triggered', data: triggered },
    ])
    const events = await subscriber.waitForEvents(3)
    const bodyOf = (name: string) => events.find((event) => event.name === name)!.body
    expect(bodyOf('delivery.action_taken')).toEqual({
      event: 'delivery.action_taken',
      timestamp: TIME,
      delivery: expect.objectContaining({ id: body.delivery_id, status: 'sent' }),
      action: { slug: 'confirm', payload: { order: 17 } },
      actor: { name: 'Ada', channel: 'email' },
    })
    const envelope = { id: EVENT_ID, created_at: TIME, workspace_id: String(tenant.workspace) }
    expect(bodyOf('message.received')).toEqual({ ...envelope, type: 'message.received', data: received })
    expect(bodyOf('automation.triggered')).toEqual({ ...envelope, type: 'automation.triggered', data: triggered })
  })
})
