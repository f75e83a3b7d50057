// What claims cost: as many buffers with a long history as with none, whatever the planner believed when it counted last.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/store/database.ts'
import { claimOutgoing, findReceivers, holdUnwanted } from '../../src/store/dispatching.ts'
import { queueEvents } from '../harness/backlog.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const MOST = 1000
const EVENTS = 30_000
const now = new Date('2030-06-01T00:00:00Z')

let test: TestService
let lane: number
let dear: { buffers: number; text: string }[] = []
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
  const { workspace } = await test.tenant()
  const subscription = { url: 'https://receiver.example/events', events: ['delivery.sent'] }
  lane = (await test.manage('POST', `/workspaces/${workspace}/subscriptions`, subscription)).body.id
  const { db } = test.service
  await queueEvents(db, { workspace, subscription: lane, count: EVENTS, at: now })
  // The statistics say that nearly everything is ready and of this receiver; then nearly everything has ended.
  await db.query({ text: 'analyze outgoing' })
  await db.query({
    text: `update outgoing set ready = false, status = 'received' where id in (select id from outgoing order by id limit $1)`,
    values: [EVENTS - 1000],
  })
  // What is dead of it is found once; after that it is known.
  await claimOutgoing(db, now, [{ lane, most: 1 }])
  await findReceivers(db, 0, 64)
})
afterAll(() => test.stop())

/** Runs each statement under EXPLAIN first and keeps those that read too much. */
function measuring(client: Connection): Connection {
  return {
    async query({ text, values = [] }) {
      const plan = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
        text: `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      })
      const { Plan } = plan.rows[0]!['QUERY PLAN'][0]!
      const buffers = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
      if (buffers > MOST) dear.push({ buffers, text })
      return client.query({ text, values })
    },
  }
}

const works: [string, (c: Connection) => Promise<unknown>][] = [
  ['looking for receivers', (c) => findReceivers(c, 0, 64)],
  ['claiming for one', (c) => claimOutgoing(c, now, [{ lane, most: 16 }])],
  ['looking for what nobody wants any more', (c) => holdUnwanted(c, 16)],
]

// A named statement is run by the second kind of plan once it seems no worse.
describe.each(['force_custom_plan', 'force_generic_plan'])('planned by %s', (mode) => {
  it.each(works)('%s reads nothing of what has ended', async (_what, work) => {
    const client = await test.service.db.pool.connect()
    dear = []
    try {
      await client.query(`set plan_cache_mode = ${mode}`)
      await work(measuring(client))
    } finally {
      await client.query('reset plan_cache_mode')
      client.release()
    }
    expect(dear).toEqual([])
  })
})
