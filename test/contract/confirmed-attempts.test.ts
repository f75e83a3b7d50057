// A provider confirms a message after the worker of the message was lost. The attempt is assigned to the connection
// that received the confirmation.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endLostLeases } from '../../src/delivery/lost-leases.ts'
import { applyAcceptance, takeReceipt } from '../../src/delivery/receipts/taking.ts'
import { later } from '../../src/lib/clock.ts'
import { transaction } from '../../src/store/database.ts'
import { claimReady, releaseClaims } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

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

it('after a worker was lost, applies a receipt for its message only from the connection that received the confirmation of the provider', async () => {
  const { db } = test.service
  const now = test.clock.now()
  await queueMessages(test, tenant, 1, 'telegram')
  const { rows } = await db.query<{ id: number; lane: number }>({ text: 'select id, lane from deliveries' })
  const [{ id, lane } = { id: 0, lane: 0 }] = rows
  const claimed = await claimReady(db, now, later(now, 55_000), [{ lane, most: 1 }])
  expect(claimed).toHaveLength(1)
  // The state after a lost lease: the message is in the queue again, and its ambiguous attempt names no connection.
  await releaseClaims(db, now, claimed)
  await db.query({
    text: `with lost as (update deliveries set error_code = 'ambiguous' where id = $1 returning id, attempt)
           insert into attempts (delivery_id, attempt, started_at, ended_at, outcome)
           select id, attempt, $2, $2, 'ambiguous' from lost`,
    values: [id, now],
  })
  const second = {
    workspaceId: tenant.workspace,
    lane,
    connectionId: lane + 1000,
    channel: 'telegram',
    process: 'one',
  } as const
  const externalId = 'x1'
  await transaction(db, (tx) => applyAcceptance(tx, now, second, { kind: 'taken', externalId, deliveryId: id }))
  const receipt = { kind: 'receipt', externalId, status: 'delivered', at: now } as const
  await transaction(db, (tx) => takeReceipt(tx, now, { ...second, connectionId: lane }, receipt))
  const statusNow = async () =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body.status
  expect(await statusNow()).toBe('sent')
  await transaction(db, (tx) => takeReceipt(tx, now, second, receipt))
  expect(await statusNow()).toBe('delivered')
})

it('a message that forbids duplicates fails when its worker is lost, and a later receipt is shown and changes nothing', async () => {
  const { db } = test.service
  const recipient = { telegram_chat_id: '9', name: 'Ada' }
  const message = { recipient, template: 'hello', vars: { name: 'Ada' }, duplicates: 'never' }
  const { body } = await test.send(tenant.liveKey, message)
  const id: number = body.delivery_id
  const now = test.clock.now()
  const { rows } = await db.query<{ lane: number }>({ text: 'select lane from deliveries where id = $1', values: [id] })
  const lane = rows[0]?.lane ?? 0
  expect(await claimReady(db, now, later(now, 55_000), [{ lane, most: 1 }])).toHaveLength(1)
  await endLostLeases(db, later(now, 56_000), 'one')
  const timeline = async () => (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const failed = { status: 'failed', reason: 'ambiguous', refunded: true }
  expect(await timeline()).toMatchObject({ ...failed, attempts: [{ outcome: 'ambiguous', connection: null }] })

  const context = {
    workspaceId: tenant.workspace,
    lane,
    connectionId: lane,
    channel: 'telegram',
    process: 'one',
  } as const
  const receipt = { kind: 'receipt', externalId: 'late1', deliveryId: id, status: 'delivered', at: now } as const
  await transaction(db, (tx) => takeReceipt(tx, now, context, receipt))
  expect(await timeline()).toMatchObject({ ...failed, receipts: [{ status: 'delivered', applied: false }] })
})
