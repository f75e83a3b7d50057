// Events that a receiver did not accept: retries in order, and replays (specification, Retry and disabling).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpEventTest } from '../harness/event-test.ts'
import type { Reply } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'
import type { Subscriber } from '../harness/subscriber.ts'

const MINUTE = 60_000

describe.each(databases)('unreceived events on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const { subscribe, send } = setUpEventTest(() => test)
  const read = async (subscriber: Subscriber, what: string) =>
    (await test.manage('GET', `${subscriber.path}${what}`)).body.data
  /** Waits until the log has this number of attempts. Returns them, newest first. */
  const attempts = (subscriber: Subscriber, count: number) =>
    test.until(async () => {
      const data = await read(subscriber, '/attempts?limit=100')
      return data.length >= count && data
    })
  const stateOf = async (subscriber: Subscriber) => (await read(subscriber, '/events'))[0]

  it('retries an event with the same id after 1, 5 and 30 minutes, and then marks the event as failed [EVT-04] [EVT-31] [EVT-32] [EVT-33] [D21c] [D22]', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    subscriber.receiver.reply(() => ({ status: 500 }))
    await send(tenant)
    for (const [index, minutes] of [1, 5, 30].entries()) {
      const [latest] = await attempts(subscriber, index + 1)
      expect(latest).toMatchObject({ attempt: index + 1, received: false, status: 500 })
      expect(latest.reason).toContain('500')
      const { status, next_at } = await stateOf(subscriber)
      const ended = new Date(latest.started_at).getTime() + latest.latency_ms
      expect([status, new Date(next_at).getTime() - ended]).toEqual(['waiting', minutes * MINUTE])
      test.clock.advance(minutes * MINUTE)
    }
    await attempts(subscriber, 4)
    expect(await stateOf(subscriber)).toMatchObject({ status: 'failed', attempts_made: 4, next_at: null })
    test.clock.advance(24 * 60 * MINUTE)
    // The event of the next message arrives. No fifth attempt arrived before it, so no further attempt is due.
    subscriber.receiver.reply(() => ({ status: 200 }))
    await send(tenant)
    const all = await subscriber.waitForEvents(5)
    expect(new Set(all.slice(0, 4).map(({ id }) => id)).size).toBe(1)
    expect(all[4]!.id).not.toBe(all[0]!.id)
    expect(new Set(all.slice(0, 4).map(({ request }) => request.headers['x-service-timestamp'])).size).toBe(4)
  })

  it.each<[name: string, reply: Reply, reason: RegExp]>([
    ['a redirect, which is not followed', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, /redirects/],
    ['a status other than 2xx', { status: 404 }, /404/],
  ])('treats the attempt of an event as failed when the response is %s [EVT-04]', async (_name, reply, reason) => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    subscriber.receiver.reply(() => reply)
    await send(tenant)
    const [attempt] = await attempts(subscriber, 1)
    expect(attempt).toMatchObject({ received: false, status: reply.status })
    expect(attempt.reason).toMatch(reason)
    expect(subscriber.receiver.received).toHaveLength(1)
  })

  it.each([200, 201, 204, 299])(
    'treats an event as received after a response with status %i [EVT-02]',
    async (status) => {
      const { tenant, subscriber } = await subscribe(['delivery.queued'])
      subscriber.receiver.reply(() => ({ status }))
      await send(tenant)
      expect((await attempts(subscriber, 1))[0]).toMatchObject({ received: true, status })
      expect(await stateOf(subscriber)).toMatchObject({ status: 'received' })
    },
  )

  it('delays the retry of an event by Retry-After if Retry-After is longer than the scheduled delay', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    subscriber.receiver.reply(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    await send(tenant)
    const [attempt] = await attempts(subscriber, 1)
    const ended = new Date(attempt.started_at).getTime() + attempt.latency_ms
    expect(new Date((await stateOf(subscriber)).next_at).getTime() - ended).toBe(10 * MINUTE)
    subscriber.receiver.reply(() => ({ status: 503, headers: { 'retry-after': '1' } }))
    test.clock.advance(10 * MINUTE)
    const [second] = await attempts(subscriber, 2)
    const secondEnd = new Date(second.started_at).getTime() + second.latency_ms
    expect(new Date((await stateOf(subscriber)).next_at).getTime() - secondEnd).toBe(5 * MINUTE)
  })

  it('sends events to other receivers while one receiver is slow', async () => {
    const { tenant, subscriber: slow } = await subscribe(['delivery.queued', 'delivery.sent'])
    slow.receiver.reply(() => ({ hang: true }))
    const { subscriber: quick } = await subscribe(['delivery.queued', 'delivery.sent'], tenant)
    // Send all messages at the same time, because each attempt at the slow receiver fails only after half a minute.
    await Promise.all(Array.from({ length: 40 }, (_, n) => send(tenant, `ada${n}@example.com`)))
    await quick.waitForEvents(80)
    // The second event of a message is sent after the first event, and the number of parallel requests to one receiver
    // is small.
    expect(slow.receiver.received.length).toBeLessThan(40)
    expect(slow.events().every(({ name }) => name === 'delivery.queued')).toBe(true)
    expect(await read(slow, '/attempts')).toEqual([])
  })

  it.runIf(kind === 'embedded')(
    'fails the attempt of an event after 30 seconds without a response [EVT-02] [EVT-03]',
    async () => {
      const { tenant, subscriber } = await subscribe(['delivery.queued'])
      subscriber.receiver.reply(() => ({ hang: true }))
      await send(tenant)
      const [attempt] = await test.until(async () => {
        const data = await read(subscriber, '/attempts')
        return data.length > 0 && data
      })
      expect(attempt).toMatchObject({
        received: false,
        status: null,
        reason: 'the endpoint did not respond within 30000 ms',
      })
      expect(attempt.latency_ms).toBeGreaterThanOrEqual(29_900)
    },
    300_000,
  )

  it('sends the events of a message in order, but later events do not wait for the retry of an earlier event', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued', 'delivery.sent', 'delivery.delivered'])
    const pendingReplies: (() => void)[] = []
    subscriber.receiver.reply(async ({ headers }) => {
      if (headers['x-service-event'] === 'delivery.queued') {
        await new Promise<void>((resolve) => pendingReplies.push(resolve))
        return { status: 500 }
      }
      return { status: 200 }
    })
    const id = await send(tenant, 'delivered@sandbox.test')
    await test.settled(tenant, id, 'delivered')
    // The other events are due, but they are not sent while the request with the first event is in flight.
    await test.until(async () => pendingReplies.length === 1)
    expect((await read(subscriber, '/events')).map(({ status }: { status: string }) => status)).toEqual([
      'waiting',
      'waiting',
      'sending',
    ])
    pendingReplies[0]!()
    const names = (await subscriber.waitForEvents(3)).map(({ name }) => name)
    expect(names).toEqual(['delivery.queued', 'delivery.sent', 'delivery.delivered'])
    await attempts(subscriber, 3)
    subscriber.receiver.reply(() => ({ status: 200 }))
    test.clock.advance(MINUTE)
    expect((await subscriber.waitForEvents(4))[3]!.name).toBe('delivery.queued')
  })

  it('replays an event by its id, under a new dispatch id and with the same body [D21d]', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued', 'message.sent'])
    await send(tenant)
    const [queued, sent] = await subscriber.waitForEvents(2)
    await attempts(subscriber, 2)
    const { status, body } = await test.manage('POST', `${subscriber.path}/replay`, { event_id: sent!.body.id })
    expect([status, body]).toEqual([202, { replayed: 1 }])
    const again = (await subscriber.waitForEvents(3))[2]!
    expect(again.name).toBe('message.sent')
    expect(again.body).toEqual(sent!.body)
    expect(again.id).not.toBe(sent!.id)
    expect(queued!.name).toBe('delivery.queued')
    const [entry, first] = await read(subscriber, '/events')
    expect(entry).toMatchObject({ replay_of: first.id, event_id: sent!.body.id, dispatch_id: again.id })
    // The body of delivery.queued has no event id, but its entry in the list of events has an event id.
    const { event_id } = (await read(subscriber, '/events')).find(
      ({ event }: { event: string }) => event === 'delivery.queued',
    )
    await test.manage('POST', `${subscriber.path}/replay`, { event_id })
    expect((await subscriber.waitForEvents(4))[3]!.body).toEqual(queued!.body)
  })

  it('replays each original event of a time range once, but does not replay earlier replays', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    const ids: number[] = []
    const times: Date[] = []
    for (let n = 0; n < 3; n++) {
      times.push(test.clock.now())
      ids.push(await send(tenant))
      await attempts(subscriber, n + 1)
      test.clock.advance(MINUTE)
    }
    const replay = (filter: object) => test.manage('POST', `${subscriber.path}/replay`, filter)
    const range = { since: times[0]!.toISOString(), until: times[2]!.toISOString() }
    expect((await replay(range)).body).toEqual({ replayed: 2 })
    const replayedIds = (await subscriber.waitForEvents(5)).slice(3).map(({ body }) => body.delivery.id)
    expect(new Set(replayedIds)).toEqual(new Set(ids.slice(0, 2)))
    expect((await replay({ since: times[0]!.toISOString() })).body).toEqual({ replayed: 3 })
    await subscriber.waitForEvents(8)
  })

  it('replays no failed event again while its replay is pending or after its replay was received', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    await send(tenant)
    await attempts(subscriber, 1)
    subscriber.receiver.reply(() => ({ status: 410 }))
    await send(tenant)
    await test.until(async () => (await test.manage('GET', subscriber.path)).body.status === 'disabled')
    await send(tenant)
    await test.manage('POST', `${subscriber.path}/reactivate`)
    const replay = () => test.manage('POST', `${subscriber.path}/replay`, { failed: true })
    subscriber.receiver.reply(() => ({ status: 500 }))
    expect((await replay()).body).toEqual({ replayed: 2 })
    // The replays are pending. A second request replays nothing until these replays fail.
    expect((await replay()).body).toEqual({ replayed: 0 })
    // Both replays fail and wait for a retry, before the receiver recovers and the clock advances.
    await attempts(subscriber, 4)
    subscriber.receiver.reply(() => ({ status: 200 }))
    test.clock.advance(MINUTE)
    await test.until(async () => (await read(subscriber, '/events?status=received')).length === 3)
    expect((await replay()).body).toEqual({ replayed: 0 })
  })

  it.each([
    [{}, 422, 'event_id'],
    [{ failed: false }, 422, 'event_id'],
    [{ event_id: 'evt_1', failed: true }, 422, 'event_id'],
    [{ event_id: 'evt_1', since: '2030-01-01T00:00:00Z' }, 422, 'event_id'],
    [{ until: '2030-01-01T00:00:00Z' }, 422, 'since'],
    [{ since: 'yesterday' }, 422, 'since'],
    [{ since: '2030-01-02T00:00:00Z', until: '2030-01-01T00:00:00Z' }, 422, 'until'],
    [{ since: 5 }, 422, 'since'],
    [{ event_id: 'evt_unknown' }, 404, undefined],
  ])('refuses a request to replay events with the body %j and returns %i', async (invalid, status, field) => {
    const { subscriber } = await subscribe(['delivery.queued'])
    const answer = await test.manage('POST', `${subscriber.path}/replay`, invalid)
    expect([answer.status, Object.keys(answer.body.details ?? {})[0]]).toEqual([status, field])
  })

  it('deletes events and their attempts after 7 days', async () => {
    const { tenant, subscriber } = await subscribe(['delivery.queued'])
    await send(tenant)
    await attempts(subscriber, 1)
    test.clock.advance(6 * 24 * 60 * MINUTE)
    await send(tenant)
    await attempts(subscriber, 2)
    const { dropOldOutgoing } = await import('../../src/store/events/dispatching.ts')
    const before = () => new Date(test.clock.now().getTime() - 7 * 24 * 60 * MINUTE)
    await dropOldOutgoing(test.service.db, before(), 1000)
    expect(await read(subscriber, '/events')).toHaveLength(2)
    test.clock.advance(24 * 60 * MINUTE + MINUTE)
    await dropOldOutgoing(test.service.db, before(), 1000)
    expect(await read(subscriber, '/events')).toHaveLength(1)
    expect(await read(subscriber, '/attempts')).toHaveLength(1)
  })
})
