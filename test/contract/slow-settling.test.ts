// A worker claims nothing while too many messages are unsettled. It claims again as soon as they are settled, without
// waiting for its next poll.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorker } from '../../src/delivery/worker.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Consumer } from '../../src/lib/scheduling/consumer.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const SLOTS = 4
const MESSAGES = 30

/** A clock without timers, so that only wake-ups cause claims. */
const stopped: Clock = { now: () => new Date(), after: () => () => {} }

let api: TestService
let provider: Provider
let worker: Consumer | undefined
beforeAll(async () => {
  api = await startTestService('postgres', {}, 'api')
  provider = await startProvider()
})
afterAll(async () => {
  await worker?.stop()
  await api.stop()
  await provider.stop()
})

it('resumes sending as soon as a settlement that was blocked by a lock is done', async () => {
  const tenant = await createConnectedTenant(api, provider)
  const { db, seal } = api.service
  await queueMessages(api, tenant, MESSAGES)
  const locker = await db.pool.connect()
  try {
    await locker.query('begin')
    await locker.query('lock table attempts in exclusive mode')
    worker = startWorker({
      db,
      seal,
      clock: stopped,
      process: 'slow-settling',
      slots: SLOTS,
      publicUrl: () => api.url,
      allowPrivateNetwork: true,
      onEventsWritten: () => {},
      onError: (error) => {
        throw error
      },
    })
    await api.until(async () => provider.received.length >= 2 * SLOTS)
    const claimed = await db.query<{ count: number }>({
      text: `select count(*) from deliveries where status = 'sending'`,
    })
    // The count includes the unsettled deliveries, which are twice as many as the slots, and the deliveries in the
    // prefetch buffer, which are half as many as the slots.
    expect(claimed.rows[0]!.count).toBeLessThan(3 * SLOTS)
    await locker.query('commit')
  } finally {
    // Closes the connection in case its transaction is still open.
    locker.release(true)
  }
  await api.until(async () => provider.received.length === MESSAGES)
})
