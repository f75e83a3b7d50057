// Claims and metrics read few database buffers, even with a long history and outdated planner statistics.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/store/database.ts'
import { claimReady, findLanes } from '../../src/store/delivery/queue.ts'
import { claimOutgoing, findReceivers, holdForInactiveSubscriptions } from '../../src/store/events/dispatching.ts'
import { readGauges } from '../../src/store/installation/gauges.ts'
import { queueEvents } from '../harness/backlog.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { measureBuffers } from '../harness/query-costs.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const EVENTS = 30_000
const now = new Date('2030-06-01T00:00:00Z')

const MESSAGES = 3000

let test: TestService
let provider: Provider
let lane: number
let expensive: { buffers: number; text: string }[] = []
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
  const { workspace } = await test.tenant()
  const subscription = { url: 'https://receiver.example/events', events: ['delivery.sent'] }
  lane = (await test.manage('POST', `/workspaces/${workspace}/subscriptions`, subscription)).body.id
  const { db } = test.service
  await queueEvents(db, { workspace, subscription: lane, count: EVENTS, at: now })
  // The statistics become outdated. The test collects them while all events are ready, and then marks all but 1,000
  // events as received.
  await db.query({ text: 'analyze outgoing' })
  await db.query({
    text: `update outgoing set ready = false, status = 'received' where id in (select id from outgoing order by id limit $1)`,
    values: [EVENTS - 1000],
  })
  // Removes dead index entries. A scan normally marks such entries, so that later scans skip them. A scan
  // cannot do this while any database of the server has a long transaction.
  await db.query({ text: 'vacuum outgoing' })

  // Creates a long queue and claims nearly all of its messages, without a vacuum afterwards.
  provider = await startProvider()
  const tenant = await createConnectedTenant(test, provider)
  await queueMessages(test, tenant, MESSAGES)
  const [full] = await findLanes(db, now, 0, 1)
  expect(await claimReady(db, now, now, [{ lane: full!, most: MESSAGES - 10 }])).toHaveLength(MESSAGES - 10)
})
afterAll(async () => {
  await test.stop()
  await provider.stop()
})

/** Each operation, with the maximum number of buffers that a single statement of the operation may read. */
const operations: [string, number, (c: Connection) => Promise<unknown>][] = [
  ['finding receivers', 1000, (c) => findReceivers(c, 0, 64)],
  ['claiming events of a receiver', 1000, (c) => claimOutgoing(c, now, [{ lane, most: 16 }])],
  ['holding events of inactive subscriptions', 1000, (c) => holdForInactiveSubscriptions(c, 16)],
  ['finding lanes', 100, (c) => findLanes(c, now, 0, 64)],
  ['reading the metrics', 1000, (c) => readGauges(c, now, 1000)],
]

// PostgreSQL may run a named statement with a generic plan after five executions.
describe.each(['force_custom_plan', 'force_generic_plan'])('costs of claims with %s', (mode) => {
  it.each(operations)(
    'reads few database buffers although most rows are ended or claimed: %s',
    async (_title, most, work) => {
      const client = await test.service.db.pool.connect()
      expensive = []
      try {
        await client.query(`set plan_cache_mode = ${mode}`)
        await work(measureBuffers(client, most, (statement) => expensive.push(statement)))
      } finally {
        await client.query('reset plan_cache_mode')
        client.release()
      }
      expect(expensive).toEqual([])
    },
  )
})
