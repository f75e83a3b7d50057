// Bulk operations: preview, progress, results for each delivery, stop, undo, limits and isolation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bulk } from '../../src/limits.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('bulk operations, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const fresh = async (options: Parameters<TestService['tenant']>[0] = {}) => {
    tenant = await test.tenant(options)
  }
  const at = (more = '') => `/workspaces/${tenant.workspace}/bulk-operations${more}`
  const sendAll = async (emails: string[], more: object = {}, key = tenant.testKey) => {
    const messages = emails.map((email) => ({
      recipient: { name: email.split('@')[0], email, locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    }))
    const { body } = await test.call('POST', '/send/batch', { key, body: { messages } })
    return body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id) as number[]
  }
  const deliveries = async (query: string) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries?mode=test&${query}`)).body.data
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR).toISOString()
  const preview = async (body: object) => test.manage('POST', at(), body)
  const run = async (id: number) => {
    expect((await test.manage('POST', at(`/${id}/start`))).status).toBe(202)
    return ended(id)
  }
  const ended = async (id: number) =>
    test.until(async () => {
      // Workers claim operations once per second.
      test.clock.advance(1000)
      const { body } = await test.manage('GET', at(`/${id}`))
      return body.state !== 'running' && body
    })
  const results = async (id: number, query = '') => (await test.manage('GET', at(`/${id}/results?${query}`))).body.data

  it('resends the deliveries that match a filter, and links each to its new delivery', async () => {
    await fresh()
    const failed = await sendAll(['bounce@sandbox.test', 'blocked@sandbox.test'])
    const [sent] = await sendAll(['ada@example.com'])
    for (const id of failed) await test.settled(tenant, id, 'failed')
    await test.settled(tenant, sent!, 'sent')
    const made = await preview({ action: 'resend', filter: { mode: 'test', state: 'failed', since: inHours(-1) } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ state: 'draft', total: 2, mode: 'test', actor: expect.stringContaining('token') })
    expect(made.body.preview).toMatchObject({ accepted: 2, refused: [], complete: true, searched_to: null })
    expect(await deliveries('')).toHaveLength(3)

    expect(await run(made.body.id)).toMatchObject({ state: 'done', total: 2, done: 2, refused: 0, can_undo: true })
    const rows = await results(made.body.id)
    expect(rows.map((row: { delivery_id: number }) => row.delivery_id)).toEqual(failed.toReversed())
    const created = rows.map((row: { new_delivery_id: number }) => row.new_delivery_id)
    for (const id of created) await test.settled(tenant, id, 'failed')
    expect((await deliveries('')).map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining(created))
    expect(await deliveries('')).toHaveLength(5)
    expect((await test.manage('POST', at(`/${made.body.id}/start`))).status).toBe(409)
  })

  it('cancels and refunds queued deliveries, and refuses the others with the reason', async () => {
    await fresh()
    const queued = await sendAll(['a@example.com', 'b@example.com'], { scheduled_for: inHours(2) })
    const [sent] = await sendAll(['c@example.com'])
    await test.settled(tenant, sent!, 'sent')
    const made = await preview({ action: 'cancel', mode: 'test', ids: [...queued, sent, 999_999, queued[0]] })
    expect(made.body.preview).toMatchObject({
      accepted: 2,
      refused: expect.arrayContaining([
        { code: 'not_queued', count: 1 },
        { code: 'not_found', count: 1 },
      ]),
    })
    expect(await run(made.body.id)).toMatchObject({ state: 'done', total: 4, done: 2, refused: 2, can_undo: false })
    const refused = await results(made.body.id, 'result=refused')
    expect(refused.map((row: { delivery_id: number }) => row.delivery_id)).toEqual([sent, 999_999])
    expect(refused[0]).toMatchObject({
      code: 'conflict',
      reason: expect.stringContaining(`Delivery ${sent} is not queued`),
    })
    expect((await deliveries('state=cancelled')).map(({ id }: { id: number }) => id)).toEqual(queued.toReversed())
    expect((await test.manage('POST', at(`/${made.body.id}/undo`))).status).toBe(409)
  })

  it('reschedules queued deliveries, and an undo moves them back to their earlier times', async () => {
    await fresh()
    const times = [inHours(2), inHours(3)]
    const ids = [
      ...(await sendAll(['a@example.com'], { scheduled_for: times[0] })),
      ...(await sendAll(['b@example.com'], { scheduled_for: times[1] })),
    ]
    const when = inHours(8)
    const made = await preview({ action: 'reschedule', mode: 'test', ids, scheduled_for: when })
    expect(await run(made.body.id)).toMatchObject({ done: 2, refused: 0, can_undo: true })
    const timesOf = async () =>
      (await deliveries('state=scheduled')).map((row: { scheduled_for: string }) => row.scheduled_for).toReversed()
    expect(await timesOf()).toEqual([when, when])
    const undo = await test.manage('POST', at(`/${made.body.id}/undo`))
    expect([undo.status, undo.body.undoes, undo.body.action]).toEqual([202, made.body.id, 'reschedule'])
    await ended(undo.body.id)
    expect(await timesOf()).toEqual(times)
    expect((await test.manage('GET', at(`/${made.body.id}`))).body).toMatchObject({
      undone_by: undo.body.id,
      can_undo: false,
    })
    expect((await test.manage('POST', at(`/${made.body.id}/undo`))).status).toBe(409)
    expect((await test.manage('GET', at())).body.data.map(({ id }: { id: number }) => id)).toEqual([
      undo.body.id,
      made.body.id,
    ])
  })

  it('an undo of a resend cancels only the new messages that were not sent yet', async () => {
    await fresh()
    const ids = await sendAll(['a@example.com', 'b@example.com'])
    for (const id of ids) await test.settled(tenant, id, 'sent')
    const made = await preview({ action: 'resend', mode: 'test', ids })
    await run(made.body.id)
    const created = (await results(made.body.id)).map((row: { new_delivery_id: number }) => row.new_delivery_id)
    for (const id of created) await test.settled(tenant, id, 'sent')
    // Put one message back into the queue, as if it waited for its connection.
    await test.service.db.query({
      text: `update deliveries set status = 'queued', ready = false, next_at = $2 where id = $1`,
      values: [created[0], new Date(test.clock.now().getTime() + HOUR)],
    })
    const undo = await test.manage('POST', at(`/${made.body.id}/undo`))
    expect(await ended(undo.body.id)).toMatchObject({ action: 'cancel', total: 2, done: 1, refused: 1 })
    expect((await deliveries('state=cancelled')).map(({ id }: { id: number }) => id)).toEqual([created[0]])
  })

  it('states what a resend of live messages costs, and how many messages neither quota nor credits can pay', async () => {
    await fresh({ quota: 3 })
    const ids = await sendAll(['bounce@sandbox.test', 'bounce2@sandbox.test'])
    await test.service.db.query({
      text: `update deliveries set mode = 'live', status = 'failed', ready = false where id = any($1::bigint[])`,
      values: [ids],
    })
    await test.service.db.query({
      text: `insert into usage_periods (workspace_id, period, quota_used) values ($1, $2, 2)
             on conflict (workspace_id, period) do update set quota_used = 2`,
      values: [tenant.workspace, `${test.clock.now().toISOString().slice(0, 7)}-01`],
    })
    const { body } = await preview({ action: 'resend', ids })
    expect(body.preview).toMatchObject({
      accepted: 2,
      cost: { quota: 1, whatsapp: 0, credits: 0, credits_left: 0, unpaid: 1 },
    })
    await test.manage('POST', `/workspaces/${tenant.workspace}/credits`, { amount: 50 })
    expect((await preview({ action: 'resend', ids })).body.preview.cost).toMatchObject({
      quota: 1,
      unpaid: 0,
      credits_left: 50,
    })
    expect((await preview({ action: 'resend', ids })).body.preview.cost.credits).toBeGreaterThan(0)
  })

  it('an undo that is refused because too many operations run can be repeated later', async () => {
    await fresh()
    const ids = await sendAll(['a@example.com', 'b@example.com'], { scheduled_for: inHours(2) })
    const made = await preview({ action: 'reschedule', mode: 'test', ids, scheduled_for: inHours(8) })
    expect(await run(made.body.id)).toMatchObject({ done: 2 })
    const others: number[] = []
    for (let n = 0; n < bulk.running; n++) {
      const { body } = await preview({ action: 'cancel', mode: 'test', ids })
      others.push(body.id)
      await test.service.db.query({
        text: `update bulk_operations set state = 'running', next_at = $2 where id = $1`,
        values: [body.id, new Date(test.clock.now().getTime() + HOUR)],
      })
    }
    expect((await test.manage('POST', at(`/${made.body.id}/undo`))).status).toBe(409)
    expect((await test.manage('GET', at(`/${made.body.id}`))).body).toMatchObject({ undone_by: null, can_undo: true })
    await test.manage('POST', at(`/${others[0]}/stop`))
    expect((await test.manage('POST', at(`/${made.body.id}/undo`))).status).toBe(202)
  })

  it('a stopped operation leaves its other deliveries unchanged', async () => {
    await fresh()
    const ids = await sendAll(['a@example.com'], { scheduled_for: inHours(2) })
    const made = await preview({ action: 'cancel', mode: 'test', ids })
    await test.service.db.query({
      text: `update bulk_operations set state = 'running', next_at = $2 where id = $1`,
      values: [made.body.id, new Date(test.clock.now().getTime() + HOUR)],
    })
    const stopped = await test.manage('POST', at(`/${made.body.id}/stop`))
    expect([stopped.status, stopped.body.state]).toEqual([200, 'stopped'])
    expect((await test.manage('POST', at(`/${made.body.id}/stop`))).status).toBe(409)
    expect((await results(made.body.id))[0]).toMatchObject({ result: null })
    expect(await deliveries('state=scheduled')).toHaveLength(1)
  })

  it('refuses invalid operations, and keeps operations and deliveries of other workspaces out of reach', async () => {
    await fresh()
    const foreign = await sendAll(['a@example.com'], { scheduled_for: inHours(2) })
    const made = await preview({ action: 'cancel', mode: 'test', ids: foreign })
    await fresh()
    for (const body of [
      { action: 'resend' },
      { action: 'resend', ids: [1], filter: {} },
      { action: 'delete', ids: [1] },
      { action: 'resend', ids: [] },
      { action: 'resend', ids: Array.from({ length: 5001 }, (_, n) => n + 1) },
      { action: 'resend', filter: { state: 'lost' } },
      { action: 'resend', filter: { mode: 'test' } },
      { action: 'reschedule', ids: [1] },
      { action: 'reschedule', ids: [1], scheduled_for: inHours(24 * 367) },
      { action: 'cancel', ids: [1], scheduled_for: inHours(1) },
    ])
      expect([body, (await preview(body)).status]).toEqual([body, 422])
    const other = await preview({ action: 'cancel', mode: 'test', ids: foreign })
    expect(other.body.preview).toMatchObject({ accepted: 0, refused: [{ code: 'not_found', count: 1 }] })
    expect(await run(other.body.id)).toMatchObject({ done: 0, refused: 1 })
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['POST', '/start'],
      ['POST', '/stop'],
      ['POST', '/undo'],
    ] as const)
      expect((await test.manage(method, at(`/${made.body.id}${path}`))).status).toBe(404)
  })
})
