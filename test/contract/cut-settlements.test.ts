// The connection to PostgreSQL breaks between any two statements that settle failed messages. Each message is refunded
// once. Either the same worker repeats the settlement, or another worker continues after the lease of a killed worker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endLostLeases } from '../../src/delivery/lost-leases.ts'
import { planAfter } from '../../src/delivery/retry.ts'
import { createSettler } from '../../src/delivery/settle.ts'
import { later } from '../../src/lib/clock.ts'
import { delivery } from '../../src/limits.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { type ClaimedRow, claimReady, promoteDue } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type CutPoint, type StatementProxy, startStatementProxy } from '../harness/postgres-statements.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** The statement that settles a set in which not all messages are sent (src/store/delivery/settling.ts). */
const SETTLE = 'settle-leased'
/** One message uses the quota, and the others use credits. */
const QUOTA = 1
const MESSAGES = 3
const CREDITS = 100

describe('a connection that breaks between two statements that settle messages', () => {
  let test: TestService
  let proxy: StatementProxy
  let behind: Database
  let provider: Provider
  let tenant: Tenant
  /** The time of the workers, which advances beyond each lost lease. */
  let now: Date
  beforeAll(async () => {
    provider = await startProvider()
    // No worker runs: the test performs each step of a worker.
    test = await startTestService('postgres', {}, 'api')
    proxy = await startStatementProxy(test.databaseUrl!)
    behind = await openDatabase({
      url: proxy.url,
      dataDir: '',
      poolSize: 2,
      since: test.clock.now(),
      onFatal: (error) => {
        throw error
      },
    })
    now = later(test.clock.now(), 1000)
  })
  afterAll(async () => {
    await behind.close()
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  const newTenant = async () => {
    tenant = await createConnectedTenant(test, provider, { quota: QUOTA })
    const at = `/workspaces/${tenant.workspace}`
    await test.manage('POST', `${at}/credits`, { amount: CREDITS })
    const events = ['delivery.failed']
    expect((await test.manage('POST', `${at}/subscriptions`, { url: `${provider.url}/events`, events })).status).toBe(
      201,
    )
  }

  const claim = async (): Promise<ClaimedRow[]> => {
    const { rows } = await test.service.db.query<{ lane: number }>({
      text: 'select distinct lane from deliveries where workspace_id = $1 and ready',
      values: [tenant.workspace],
    })
    const lanes = rows.map(({ lane }) => ({ lane, most: MESSAGES }))
    return claimReady(test.service.db, now, later(now, delivery.lease), lanes)
  }

  /** Settles the messages as failed, over this database. With `isRepeated`, repeats the settlement until it is stored. */
  const fail = async (db: Database, rows: ClaimedRow[], isRepeated: boolean): Promise<void> => {
    const settler = createSettler(db, { now: () => now, after: test.clock.after }, 'settling', () => {})
    if (!isRepeated) settler.stopRetrying()
    const outcome = { class: 'permanent' as const, reason: 'The chat was not found.', remedies: { final: 'Check it.' } }
    await Promise.all(
      rows.map((row) => {
        const plan = planAfter(outcome, { now, attemptsMade: row.attempts_made, expiresAt: row.expires_at, jitter: 0 })
        return settler.settle({ row, plan, outcome, startedAt: now, endedAt: now })
      }),
    )
  }

  /** Continues as another worker after the leases of a killed worker ended. */
  const takeOver = async (): Promise<void> => {
    now = later(now, delivery.lease + 1)
    // PostgreSQL may notice the broken connection later. Until then, the messages are locked, and `endLostLeases` skips
    // them.
    await test.until(async () => {
      await endLostLeases(test.service.db, now, 'other', () => 0)
      return (await count(`status = 'sending'`)) === 0
    })
    await promoteDue(test.service.db, now, MESSAGES)
    const rows = await claim()
    if (rows.length > 0) await fail(test.service.db, rows, true)
  }

  const count = async (condition: string): Promise<number> => {
    const { rows } = await test.service.db.query<{ count: number }>({
      text: `select count(*)::int as count from deliveries where workspace_id = $1 and ${condition}`,
      values: [tenant.workspace],
    })
    return rows[0]!.count
  }

  const expectRefunded = async () => {
    const { rows } = await test.service.db.query({
      text: `select (select quota_used::int from usage_periods where workspace_id = $1) as used,
               (select credits::int from credit_balances where workspace_id = $1) as credits`,
      values: [tenant.workspace],
    })
    expect(await count(`status <> 'failed'`)).toBe(0)
    expect(rows).toEqual([{ used: 0, credits: CREDITS }])
  }

  /**
   * Settles messages repeatedly. Each time, the cut is one statement or answer later, until the settlement ends before
   * the cut. Returns the number of statements.
   */
  const settleWithCuts = async (direction: CutPoint['direction'], isRepeated: boolean): Promise<number> => {
    await newTenant()
    for (let after = 0; ; after++) {
      await queueMessages(test, tenant, MESSAGES, 'telegram')
      const rows = await claim()
      expect(rows).toHaveLength(MESSAGES)
      const cut = proxy.interruptNext(SETTLE, { direction, after }, (interrupted) => interrupted.cut())
      const [settled] = await Promise.allSettled([fail(behind, rows, isRepeated)])
      if (isRepeated || !cut.happened()) expect(settled.status).toBe('fulfilled')
      else await takeOver()
      await expectRefunded()
      if (!cut.happened()) return after
    }
  }

  it.each([
    ['the worker is killed before the statement is sent', 'statements', false],
    ['the worker is killed before it receives the answer', 'answers', false],
    ['the worker repeats the settlement after a lost answer', 'answers', true],
  ] as const)('refunds each message once when %s', async (_what, direction, isRepeated) => {
    // A settlement consists of BEGIN, the statuses, the events, five counters, the balances, the ledger and COMMIT.
    expect(await settleWithCuts(direction, isRepeated)).toBeGreaterThanOrEqual(10)
    expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
  })
})
