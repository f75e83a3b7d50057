// Workers claim deliveries from many lanes. Every ready delivery is claimed once, also from lanes that become ready
// later.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClaims } from '../../src/delivery/claim.ts'
import { later } from '../../src/lib/clock.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

/** Number of lanes. One scan returns fewer lanes. */
const MANY = 150
const EACH = 3

describe.each(databases)('claims, %s', (kind) => {
  let test: TestService
  const db = () => test.service.db
  beforeAll(async () => {
    // No worker runs: only the test claims deliveries.
    test = await startTestService(kind, {}, 'api')
  })
  beforeEach(() => db().query({ text: 'delete from deliveries' }))
  afterAll(() => test.stop())

  const queue = (lanes: number, from: number, each: number) =>
    db().query({
      text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug,
               priority, status, ready, next_at, created_at, expires_at, content, history, period)
             select 1, 1, 'live', $2::int + lane, 1, 'Ada', 'channel', 'discord', 'hello', 1, 'queued', true, $4, $4, $4::timestamptz + interval '1 day',
               '{"body":"Hello","actions":[],"attachments":[]}', '[]', '2030-01-01'
             from generate_series(0, $1::int - 1) lane cross join generate_series(1, $3::int)`,
      values: [lanes, from, each, test.clock.now()],
    })
  const claims = (most: number) => {
    const share = (lanes: number[]) => lanes.map((lane) => ({ lane, most }))
    const next = createClaims(db(), (error) => {
      throw error
    })
    return () => next(share, test.clock.now(), later(test.clock.now(), 60_000))
  }
  const lanesOf = (rows: { lane: number }[]) => [...new Set(rows.map(({ lane }) => lane))].sort((a, b) => a - b)

  it('claims every delivery exactly once when there are more lanes than one scan returns', async () => {
    await queue(MANY, 1, EACH)
    const next = claims(1)
    const claimed: number[] = []
    for (let rows = (await next()).rows; rows.length > 0; rows = (await next()).rows)
      claimed.push(...rows.map(({ id }) => id))
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claimed).toHaveLength(MANY * EACH)
  })

  it('claims from a lane that became ready after the last scan, while another lane still has deliveries', async () => {
    await queue(1, 7, 10)
    const next = claims(2)
    await next()
    await queue(1, 8, 1)
    await next()
    expect(lanesOf((await next()).rows)).toEqual([7, 8])
  })

  it('scans for lanes again when the lanes of the last scan have no more deliveries', async () => {
    await queue(1, 7, 3)
    const next = claims(2)
    await next()
    await db().query({ text: 'update deliveries set ready = false' })
    await queue(1, 9, 1)
    expect(lanesOf((await next()).rows)).toEqual([9])
  })
})
