// Settles attempts of events directly: a set without failed attempts is written in one round trip.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingAttempt } from '../../src/events/attempt.ts'
import { planAfter } from '../../src/events/judge.ts'
import { settleAttempts } from '../../src/events/settle.ts'
import { later } from '../../src/lib/clock.ts'
import { outgoing } from '../../src/limits.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { claimOutgoing, type OutgoingRow } from '../../src/store/events/dispatching.ts'
import { insertClaimedTest } from '../../src/store/events/outgoing.ts'
import { queueEvents } from '../harness/backlog.ts'
import { type Interrupted, startStatementProxy } from '../harness/postgres-statements.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const RECEIVED: OutgoingAttempt = { received: true, status: 200, reason: null, excerpt: null }
const FAILED: OutgoingAttempt = { received: false, status: 500, reason: 'the endpoint returned 500', excerpt: null }

describe.each(databases)('settling of events, %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    // No worker runs: the test performs each step of a dispatcher.
    test = await startTestService(kind, {}, 'api')
  })
  afterAll(() => test.stop())

  const leaseUntil = () => later(test.clock.now(), outgoing.lease)
  /** Creates a subscription with three failures. */
  const subscribed = async () => {
    const { workspace } = await test.tenant()
    const request = { url: 'https://receiver.example/events', events: ['delivery.sent'] }
    const { body } = await test.manage('POST', `/workspaces/${workspace}/subscriptions`, request)
    const subscription: number = body.id
    const values = [subscription]
    await test.service.db.query({ text: 'update subscriptions set failures = 3 where id = $1', values })
    return { workspace, subscription }
  }
  /** Creates a subscription with three failures, and claims `count` of its events. */
  const claimed = async (count: number) => {
    const { db } = test.service
    const { workspace, subscription } = await subscribed()
    await queueEvents(db, { workspace, subscription, count, at: test.clock.now() })
    const rows = await claimOutgoing(db, leaseUntil(), [{ lane: subscription, most: count }])
    expect(rows).toHaveLength(count)
    return { subscription, rows }
  }
  const settle = (attempts: [OutgoingRow, OutgoingAttempt][], db: Database = test.service.db) => {
    const now = test.clock.now()
    const set = attempts.map(([row, attempt]) => {
      const plan = planAfter(attempt, row.kind, row.attempts_made, now)
      return { row, attempt, plan, startedAt: now, endedAt: now }
    })
    return settleAttempts({ db, mails: false }, now, set)
  }
  const stateOf = async (subscription: number) => {
    const { rows } = await test.service.db.query<{ failures: number; statuses: string[]; attempts: number }>({
      text: `select failures, (select array_agg(status order by id) from outgoing where lane = s.id) as statuses,
               (select count(*)::int from outgoing_attempts where lane = s.id) as attempts
             from subscriptions s where id = $1`,
      values: [subscription],
    })
    return rows[0]
  }

  it('stores received events and resets the failures of their subscription', async () => {
    const { subscription, rows } = await claimed(2)
    await settle(rows.map((row) => [row, RECEIVED]))
    expect(await stateOf(subscription)).toEqual({ failures: 0, statuses: ['received', 'received'], attempts: 2 })
  })

  it('a result that arrives after another process took the lease changes neither the event nor its subscription', async () => {
    const { subscription, rows } = await claimed(1)
    await test.service.db.query({
      text: 'update outgoing set attempt = attempt + 1 where lane = $1',
      values: [subscription],
    })
    await settle(rows.map((row) => [row, RECEIVED]))
    expect(await stateOf(subscription)).toEqual({ failures: 3, statuses: ['sending'], attempts: 0 })
  })

  it('stores a received test event and does not reset the failures of its subscription', async () => {
    const { workspace, subscription } = await subscribed()
    const row = await insertClaimedTest(test.service.db, test.clock.now(), leaseUntil(), subscription, {
      workspace_id: workspace,
      event: 'delivery.sent',
      event_id: 'test_evt_1',
      mode: 'live',
      subject: 'test/test_evt_1',
      body: '{}',
    })
    await settle([[row, RECEIVED]])
    expect(await stateOf(subscription)).toEqual({ failures: 3, statuses: ['received'], attempts: 1 })
  })

  it.runIf(kind === 'postgres')(
    'commits a set of received events before PostgreSQL has answered any statement',
    async () => {
      const proxy = await startStatementProxy(test.databaseUrl!)
      const onFatal = (error: Error) => {
        throw error
      }
      const db = await openDatabase({ url: proxy.url, dataDir: '', poolSize: 1, since: test.clock.now(), onFatal })
      const { subscription, rows } = await claimed(2)
      const held: Interrupted[] = []
      // The proxy keeps back all answers, so that the settlement cannot begin a second round trip.
      const noAnswers = { direction: 'answers', after: 0 } as const
      const { happened } = proxy.interruptNext('settle-received', noAnswers, (interrupted) => held.push(interrupted))
      const attempts = rows.map((row): [OutgoingRow, OutgoingAttempt] => [row, RECEIVED])
      const settled = settle(attempts, db)
      try {
        await test.until(async () => happened() && (await stateOf(subscription))?.failures === 0, 20)
        expect(await stateOf(subscription)).toEqual({ failures: 0, statuses: ['received', 'received'], attempts: 2 })
      } finally {
        for (const interrupted of held) interrupted.resume()
        await settled
        await db.close()
        await proxy.stop()
      }
    },
  )

  it('counts the failed attempts of a set that also contains received events', async () => {
    const received = await claimed(1)
    const failed = await claimed(1)
    await settle([
      ...received.rows.map((row): [OutgoingRow, OutgoingAttempt] => [row, RECEIVED]),
      ...failed.rows.map((row): [OutgoingRow, OutgoingAttempt] => [row, FAILED]),
    ])
    expect(await stateOf(received.subscription)).toEqual({ failures: 0, statuses: ['received'], attempts: 1 })
    expect(await stateOf(failed.subscription)).toEqual({ failures: 4, statuses: ['waiting'], attempts: 1 })
  })
})
