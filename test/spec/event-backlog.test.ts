// Backlogs of events. Parallel requests keep the order of the events, and a failing or hanging receiver delays no other
// receiver.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueEvents } from '../harness/backlog.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

/** Maximum number of parallel requests to one receiver. */
const MAX_PARALLEL = 16

describe.each(databases)('backlogs of events on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test?.stop())

  const backlog = async (count: number, subjects?: number) => {
    const tenant = await test.tenant()
    const subscriber = await startSubscriber(test, tenant, ['delivery.sent'])
    const { workspace } = tenant
    const queue = { workspace, subscription: subscriber.id, count, ...(subjects && { subjects }) }
    return { subscriber, queue: () => queueEvents(test.service.db, { ...queue, at: test.clock.now() }) }
  }
  const rowsOf = async (subscription: number) =>
    (
      await test.service.db.query<{ status: string; count: number; attempts: number; most: number }>({
        text: `select o.status, count(distinct o.id)::int as count, count(a.id)::int as attempts, coalesce(max(a.attempt), 0)::int as most
               from outgoing o left join outgoing_attempts a on a.outgoing_id = o.id where o.lane = $1 group by o.status order by o.status`,
        values: [subscription],
      })
    ).rows

  it('sends each event of a backlog once, and sends the events about the same subject in order', async () => {
    const { subscriber, queue } = await backlog(600, 7)
    await queue()
    await subscriber.waitForEvents(600)
    const bodies = subscriber.receiver.received.map(({ text }) => JSON.parse(text) as { n: number; subject: number })
    expect(new Set(bodies.map(({ n }) => n)).size).toBe(600)
    for (let subject = 0; subject < 7; subject++) {
      const numbers = bodies.filter((body) => body.subject === subject).map(({ n }) => n)
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
    await subscriber.waitUntilIdle()
    expect(await rowsOf(subscriber.id)).toEqual([{ status: 'received', count: 600, attempts: 600, most: 1 }])
    await subscriber.receiver.stop()
  })

  it('sends no further events of a backlog after the receiver returned 410', async () => {
    const { subscriber, queue } = await backlog(600)
    subscriber.receiver.reply((_request, count) => ({ status: count <= 200 ? 200 : 410 }))
    await queue()
    await test.until(async () => (await test.manage('GET', subscriber.path)).body.status === 'disabled')
    const statuses = () => rowsOf(subscriber.id)
    await test.until(async () =>
      (await statuses()).every(({ status }) => ['received', 'failed', 'held'].includes(status)),
    )
    const { received } = subscriber.receiver
    expect(received.length).toBeLessThanOrEqual(200 + MAX_PARALLEL)
    // Events that were claimed but not sent have no attempt, and no attempt is counted twice.
    const rows = await statuses()
    expect(rows.find(({ status }) => status === 'received')).toMatchObject({ count: 200, attempts: 200, most: 1 })
    expect(rows.find(({ status }) => status === 'held')).toMatchObject({ attempts: 0 })
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(received.length)
    await subscriber.receiver.stop()
  })

  it('claims at most the maximum number of parallel events for a receiver that hangs, and still sends events to other receivers', async () => {
    const { subscriber, queue } = await backlog(600)
    const quick = await backlog(300)
    subscriber.receiver.reply((_request, count) => (count <= 200 ? { status: 200 } : { hang: true }))
    await queue()
    await subscriber.waitForEvents(200 + MAX_PARALLEL)
    await quick.queue()
    await quick.subscriber.waitForEvents(300)
    const sending = async () => (await rowsOf(subscriber.id)).find(({ status }) => status === 'sending')?.count ?? 0
    await test.until(async () => (await sending()) === MAX_PARALLEL)
    expect(subscriber.receiver.received).toHaveLength(200 + MAX_PARALLEL)
    subscriber.receiver.reply(() => ({ status: 200 }))
    subscriber.receiver.closeConnections()
    await Promise.all([subscriber, quick.subscriber].map(({ receiver }) => receiver.stop()))
  })
})
