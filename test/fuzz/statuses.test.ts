// Compares the statuses of deliveries with a model, after claims, results, receipts, cancellations, expiry and lost
// leases in any order.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import { cancelDelivery } from '../../src/delivery/control.ts'
import { endLostLeases } from '../../src/delivery/lost-leases.ts'
import { takeReceipt } from '../../src/delivery/receipts/taking.ts'
import { planAfter, planExpired } from '../../src/delivery/retry.ts'
import { createSettler } from '../../src/delivery/settle.ts'
import { later } from '../../src/lib/clock.ts'
import { delivery as times } from '../../src/limits.ts'
import { ATTEMPTS_MADE, CLAIM_VERSION } from '../../src/store/column-names.ts'
import { transaction } from '../../src/store/database.ts'
import { type ClaimedRow, claimReady, promoteDue, releaseClaims, renewLeases } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { runs } from '../harness/fuzz.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { anyRemedies } from '../harness/remedies.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { createStatusModel, type StatusModel, type Step } from './status-model.ts'

const LANE_SHARE = 100
const STEP_WAITS = [7_000, 61_000, 660_000, 13 * 3_600_000]

const which = fc.nat(7)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), key: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which,
      outcome: fc.constantFrom(
        'sent',
        'sent',
        'retryable',
        'throttled',
        'permanent',
        'misconfigured',
        'ambiguous',
        'recipient_gone',
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('receipt' as const),
      which,
      status: fc.constantFrom('delivered' as const, 'read' as const, 'failed' as const),
      named: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('promote' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), milliseconds: fc.constantFrom(...STEP_WAITS) }),
  },
)

describe('delivery status and its model', () => {
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    // No worker and no maintenance job runs. The test itself performs every step.
    test = await startTestService('postgres', {}, 'api')
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })
  const db = () => test.service.db

  /** Creates a workspace in which credits pay for the messages 3 to 5. Message 6 exceeds the quota and the credits. */
  const createWorkspace = async () => {
    const tenant = await createConnectedTenant(test, provider, { whatsapp_limit: 2 })
    const at = `/workspaces/${tenant.workspace}`
    await test.manage('POST', `${at}/credits`, { amount: 9 })
    await test.manage('POST', `${at}/templates`, {
      slug: 'approved',
      name: 'Approved',
      locales: { it: { body: 'Ciao {{1}}', channels: { whatsapp: { template: 'ciao', language: 'it' } } } },
    })
    const connections = (await test.manage('GET', `${at}/sources/${tenant.source}/connections`)).body.data
    const lane = connections.find(({ channel }: { channel: string }) => channel === 'whatsapp').id as number
    return { tenant, lane, claims: [] as ClaimedRow[], sends: 0 }
  }
  type TestWorkspace = Awaited<ReturnType<typeof createWorkspace>>

  const send = (target: TestWorkspace, key: number) =>
    test.send(target.tenant.liveKey, {
      // Use a new recipient for each message. If an address is unusable, the service refuses the next message to that
      // address.
      recipient: { whatsapp_phone: `+3933${String(++target.sends).padStart(8, '0')}` },
      template: 'approved',
      vars: { 1: 'Ada' },
      channel: 'whatsapp',
      idempotency_key: `k${key}`,
    })

  const outcomeOf = (name: string, row: ClaimedRow, now: Date): Outcome => {
    const why = { reason: 'because', remedies: anyRemedies }
    if (name === 'sent') return { class: 'sent', externalId: `wamid.${row.id}` }
    if (name === 'throttled') return { class: 'throttled', until: later(now, 60_000), scope: 'connection', ...why }
    return { class: name as 'retryable', ...why }
  }

  const settle = async (row: ClaimedRow, name: string, now: Date) => {
    const { attempts_made: attemptsMade, expires_at: expiresAt } = row
    const expired = now >= expiresAt
    const outcome = expired ? null : outcomeOf(name, row, now)
    const plan =
      outcome === null ? planExpired(attemptsMade) : planAfter(outcome, { now, attemptsMade, expiresAt, jitter: 0 })
    const settler = createSettler(db(), { ...test.clock, now: () => now }, 'fuzz', (error) => {
      throw error
    })
    await settler.settle({ row, plan, outcome, startedAt: now, endedAt: now })
  }

  const receive = (
    { tenant, lane }: TestWorkspace,
    id: number,
    status: 'delivered' | 'read' | 'failed',
    named: boolean,
    now: Date,
  ) =>
    transaction(db(), (tx) =>
      takeReceipt(
        tx,
        now,
        { workspaceId: tenant.workspace, connectionId: lane, lane, channel: 'whatsapp', process: 'fuzz' },
        { kind: 'receipt', externalId: `wamid.${id}`, status, at: now, ...(named ? { deliveryId: id } : {}) },
      ),
    )

  /** Performs one step in the service. `ids` are the ids of the existing deliveries. */
  const makeStep = async (
    target: TestWorkspace,
    ids: number[],
    now: Date,
    current: Step,
  ): Promise<number | undefined> => {
    const claimed = 'which' in current ? target.claims[current.which % Math.max(1, target.claims.length)] : undefined
    const id = 'which' in current ? ids[current.which % Math.max(1, ids.length)] : undefined
    switch (current.do) {
      case 'send': {
        const { status, body } = await send(target, current.key)
        expect([200, 202, 429]).toContain(status)
        return body.delivery_id
      }
      case 'claim':
        // Deliveries of a paused connection cannot be claimed. Other tests cover pauses, so this test ends each pause.
        await db().query({ text: 'update connections set paused_until = null where id = $1', values: [target.lane] })
        target.claims.push(
          ...(await claimReady(db(), now, later(now, times.lease), [{ lane: target.lane, most: LANE_SHARE }])).sort(
            (a, b) => a.id - b.id,
          ),
        )
        return undefined
      case 'settle':
        if (claimed) await settle(claimed, current.outcome, now)
        return undefined
      case 'receipt':
        if (id !== undefined) await receive(target, id, current.status, current.named, now)
        return undefined
      case 'cancel':
        if (id !== undefined) await cancelDelivery(db(), now, target.tenant.workspace, id).catch(expectConflict)
        return undefined
      case 'lose':
        await endLostLeases(db(), now, 'fuzz', () => 0.5)
        return undefined
      case 'renew':
        if (claimed) await renewLeases(db(), later(now, times.lease), [claimed])
        return undefined
      case 'release':
        if (claimed) await releaseClaims(db(), now, [claimed])
        return undefined
      case 'promote':
        await promoteDue(db(), now, LANE_SHARE)
        return undefined
      case 'wait':
        test.clock.advance(current.milliseconds)
        return undefined
    }
  }

  const rowsOf = async ({ workspace }: Tenant) =>
    (
      await db().query({
        text: `select id, status, ${ATTEMPTS_MADE}, ${CLAIM_VERSION}, ready, refunded, account, created_at, expires_at,
                 array(select h->>'status' from jsonb_array_elements(history) h) as history
               from deliveries where workspace_id = $1 order by id`,
        values: [workspace],
      })
    ).rows
  const expectInvariants = async () => expect((await checkInvariants(db())).mismatches).toEqual([])

  it('deliveries match the model after every step, and the invariant checks pass', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 35 }), async (steps) => {
        const target = await createWorkspace()
        const model: StatusModel = createStatusModel({ whatsapp: 2, credits: 9 })
        for (const current of steps) {
          const now = test.clock.now()
          const given = await makeStep(target, model.ids(), now, current)
          const rows = await rowsOf(target.tenant)
          model.apply(current, now, { given, newest: rows.at(-1) as never })
          expect(
            rows.map(({ created_at: _, expires_at: __, ...row }) => row),
            JSON.stringify(current),
          ).toEqual(model.rows())
        }
      }),
      runs(20),
    )
    await expectInvariants()
  })

  it('the invariant checks pass after concurrent steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 4, maxLength: 8 }),
        async (storms) => {
          const target = await createWorkspace()
          for (const [key] of storms.slice(0, 4).entries()) await send(target, key)
          await makeStep(target, [], test.clock.now(), { do: 'claim' })
          for (const storm of storms) {
            const ids = (await rowsOf(target.tenant)).map(({ id }) => id as number)
            await Promise.all(storm.map((current) => makeStep(target, ids, test.clock.now(), current)))
          }
        },
      ),
      runs(8),
    )
    await expectInvariants()
  })
})

function expectConflict(error: { refusal?: { code: string } }): void {
  expect(error.refusal?.code).toBe('conflict')
}
