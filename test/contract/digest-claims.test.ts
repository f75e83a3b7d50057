// The claims of closed digests take turns among the workspaces and are bounded. Joining a full digest waits for no other
// transaction, and a worker does not read the items of a digest.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digests as limits } from '../../src/limits.ts'
import { claimReady } from '../../src/store/delivery/queue.ts'
import { readContent } from '../../src/store/delivery/sending.ts'
import {
  type ClaimBounds,
  claimClosedDigests,
  postponeDigest,
  readClosedDigests,
} from '../../src/store/digests/closed-digests.ts'
import { hasDigestWork } from '../../src/store/digests/digests.ts'
import { measureBuffers } from '../harness/query-costs.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000

let test: TestService
let tenant: Tenant
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
  tenant = await test.tenant()
})
afterAll(() => test.stop())

describe('claims of closed digests', () => {
  const start = Date.parse('2030-06-01T00:00:00Z')
  const minute = (n: number) => new Date(start + n * MINUTE)
  const bounds: ClaimBounds = { most: 50, ofWorkspace: 10, characters: 1_000_000, ofDigest: limits.characters }

  /** Inserts closed digests without deliveries. The delivery ids start at `from`. */
  const insertClosed = async (workspace: number, from: number, count: number, closedAt: Date) => {
    await test.service.db.query({
      text: `insert into digests (delivery_id, workspace_id, mode, recipient_id, channel, template_slug, key, wait, opened_at, latest_at, check_at, closed_at)
             select $2 + n, $1, 'test', 1, 'email', 'news', 'k', 1000, $4, $4, $4, $4 from generate_series(0, $3 - 1) n`,
      values: [workspace, from, count, closedAt],
    })
  }
  const insertItems = async (delivery: number, count: number, characters: number) => {
    await test.service.db.query({
      text: `insert into digest_items (delivery_id, position, added_at, item, characters)
             select $1, n, now(), jsonb_build_object('vars', jsonb_build_object('n', n::text)), $3 from generate_series(1, $2) n`,
      values: [delivery, count, characters],
    })
  }
  const clear = async () => {
    await test.service.db.query({ text: 'delete from digests where workspace_id > 1000000' })
    await test.service.db.query({ text: 'delete from digest_items where delivery_id > 1000000' })
  }
  const claim = (now: Date, after = 0, own: Partial<ClaimBounds> = {}) =>
    claimClosedDigests(test.service.db, now, new Date(now.getTime() + MINUTE), after, { ...bounds, ...own })
  const [large, small, other] = [1_000_001, 1_000_002, 1_000_003]

  it('give each workspace its share, so a workspace with many digests does not hold up the others [D183]', async () => {
    await clear()
    await insertClosed(large, 2_000_000, 200, minute(0))
    await insertClosed(small, 3_000_000, 3, minute(1))
    await insertClosed(other, 3_100_000, 1, minute(2))
    const claimed = await claim(minute(3))
    const count = (workspace: number) => claimed.filter(({ workspace_id }) => workspace_id === workspace).length
    expect([count(large), count(small), count(other)]).toEqual([10, 3, 1])
    expect(await claim(minute(3))).toHaveLength(10)
  })

  it('start above the workspace of the last claim, so every workspace gets its turn', async () => {
    await clear()
    for (let n = 0; n < 6; n++) await insertClosed(large + n, 2_000_000 + 1000 * n, 1, minute(0))
    const workspaces = async (after: number) =>
      (await claim(minute(1), after, { most: 2 })).map(({ workspace_id }) => workspace_id - large).sort((a, b) => a - b)
    expect(await workspaces(large + 3)).toEqual([4, 5])
    expect(await workspaces(large + 5)).toEqual([0, 1])
    expect(await workspaces(large + 1)).toEqual([2, 3])
    expect(await workspaces(large + 3)).toEqual([])
  })

  it('take the oldest digests first, and a postponed digest only after its time', async () => {
    await clear()
    await insertClosed(small, 3_000_000, 1, minute(0))
    await insertClosed(small, 3_000_001, 1, minute(1))
    await insertClosed(small, 3_000_002, 1, minute(2))
    await postponeDigest(test.service.db, minute(2), 3_000_000)
    const ids = async (now: Date) => (await claim(now, 0, { most: 1 })).map(({ delivery_id }) => delivery_id)
    expect([await ids(minute(2)), await ids(minute(2)), await ids(minute(2))]).toEqual([[3_000_001], [3_000_002], []])
    expect(await ids(minute(3))).toEqual([3_000_000])
  })

  it('stop when the items of the claimed digests are large enough', async () => {
    await clear()
    await insertClosed(small, 3_000_000, 5, minute(0))
    for (let n = 0; n < 5; n++) await insertItems(3_000_000 + n, 10, 10_000)
    expect(await claim(minute(1), 0, { characters: 150_000 })).toHaveLength(3)
    expect(await claim(minute(1), 0, { characters: 1 })).toHaveLength(1)
    expect(await claim(minute(1), 0, { characters: 150_000 })).toHaveLength(1)
  })

  it('read only the items that the template gets, and count the others', async () => {
    await clear()
    await insertClosed(small, 3_000_000, 2, minute(0))
    await insertItems(3_000_000, 100, 10_000)
    await insertItems(3_000_001, 2, 100_000)
    const read = await readClosedDigests(test.service.db, [3_000_000, 3_000_001], limits)
    expect(read.map(({ first, items }) => [first.length, items])).toEqual([
      [6, 100],
      [1, 2],
    ])
    expect(read[0]?.first[5]).toEqual({ vars: { n: '6' } })
    await clear()
  })
})

// PostgreSQL may run a named statement with a generic plan after five executions.
describe.each(['force_custom_plan', 'force_generic_plan'])('the statements of the worker with %s', (mode) => {
  it('read few database buffers although most digests are released', async () => {
    const now = new Date('2030-06-01T00:00:00Z')
    await test.service.db.query({
      text: `insert into digests (delivery_id, workspace_id, mode, recipient_id, channel, template_slug, key, wait, opened_at, latest_at, check_at, closed_at, released_at)
             select 5000000 + n, 1000001 + n % 40, 'test', 1, 'email', 'news', 'k', 1000, $1, $1, $1, $1, case when n < 30000 then $1::timestamptz end
             from generate_series(0, 30999) n`,
      values: [now],
    })
    const expensive: string[] = []
    const client = await test.service.db.pool.connect()
    try {
      await client.query(`set plan_cache_mode = ${mode}`)
      const measured = measureBuffers(client, 4000, ({ buffers, text }) => expensive.push(`${buffers}: ${text}`))
      expect(await hasDigestWork(measured, now)).toBe(true)
      const bounds = { most: 50, ofWorkspace: 10, characters: 1_000_000, ofDigest: limits.characters }
      expect(await claimClosedDigests(measured, now, new Date(now.getTime() + MINUTE), 0, bounds)).toHaveLength(50)
    } finally {
      await client.query('reset plan_cache_mode')
      client.release()
      await test.service.db.query({ text: 'delete from digests where delivery_id >= 5000000' })
    }
    expect(expensive).toEqual([])
  })
})

describe('the messages of a digest', () => {
  const message = (more: object = {}) => ({
    recipient: { email: 'full@customer.example' },
    template: 'hello',
    vars: { name: 'Ada' },
    digest: { key: 'k', wait: '10m' },
    ...more,
  })
  const send = async (more: object = {}) => {
    const { status, body } = await test.send(tenant.testKey, message(more))
    expect([status, body.message]).toEqual([202, undefined])
    return body
  }

  it('join a full digest that another transaction joins, and the next message opens another digest [D184]', async () => {
    const { delivery_id: id } = await send()
    await test.service.db.query({
      text: `insert into digest_items (delivery_id, position, added_at, item, characters)
             select $1, n, now(), null, 0 from generate_series(2, $2::int) n`,
      values: [id, limits.most],
    })
    const joining = new pg.Client({ connectionString: test.databaseUrl })
    await joining.connect()
    try {
      await joining.query('begin')
      await joining.query('select from digests where delivery_id = $1 for share', [id])
      const joined = await send()
      expect([joined.delivery_id, joined.digest.items]).toEqual([id, limits.most + 1])
      await joining.query('rollback')
    } finally {
      await joining.end()
    }
    const next = await send()
    expect([next.delivery_id === id, next.digest]).toEqual([false, { items: 1 }])
  })

  it('are not read by the worker that sends a large delivery, unless they have sensitive values', async () => {
    const { db } = test.service
    const { delivery_id: id } = await send({ recipient: { email: 'large@customer.example' } })
    const list = Array.from({ length: 100 }, (_, n) => ({ vars: { text: `${n}`.repeat(1000).slice(0, 1000) } }))
    const { rows } = await db.query<{ lane: number }>({
      text: `update deliveries set ready = true, next_at = now(), content = content || $2::jsonb where id = $1 returning lane`,
      values: [id, JSON.stringify({ items: { list, count: 100 } })],
    })
    const [{ lane } = { lane: 0 }] = rows
    const now = test.clock.now()
    const [claimed] = await claimReady(db, now, new Date(now.getTime() + MINUTE), [{ lane, most: 1 }])
    expect(claimed).toMatchObject({ id, is_partial: true })
    expect(Object.keys(claimed?.content ?? {})).not.toContain('items')
    expect(Object.keys(await readContent(db, tenant.workspace, id))).not.toContain('items')
    await db.query({
      text: `update deliveries set content = content || '{"sensitive":["text"]}' where id = $1`,
      values: [id],
    })
    expect((await readContent(db, tenant.workspace, id)).items?.list).toHaveLength(100)
  })
})
