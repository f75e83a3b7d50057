// Claims, each in one trip with the look for the next: nothing ready is passed by, however many lanes there are.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClaims } from '../../src/delivery/claim.ts'
import { later } from '../../src/lib/clock.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

/** More than one look shows. */
const MANY = 150
const EACH = 3

describe.each(databases)('claims, %s', (kind) => {
  let test: TestService
  const db = () => test.service.db
  beforeAll(async () => {
    // No worker runs: every claim is the test's.
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

  it('take everything of many lanes, each in its turn', async () => {
    await queue(MANY, 1, EACH)
    const next = claims(1)
    const taken: number[] = []
    for (let round = 0; round < (MANY * EACH) / 64 + 4; round++) {
      const { rows, more } = await next()
      taken.push(...rows.map(({ id }) => id))
      // More lanes follow a full scan, and each has its turn: lanes that were not asked do not call for another claim.
      if (round < 3) expect({ rows: rows.length, more }).toEqual({ rows: 64, more: 'shared' })
    }
    expect(new Set(taken).size).toBe(taken.length)
    expect(taken).toHaveLength(MANY * EACH)
    expect(await next()).toEqual({ rows: [], more: 'none' })
  })

  it('say that a lane was found too late, and ask it next beside one that has more', async () => {
    await queue(1, 7, 10)
    const next = claims(2)
    expect(await next()).toMatchObject({ rows: [{ lane: 7 }, { lane: 7 }], more: 'none' })
    await queue(1, 8, 1)
    const late = await next()
    expect([lanesOf(late.rows), late.more]).toEqual([[7], 'new lanes'])
    const asked = await next()
    expect([lanesOf(asked.rows), asked.more]).toEqual([[7, 8], 'shared'])
  })

  it('look again when the lanes of the last look have nothing any more', async () => {
    await queue(1, 7, 3)
    const next = claims(2)
    await next()
    await db().query({ text: 'update deliveries set ready = false' })
    await queue(1, 9, 1)
    expect(lanesOf((await next()).rows)).toEqual([9])
  })
})
