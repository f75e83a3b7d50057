// The connection to PostgreSQL breaks between any two statements of a set of send requests, as when the process is killed
// there. The caller repeats the request. Each message is stored, charged and answered once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type CutPoint, type StatementProxy, startStatementProxy } from '../harness/postgres-statements.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { type Answer, startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** The statement that begins each set (src/store/admission/gate.ts). */
const FIRST = 'gate-keys'

/** The messages of one request: two that can be accepted, and one that is refused. */
const MESSAGES = (name: string) => [
  { ...to(name), idempotency_key: `${name}-1` },
  { ...to('known'), idempotency_key: `${name}-2` },
  { ...to(name), template: 'missing', idempotency_key: `${name}-3` },
]
const ACCEPTED = 2

const to = (chat: string) => ({ recipient: { telegram_chat_id: chat }, template: 'hello', vars: { name: 'Ada' } })

describe('a connection that breaks between two statements of a set', () => {
  const env = { MASTER_KEY: 'a master key that both processes share' }
  let test: TestService
  let behind: TestService
  let proxy: StatementProxy
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('postgres', env, 'api')
    proxy = await startStatementProxy(test.databaseUrl!)
    behind = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url }, 'api')
  })
  afterAll(async () => {
    await behind.stop()
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  /** Creates a workspace with credits, whose events report each delivery and each contact. */
  const newTenant = async (limits: { rate_limit: number; quota: number }): Promise<Tenant> => {
    const tenant = await createConnectedTenant(test, provider, limits)
    const at = `/workspaces/${tenant.workspace}`
    await test.manage('POST', `${at}/credits`, { amount: 10_000 })
    const events = ['delivery.queued', 'contact.created']
    expect((await test.manage('POST', `${at}/subscriptions`, { url: `${provider.url}/events`, events })).status).toBe(
      201,
    )
    expect((await test.send(tenant.liveKey, to('known'))).status).toBe(202)
    return tenant
  }

  const stored = async ({ workspace }: Tenant) => {
    const { rows } = await test.service.db.query<Record<string, number>>({
      text: `select (select count(*)::int from deliveries where workspace_id = $1) as messages,
               (select count(*)::int from recipients where workspace_id = $1) as recipients,
               (select count(*)::int from idempotency_keys where workspace_id = $1) as keys,
               (select count(*)::int from outgoing where workspace_id = $1) as events,
               (select sum(quota_used)::int from usage_periods where workspace_id = $1)
                 - (select coalesce(sum(amount), 0)::int from credit_entries where workspace_id = $1 and amount < 0) as charged,
               (select max(window_count) from keys where workspace_id = $1) as counted`,
      values: [workspace],
    })
    return rows[0]
  }

  const sendBatch = (through: TestService, tenant: Tenant, name: string): Promise<Answer> =>
    through.call('POST', '/send/batch', { key: tenant.liveKey, body: { messages: MESSAGES(name) } })

  /**
   * Cuts the connection of a set at the point, and repeats the request on another process. Returns the number of requests
   * that were counted, or undefined if the set has fewer statements.
   */
  const sendWithCut = async (tenant: Tenant, point: CutPoint): Promise<number | undefined> => {
    const name = `${point.direction} ${point.after}`
    const cut = proxy.interruptNext(FIRST, point, (interrupted) => interrupted.cut())
    const first = await sendBatch(behind, tenant, name)
    const second = await sendBatch(test, tenant, name)
    expect([202, 503]).toContain(first.status)
    expect([second.status, second.body]).toMatchObject([202, { total: 3, queued: ACCEPTED, failed: 1 }])
    const results = (answer: Answer) => answer.body.results.map((result: Record<string, unknown>) => result.delivery_id)
    if (first.status === 202) expect(results(second)).toEqual(results(first))
    return cut.happened() ? 1 + Number(first.status === 202) : undefined
  }

  it.each([
    ['far from every limit', { rate_limit: 100_000, quota: 100_000 }],
    ['near the limits, with credits', { rate_limit: 250, quota: 2 }],
  ])('stores, charges and answers each message once, %s', async (_where, limits) => {
    const tenant = await newTenant(limits)
    const before = (await stored(tenant))!
    for (const direction of ['statements', 'answers'] as const) {
      let after = 0
      for (; ; after++) {
        const { recipients, messages, keys, events, charged, counted } = (await stored(tenant))!
        const requests = await sendWithCut(tenant, { direction, after })
        expect([direction, after, await stored(tenant)]).toEqual([
          direction,
          after,
          {
            recipients: recipients! + 1,
            messages: messages! + ACCEPTED,
            keys: keys! + ACCEPTED,
            // Two queued deliveries, and one created contact.
            events: events! + 3,
            charged: charged! + ACCEPTED,
            counted: counted! + (requests ?? 2),
          },
        ])
        if (requests === undefined) break
      }
      // A set consists of BEGIN, three statements in the first round trip, four or more statements that store and
      // count, the mark, and COMMIT.
      expect(after).toBeGreaterThanOrEqual(10)
    }
    expect((await stored(tenant))!.messages).toBeGreaterThan(before.messages! + 20 * ACCEPTED)
    expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
  })
})
