// Settles several sent deliveries together, also when a lease was lost, and when a subscription was created or deleted
// after the claim.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import { planAfter } from '../../src/delivery/retry.ts'
import { createSettler, type Settler } from '../../src/delivery/settle.ts'
import { later } from '../../src/lib/clock.ts'
import { type ClaimedRow, claimReady } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('settling of sent messages, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let settler: Settler
  const db = () => test.service.db
  beforeAll(async () => {
    // No worker runs: the test performs each step of a worker.
    test = await startTestService(kind, {}, 'api')
    provider = await startProvider()
    settler = createSettler(db(), test.clock, 'settling', (error) => {
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

  /** Settles all deliveries in one transaction. The outcomes are used in turn. */
  const settle = async (
    rows: ClaimedRow[],
    outcomes: Outcome[] = [{ class: 'sent', externalId: null }],
  ): Promise<void> => {
    const now = test.clock.now()
    await Promise.all(
      rows.map((row, index) => {
        const outcome = outcomes[index % outcomes.length]!
        const plan = planAfter(outcome, { now, attemptsMade: row.attempts_made, expiresAt: row.expires_at, jitter: 0 })
        return settler.settle({ row, plan, outcome, startedAt: now, endedAt: now })
      }),
    )
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

  it('settles several messages together, except the message whose lease another worker has taken', async () => {
    const rows = await claimed(3)
    await db().query({ text: 'update deliveries set attempt = attempt + 1 where id = $1', values: [rows[1]!.id] })
    await settle(rows)
    expect(await statusesOf(rows)).toEqual(['sent', 'sending', 'sent'])
    const { rows: tried } = await db().query<{ delivery_id: number }>({
      text: 'select delivery_id from attempts where delivery_id = any($1::bigint[]) order by 1',
      values: [rows.map(({ id }) => id)],
    })
    expect(tried.map(({ delivery_id }) => delivery_id)).toEqual([rows[0]!.id, rows[2]!.id])
    expect(await counted()).toBe(2)
  })

  it('stores the answer of the provider to each sent message of a set', async () => {
    const rows = await claimed(2)
    const answer = { providerStatus: '200', code: 'ok', response: 'stored\0 as 7' }
    await settle(rows, [
      { class: 'sent', externalId: 'first', ...answer },
      { class: 'sent', externalId: 'x'.repeat(256) },
    ])
    const { rows: stored } = await db().query({
      text: `select d.external_id, d.tries, d.error_code, a.outcome, a.provider_status, a.code, a.response
             from deliveries d join attempts a on a.delivery_id = d.id where d.id = any($1::bigint[]) order by d.id`,
      values: [rows.map(({ id }) => id)],
    })
    const same = { tries: 1, error_code: null, outcome: 'sent' }
    expect(stored).toEqual([
      { ...same, external_id: 'first', provider_status: '200', code: 'ok', response: 'stored\ufffd as 7' },
      { ...same, external_id: null, provider_status: null, code: null, response: null },
    ])
  })

  it('settles sent messages, failed messages and messages that are retried in one set', async () => {
    const rows = await claimed(3)
    const remedies = { final: 'Correct the address.' }
    await settle(rows, [
      { class: 'sent', externalId: null },
      { class: 'permanent', reason: 'the address does not exist', remedies },
      { class: 'retryable', reason: 'the provider is down', remedies: { pending: null, final: 'Resend the message.' } },
    ])
    expect(await statusesOf(rows)).toEqual(['sent', 'failed', 'queued'])
    expect(await counted()).toBe(1)
  })

  it('emits events to a subscription that was created after the claim, but not to a subscription that was deleted after the claim', async () => {
    const [before, after, last] = [await claimed(2), await claimed(2), await claimed(2)]
    const subscriptions = `/workspaces/${tenant.workspace}/subscriptions`
    const created = await test.manage('POST', subscriptions, {
      url: `${provider.url}/events`,
      events: ['delivery.sent'],
    })
    expect(created.status).toBe(201)
    await settle(before)
    expect(await countEvents()).toBe(2)
    await settle(after)
    expect(await countEvents()).toBe(4)
    expect((await test.manage('DELETE', `${subscriptions}/${created.body.id}`)).status).toBe(204)
    await settle(last)
    expect(await countEvents()).toBe(4)
    expect(await counted()).toBe(6)
  })
})
