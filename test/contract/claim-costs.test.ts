// What claims cost: as many buffers with a long history as with none, whatever the planner believed when it counted last.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../src/store/database.ts'
import { claimOutgoing, findReceivers, holdUnwanted } from '../../src/store/dispatching.ts'
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
  await db.query({
    text: `insert into outgoing (kind, workspace_id, lane, subscription_id, subject, event, event_id, mode, body, status, ready, next_at, created_at)
           select 'event', $1, $2, $2, 'delivery/' || n, 'delivery.sent', 'evt_' || n, 'live', repeat('x', 900), 'waiting', true, $3, $3
           from generate_series(1, $4::int) n`,
    values: [workspace, lane, now, EVENTS],
  })
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
const measured: Connection = {
  async query({ text, values = [] }) {
    const { db } = test.service
    const plan = await db.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
      text: `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    })
    const { Plan } = plan.rows[0]!['QUERY PLAN'][0]!
    const buffers = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
    if (buffers > MOST) dear.push({ buffers, text })
    return db.query({ text, values })
  },
}

it.each<[string, () => Promise<unknown>]>([
  ['looking for receivers', () => findReceivers(measured, 0, 64)],
  ['claiming for one', () => claimOutgoing(measured, now, [{ lane, most: 16 }])],
  ['looking for what nobody wants any more', () => holdUnwanted(measured, 16)],
])('%s reads nothing of what has ended', async (_what, work) => {
  dear = []
  await work()
  expect(dear).toEqual([])
})
