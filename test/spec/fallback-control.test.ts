// Members control fallbacks. Also tests the events, crashes, and starts at the same time as receipts and presses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyReceipt } from '../../src/delivery/receipts/forward.ts'
import { action, click } from '../harness/buttons.ts'
import { type FallbackTools, startFallbackTest, threeSteps } from '../harness/fallbacks.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('control of fallbacks on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let tools: FallbackTools
  beforeAll(async () => {
    ;({ test, tenant, tools } = await startFallbackTest(kind))
  })
  afterAll(() => test.stop())

  const actions = [action('ok')]
  const at = (id: number, what = '') => `/workspaces/${tenant.workspace}/fallbacks/${id}${what}`

  it('a member reads a fallback, starts its next step at once, and stops it [D168]', async () => {
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions })
    await test.settled(tenant, id, 'sent')
    const started = await test.manage('POST', at(id, '/start'))
    expect([started.status, started.body.id]).toEqual([202, id])
    await tools.states(id, 'started', 'started', 'waiting')
    const stopped = await test.manage('POST', at(id, '/stop'))
    expect([stopped.status, stopped.body.state, stopped.body.ended_reason]).toEqual([200, 'ended', 'stopped'])
    expect((await test.manage('POST', at(id, '/stop'))).status).toBe(409)
    expect((await test.manage('POST', at(id, '/start'))).status).toBe(409)
    expect((await test.manage('GET', at(id))).body).toEqual(await tools.read(id))
    const timeline = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    expect(timeline.body.fallback).toEqual(await tools.read(id))
  })

  it('starts and stops a fallback by a request with an empty JSON body', async () => {
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions })
    await test.settled(tenant, id, 'sent')
    expect((await test.manage('POST', at(id, '/start'), '')).status).toBe(202)
    expect((await test.manage('POST', at(id, '/stop'), '')).status).toBe(200)
    expect((await test.manage('POST', at(id, '/stop'), '{')).body.error).toBe('malformed_json')
  })

  it('accepts an empty JSON body where the body is optional', async () => {
    const path = `/workspaces/${tenant.workspace}/subscriptions`
    const made = await test.manage('POST', path, { url: 'http://127.0.0.1:9/events', events: ['delivery.sent'] })
    const rotated = await test.manage('POST', `${path}/${made.body.id}/rotate-secret`, '')
    expect([rotated.status, typeof rotated.body.secret]).toEqual([200, 'string'])
  })

  it('returns 404 for a fallback of another workspace and for a delivery without a fallback', async () => {
    const { delivery_id: id } = await tools.send({})
    expect((await test.manage('GET', at(id))).status).toBe(404)
    const other = await test.tenant()
    const { delivery_id: own } = await tools.send({ fallback: threeSteps, actions })
    for (const what of ['/stop', '/start'])
      expect((await test.manage('POST', `/workspaces/${other.workspace}/fallbacks/${own}${what}`)).status).toBe(404)
  })

  it('records the events of a fallback for a subscription that selects them', async () => {
    const added = await test.manage('POST', `/workspaces/${tenant.workspace}/subscriptions`, {
      url: 'http://127.0.0.1:9/hook',
      events: ['fallback.step_started', 'fallback.ended'],
    })
    expect(added.status).toBeLessThan(300)
    const { delivery_id: id } = await tools.send({
      fallback: [{ channel: 'whatsapp' }, { channel: 'sms', after: '5m' }],
    })
    await tools.minutesAfter(id, 5)
    const { steps } = await tools.ended(id)
    const { rows } = await test.service.db.query<{ body: string }>({
      text: `select body from outgoing where body::text like $1 order by id`,
      values: [`%"${id}"%`],
    })
    const bodies = rows.map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body))
    const second = String(steps[1]!.delivery_id)
    expect(bodies).toMatchObject([
      {
        type: 'fallback.step_started',
        data: { fallback_id: String(id), step: 2, channel: 'sms', message_id: second, previous_status: 'sent' },
      },
      {
        type: 'fallback.ended',
        data: { fallback_id: String(id), reason: 'last_step', steps_started: 2, message_id: second },
      },
    ])
  })

  it('starts no step after a receipt that was committed before the start [D166]', async () => {
    const sent = await Promise.all(
      Array.from({ length: 20 }, () =>
        tools.send({ fallback: [{ channel: 'whatsapp' }, { channel: 'sms', after: '5m' }] }),
      ),
    )
    const ids = sent.map(({ delivery_id }) => Number(delivery_id))
    for (const id of ids) await test.settled(tenant, id, 'sent')
    test.clock.advance(5 * 60_000)
    const receipts = ids.map((deliveryId) =>
      applyReceipt(test.service.db, test.clock.now(), 'test', {
        workspaceId: tenant.workspace,
        deliveryId,
        status: 'delivered',
      }),
    )
    await Promise.all(receipts)
    const committed = test.clock.now()
    for (const id of ids) {
      const { steps } = await tools.ended(id)
      const [, second] = steps
      expect(['started', 'not_needed']).toContain(second!.state)
      if (second!.delivery_id === null) continue
      const { body } = await test.call('GET', `/deliveries/${second!.delivery_id}`, { key: tenant.testKey })
      expect(Date.parse(body.created_at)).toBeLessThanOrEqual(committed.getTime())
    }
  })

  it('accepts one press of all buttons when several are pressed at the same time', async () => {
    const { delivery_id: id, actions: buttons } = await tools.send({
      fallback: threeSteps,
      actions: [action('yes'), action('no'), action('later')],
    })
    await test.settled(tenant, id, 'sent')
    const pressed = await Promise.all(buttons.map(({ url }: { url: string }) => click(url)))
    expect(pressed.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410])
  })

  it.each([
    ['its step is stored', 'fallback_steps', ''],
    ['its delivery is marked', 'deliveries', 'of fallback_id'],
  ])(
    'a start that fails when %s changes nothing, and is repeated exactly once [D167]',
    async (_title, table, columns) => {
      const { db } = test.service
      const { delivery_id: id } = await tools.send({
        fallback: [{ channel: 'whatsapp' }, { channel: 'sms', after: '5m' }],
      })
      await test.settled(tenant, id, 'sent')
      await db.query({
        text: `create function cut_${kind}() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
      })
      await db.query({
        text: `create trigger cut before update ${columns} on ${table} for each row execute function cut_${kind}()`,
      })
      await tools.minutesAfter(id, 5)
      await tools.postponed(id)
      await tools.states(id, 'started', 'waiting')
      await db.query({ text: `drop function cut_${kind} cascade` })
      test.clock.advance(60_000)
      const { steps } = await tools.ended(id)
      const { rows } = await db.query<{ id: number }>({
        text: 'select id from deliveries where fallback_id = $1',
        values: [id],
      })
      expect(new Set(rows.map((row) => row.id))).toEqual(new Set([id, steps[1]!.delivery_id]))
    },
  )

  it('a step that always fails does not keep other steps from starting, and is started again each minute [D188]', async () => {
    const { db } = test.service
    const pair = { fallback: [{ channel: 'whatsapp' }, { channel: 'sms', after: '5m' }] }
    const bad = await tools.send(pair)
    const good = await tools.send(pair)
    await test.settled(tenant, bad.delivery_id, 'sent')
    await db.query({
      text: `create function cut_${kind}() returns trigger language plpgsql as $$
             begin if new.fallback_id = ${bad.delivery_id} then raise exception 'cut'; end if; return new; end $$`,
    })
    await db.query({
      text: `create trigger cut before update on fallback_steps for each row execute function cut_${kind}()`,
    })
    await tools.minutesAfter(good.delivery_id, 5)
    await tools.ended(good.delivery_id)
    await tools.postponed(bad.delivery_id)
    await db.query({ text: `drop function cut_${kind} cascade` })
    await tools.states(bad.delivery_id, 'started', 'waiting')
    test.clock.advance(60_000)
    await tools.ended(bad.delivery_id)
  })

  it('a resend of a step belongs to no fallback', async () => {
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions })
    await test.settled(tenant, id, 'sent')
    const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${id}/resend`)
    expect(await tools.read(body.delivery_id)).toBeNull()
  })

  it('a moved first step moves the times of all steps', async () => {
    const inAnHour = () => new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions, scheduled_for: inAnHour() })
    test.clock.advance(30 * 60_000)
    const path = `/workspaces/${tenant.workspace}/deliveries/${id}`
    expect((await test.manage('PATCH', path, { scheduled_for: inAnHour() })).status).toBe(200)
    test.clock.advance(45 * 60_000)
    await tools.states(id, 'started', 'waiting', 'waiting')
    test.clock.advance(15 * 60_000)
    await tools.minutesAfter(id, 15)
    await tools.states(id, 'started', 'started', 'waiting')
  })

  it('keeps the messages of an open fallback, and deletes an ended fallback with its first message', async () => {
    const { dropOldDeliveries } = await import('../../src/store/installation/retention.ts')
    const drop = () => dropOldDeliveries(test.service.db, new Date(test.clock.now().getTime() + 1000), 0, 10_000)
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions })
    await test.settled(tenant, id, 'sent')
    await drop()
    await tools.states(id, 'started', 'waiting', 'waiting')
    await test.manage('POST', at(id, '/stop'))
    await drop()
    for (const table of ['fallbacks', 'fallback_steps']) {
      const column = table === 'fallbacks' ? 'id' : 'fallback_id'
      const { rows } = await test.service.db.query({
        text: `select * from ${table} where ${column} = $1`,
        values: [id],
      })
      expect(rows).toEqual([])
    }
  })
})
