// Statuses of deliveries: one module writes them, it writes only legal transitions, and docs/states.md lists these.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelDelivery } from '../../src/delivery/control.ts'
import { applyReceipt } from '../../src/delivery/receipts/forward.ts'
import { applyAcceptance, takeReceipt } from '../../src/delivery/receipts/taking.ts'
import { planAfter } from '../../src/delivery/retry.ts'
import { createSettler } from '../../src/delivery/settle.ts'
import { type DeliveryStatus, statuses, type TransitionCause, transitions } from '../../src/delivery-states.ts'
import { later } from '../../src/lib/clock.ts'
import { type Transaction, transaction } from '../../src/store/database.ts'
import { claimExpired, claimReady, releaseClaims } from '../../src/store/delivery/queue.ts'
import { confirmSent, type SettleRow, settleLeased } from '../../src/store/delivery/settling.ts'
import { advanceDeliveries, failDelivery } from '../../src/store/delivery/status-changes.ts'
import { statusUpdate } from '../../src/store/delivery/status-writer.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

const nameOf = (change: { from: string | null; to: string; cause: string }) =>
  `${change.from ?? '–'} → ${change.to}: ${change.cause}`

describe('transitions of a delivery', () => {
  it('docs/states.md lists exactly the legal transitions', () => {
    const page = readFileSync(join(project, 'docs/states.md'), 'utf8').split('\n## ')[0] ?? ''
    const rows = page.split('\n').flatMap((line) => {
      const [, from = '', to = '', cause = ''] = line.split('|').map((cell) => cell.trim())
      return /^(–|[a-z]+)$/.test(from) && from !== 'from' && cause !== '' ? [`${from} → ${to}: ${cause}`] : []
    })
    expect(rows).toEqual(transitions.map(nameOf))
  })

  it('the status writer composes SQL only for legal transitions', () => {
    const causes = [...new Set(transitions.map(({ cause }) => cause))]
    for (const cause of causes)
      for (const to of statuses) {
        const compose = () => statusUpdate({ cause, to: to as never, at: '$2', where: 'd.id = $1' })
        if (transitions.some((known) => known.cause === cause && known.to === to && known.from !== null))
          expect(compose(), `${cause} to ${to}`).toContain('update deliveries d set status')
        else expect(compose, `${cause} to ${to}`).toThrow(`${cause} never leads to '${to}'`)
      }
  })

  it('only the SQL of the status writer assigns the status or the history of a delivery', () => {
    const sources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(project, 'src', path), 'utf8') }))
    expect(sources.filter(({ text }) => assignsStatus(text)).map(({ path }) => path)).toEqual([])
    const inserting = sources.filter(({ text }) => /\b(?:insert|merge) into deliveries\b/i.test(text))
    expect(inserting.map(({ path }) => path)).toEqual(['store/admission/record.ts'])
    expect(inserting[0]?.text).toMatch(/\$\{ACCEPTED\.status\}.*\n.*\$\{ACCEPTED\.history\}/)
  })

  it.each([
    [`update deliveries d set ready = false, status = $1 from r where d.id = r.id`, true],
    [`UPDATE ONLY deliveries SET history = '[]'`, true],
    [`update deliveries set lease_until = $1 where status = 'sending'`, false],
    [`update outgoing set status = 'held'`, false],
  ])('detects whether the statement "%s" assigns the status or the history of a delivery: %s', (text, isFound) =>
    expect(assignsStatus(text)).toBe(isFound),
  )
})

/**
 * Returns whether an update of deliveries assigns the status or the history. Only the text between SET and the next
 * clause counts.
 */
function assignsStatus(text: string): boolean {
  const [, ...statements] = text.split(/\bupdate (?:only )?deliveries\b/i)
  return statements.some((statement) => {
    const assignments = statement.split(/\b(?:from|where|returning)\b|`/i)[0] ?? ''
    return /\b(?:status|history)\s*=/.test(assignments)
  })
}

const now = new Date('2030-01-05T10:00:00Z')
const at = now.toISOString()
const LANE = 7

/**
 * Every function of the store that changes the status of a delivery. `claimable` is the column that must be true before
 * a claim.
 */
const changes: {
  cause: TransitionCause
  to: DeliveryStatus
  claimable?: 'ready' | 'parked'
  make(tx: Transaction, id: number): Promise<unknown>
}[] = [
  {
    cause: 'claim',
    to: 'sending',
    claimable: 'ready',
    make: (tx) => claimReady(tx, now, later(now, 55_000), [{ lane: LANE, most: 1 }]),
  },
  { cause: 'claim', to: 'sending', claimable: 'parked', make: (tx) => claimExpired(tx, now, later(now, 55_000), 1) },
  { cause: 'release', to: 'queued', make: (tx, id) => releaseClaims(tx, now, [{ id, claim_version: 1 }]) },
  ...(['sent', 'queued', 'failed', 'delivered', 'read', 'sending'] as const).map((to) => ({
    cause: 'settlement' as const,
    to,
    make: (tx: Transaction, id: number) => settleLeased(tx, now, [settleRow(id, to as SettleRow['status'])]),
  })),
  {
    cause: 'confirmation',
    to: 'sent',
    make: (tx, id) => confirmSent(tx, now, { id, workspaceId: 1, lane: LANE, connectionId: LANE, externalId: 'x' }),
  },
  ...(['delivered', 'read'] as const).map((to) => ({
    cause: 'receipt' as const,
    to,
    make: (tx: Transaction, id: number) => advanceDeliveries(tx, now, 1, [id], to),
  })),
  ...(['receipt', 'cancellation'] as const).map((cause) => ({
    cause,
    to: 'failed' as const,
    make: (tx: Transaction, id: number) =>
      failDelivery(
        tx,
        now,
        { id, workspaceId: 1 },
        { because: cause === 'receipt' ? cause : 'cancelled', code: null, message: null },
      ),
  })),
]

function settleRow(id: number, status: SettleRow['status']): SettleRow {
  const nothing = { next_at: null, external_id: null, error_code: null, error_message: null, progress: null }
  return { id, claim_version: 1, status, ready: true, attempts_made: 1, captured: null, ...nothing }
}

describe.each(databases)('status writer, %s', (kind) => {
  let test: TestService
  const db = () => test.service.db
  beforeAll(async () => {
    // No worker runs: only the test changes statuses.
    test = await startTestService(kind, {}, 'api')
  })
  afterAll(() => test.stop())

  /**
   * Inserts a delivery with this status. A claim finds the delivery in any status, so that only the status writer can
   * refuse an illegal change.
   */
  const place = async (status: DeliveryStatus, claimable: 'ready' | 'parked' | undefined): Promise<number> => {
    await db().query({ text: 'delete from deliveries' })
    const { rows } = await db().query<{ id: number }>({
      text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug,
               priority, status, ready, parked, attempt, lease_until, next_at, created_at, expires_at, content, history, period, error_code, account)
             values (1, 1, 'live', $1, 1, 'Ada', 'channel', 'discord', 'hello', 1, $2, $3, $4, 1, $5, $6, $6, $6,
               '{"body":"Hello","actions":[],"attachments":[]}', jsonb_build_array(jsonb_build_object('status', $2::text, 'at', $7::text)),
               '2030-01-01', 'ambiguous', 'quota') returning id`,
      values: [
        ...[
          LANE,
          status,
          claimable === 'ready',
          claimable === 'parked',
          status === 'sending' ? later(now, 1000) : null,
        ],
        ...[now, at],
      ],
    })
    return rows[0]!.id
  }

  it.each(changes.map((change) => [change.cause, change.to, change] as const))(
    'the cause %s changes a status to %s only from legal statuses, and adds one history entry',
    async (cause, to, { claimable, make }) => {
      for (const from of statuses) {
        const id = await place(from, claimable)
        await transaction(db(), (tx) => make(tx, id)).catch(expectRefused)
        const { rows } = await db().query({
          text: `select status, history, ready, parked, lease_until is not null as leased, refunded from deliveries where id = $1`,
          values: [id],
        })
        const legal = transitions.some((known) => known.cause === cause && known.from === from && known.to === to)
        const line = { at, status: to }
        if (legal)
          expect(rows[0], `${from} to ${to}`).toEqual({
            ...{ status: to, history: [{ at, status: from }, line], ready: to === 'queued', parked: false },
            ...{ leased: to === 'sending', refunded: to === 'failed' },
          })
        else expect(rows[0], `${from} to ${to}`).toMatchObject({ status: from, history: [{ at, status: from }] })
      }
    },
  )
})

/** Expects PostgreSQL's not_null_violation: for an illegal change the writer sets the status to null. */
function expectRefused(error: unknown): void {
  expect(error).toMatchObject({ code: '23502', column: 'status' })
}

describe('concurrent status changes', () => {
  const DELIVERIES = 24
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('postgres', {}, 'api')
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  it('status histories and usage numbers pass the invariant checks after concurrent receipts, settlements and cancellations', async () => {
    const { db } = test.service
    await queueMessages(test, tenant, DELIVERIES, 'telegram')
    const { rows: lanes } = await db.query<{ lane: number }>({
      text: 'select distinct lane from deliveries where workspace_id = $1',
      values: [tenant.workspace],
    })
    const lane = lanes[0]!.lane
    const start = test.clock.now()
    const claimed = await claimReady(db, start, later(start, 55_000), [{ lane, most: DELIVERIES }])
    expect(claimed).toHaveLength(DELIVERIES)
    // A third of the deliveries returns to the queue. In the queue they may be cancelled before the provider confirms
    // them.
    await releaseClaims(db, start, claimed.slice(0, DELIVERIES / 3))
    await db.query({
      text: `with lost as (update deliveries set error_code = 'ambiguous' where status = 'queued' returning id, attempt)
             insert into attempts (delivery_id, attempt, started_at, ended_at, outcome)
             select id, attempt, $1, $1, 'ambiguous' from lost`,
      values: [start],
    })
    const place = { workspaceId: tenant.workspace, connectionId: lane, lane }
    const context = { ...place, channel: 'telegram', process: 'race' } as const
    const settler = createSettler(db, test.clock, 'race', (error) => {
      throw error
    })
    await Promise.all(
      claimed.flatMap((row) => {
        const externalId = `x${row.id}`
        const outcome = { class: 'sent' as const, externalId }
        const state = { now: start, attemptsMade: row.attempts_made, expiresAt: row.expires_at, jitter: 0 }
        const deliveryRef = { workspaceId: tenant.workspace, deliveryId: row.id }
        return [
          transaction(db, (tx) =>
            applyAcceptance(tx, start, context, { kind: 'taken', externalId, deliveryId: row.id }),
          ),
          settler.settle({ row, plan: planAfter(outcome, state), outcome, startedAt: start, endedAt: start }),
          cancelDelivery(db, start, tenant.workspace, row.id).catch((error: { refusal?: { code: string } }) =>
            expect(error.refusal?.code).toBe('conflict'),
          ),
          applyReceipt(db, start, 'race', { ...deliveryRef, status: 'read' }),
          applyReceipt(db, start, 'race', { ...deliveryRef, status: 'failed' }),
          transaction(db, (tx) =>
            takeReceipt(tx, start, context, { kind: 'receipt', externalId, status: 'delivered', at: start }),
          ),
        ]
      }),
    )
    const { mismatches, accepted, waiting } = await checkInvariants(db)
    expect(mismatches).toEqual([])
    expect([accepted, waiting]).toEqual([DELIVERIES, 0])
    const { rows: unappliedReceipts } = await db.query({
      text: `select d.id, d.status, d.history from receipts r join deliveries d on d.lane = r.connection_id and d.external_id = r.external_id
             where r.delivery_id is null`,
    })
    expect(unappliedReceipts).toEqual([])
  })
})
