// Settling in one trip counts on what was known at the claim; what is otherwise by then is settled all the same, step by step.
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planAfter } from '../../src/delivery/retry.ts'
import { createSettler, type Settler } from '../../src/delivery/settle.ts'
import { later } from '../../src/lib/clock.ts'
import { type ClaimedRow, claimReady } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('a set of messages that were sent, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let settler: Settler
  let begun = 0
  const db = () => test.service.db
  beforeAll(async () => {
    // No worker runs: every step is the test's.
    test = await startTestService(kind, {}, 'api')
    provider = await startProvider()
    // The service's own pool, with its connections counted as they are lent.
    const pool: pg.Pool = Object.create(db().pool, {
      connect: {
        value: () => {
          begun++
          return db().pool.connect()
        },
      },
    })
    settler = createSettler({ ...db(), pool }, test.clock, 'settling', (error) => {
      throw error
    })
  })
  beforeEach(async () => {
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const claimed = async (count: number): Promise<ClaimedRow[]> => {
    await queueMessages(test, tenant, count)
    const { rows } = await db().query<{ lane: number }>({
      text: 'select distinct lane from deliveries where workspace_id = $1 and ready',
      values: [tenant.workspace],
    })
    const now = test.clock.now()
    const claims = await claimReady(db(), now, later(now, 60_000), [{ lane: rows[0]!.lane, most: count }])
    expect(claims).toHaveLength(count)
    return claims.sort((a, b) => a.id - b.id)
  }

  /** Settles them together; answers how many transactions that took. */
  const settle = async (rows: ClaimedRow[]): Promise<number> => {
    begun = 0
    const now = test.clock.now()
    const outcome = { class: 'sent' as const, externalId: null }
    await Promise.all(
      rows.map((row) => {
        const plan = planAfter(outcome, { now, tries: row.tries, expiresAt: row.expires_at, jitter: 0 })
        return settler.settle({ row, plan, outcome, startedAt: now, endedAt: now })
      }),
    )
    return begun
  }

  const statusesOf = async (rows: ClaimedRow[]): Promise<string[]> => {
    const found = await db().query<{ status: string }>({
      text: 'select status from deliveries where id = any($1::bigint[]) order by id',
      values: [rows.map(({ id }) => id)],
    })
    return found.rows.map(({ status }) => status)
  }
  const countEvents = async () =>
    (
      await db().query<{ count: number }>({
        text: `select count(*) from outgoing where workspace_id = $1 and event = 'delivery.sent'`,
        values: [tenant.workspace],
      })
    ).rows[0]!.count
  const counted = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.total_sent

  it('is settled in one transaction', async () => {
    const rows = await claimed(3)
    expect(await settle(rows)).toBe(1)
    expect(await statusesOf(rows)).toEqual(['sent', 'sent', 'sent'])
    expect(await counted()).toBe(3)
  })

  it('leaves a lease that another worker has by now to it, and the others are settled and counted', async () => {
    const rows = await claimed(3)
    await db().query({ text: 'update deliveries set attempt = attempt + 1 where id = $1', values: [rows[1]!.id] })
    expect(await settle(rows)).toBe(2)
    expect(await statusesOf(rows)).toEqual(['sent', 'sending', 'sent'])
    const { rows: tried } = await db().query<{ delivery_id: number }>({
      text: 'select delivery_id from attempts where delivery_id = any($1::bigint[]) order by 1',
      values: [rows.map(({ id }) => id)],
    })
    expect(tried.map(({ delivery_id }) => delivery_id)).toEqual([rows[0]!.id, rows[2]!.id])
    expect(await counted()).toBe(2)
  })

  it('is told to who began to listen meanwhile, and from then on at the first go, until nobody listens', async () => {
    const [before, after, last] = [await claimed(2), await claimed(2), await claimed(2)]
    const subscriptions = `/workspaces/${tenant.workspace}/subscriptions`
    const made = await test.manage('POST', subscriptions, {
      url: `${provider.url}/events`,
      events: ['delivery.sent'],
    })
    expect(made.status).toBe(201)
    expect(await settle(before)).toBe(2)
    expect(await countEvents()).toBe(2)
    expect(await settle(after)).toBe(1)
    expect(await countEvents()).toBe(4)
    expect((await test.manage('DELETE', `${subscriptions}/${made.body.id}`)).status).toBe(204)
    expect(await settle(last)).toBe(1)
    expect(await counted()).toBe(6)
  })
})
