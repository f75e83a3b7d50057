// Quiet hours: messages of a recipient or workspace wait for the end of a daily period.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('quiet hours on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let count = 0
  const success: Reply = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider, { quota: 1000 })
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })
  beforeEach(async () => {
    provider.reply(() => success)
    await setHours(null)
  })

  const workspace = () => `/workspaces/${tenant.workspace}`
  const setHours = async (quiet_hours: object | null) =>
    expect((await test.manage('PATCH', workspace(), { quiet_hours })).status).toBe(200)
  /** Returns the time on the clock of UTC, such as 22:00. */
  const clockTime = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString().slice(11, 16)
  /** Quiet hours from an hour ago until two hours ahead. */
  const around = () => ({ from: clockTime(-HOUR), to: clockTime(2 * HOUR), time_zone: 'UTC' })
  const endOf = () => {
    const end = new Date(test.clock.now().getTime() + 2 * HOUR)
    end.setUTCSeconds(0, 0)
    return end.toISOString()
  }
  const message = (more: object) => ({
    recipient: { telegram_chat_id: `quiet-${++count}` },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  const accepted = async (more: object = {}): Promise<number> => {
    const { status, body } = await test.send(tenant.liveKey, message(more))
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }
  const read = async (id: number) => (await test.manage('GET', `${workspace()}/deliveries/${id}`)).body

  it('a message accepted during quiet hours waits for their end, and its age limit moves with it [D172]', async () => {
    const [hours, end] = [around(), endOf()]
    await setHours(hours)
    const id = await accepted()
    const waiting = await read(id)
    expect(waiting).toMatchObject({ status: 'queued', deferred_until: end, next_at: end, attempts: [] })
    expect(Date.parse(waiting.expires_at) - Date.parse(end)).toBe(24 * HOUR)
    const expiring = await read(await accepted({ expires_after: '3h' }))
    expect(Date.parse(expiring.expires_at) - Date.parse(expiring.created_at)).toBe(3 * HOUR)
    test.clock.advance(2 * HOUR)
    expect(await test.settled(tenant, id, 'sent')).toMatchObject({ deferred_until: null })
  })

  it('messages pass that ignore quiet hours, have high priority, or use an essential template', async () => {
    await setHours(around())
    await test.settled(tenant, await accepted({ quiet_hours: 'ignore' }), 'sent')
    await test.settled(tenant, await accepted({ priority: 'high' }), 'sent')
    expect((await read(await accepted({ priority: 'high', quiet_hours: 'respect' }))).deferred_until).not.toBeNull()
  })

  it('a retry during quiet hours waits for their end without an attempt', async () => {
    provider.reply(() => ({ status: 503, body: {} }))
    const id = await accepted()
    await test.until(async () => (await read(id)).attempts.length === 1)
    const before = await read(id)
    await setHours(around())
    test.clock.advance(MINUTE)
    await test.until(async () => (await read(id)).deferred_until !== null)
    const deferred = await read(id)
    expect(deferred).toMatchObject({ status: 'queued', next_at: deferred.deferred_until })
    expect(deferred.attempts).toHaveLength(1)
    expect(Date.parse(deferred.expires_at)).toBeGreaterThan(Date.parse(before.expires_at))
    provider.reply(() => success)
    test.clock.advance(2 * HOUR)
    await test.settled(tenant, id, 'sent')
  })

  it('a deferred message that a bulk operation moves to another time no longer shows the end of the quiet hours', async () => {
    await setHours(around())
    const id = await accepted()
    expect((await read(id)).deferred_until).toBe(endOf())
    const scheduled_for = new Date(test.clock.now().getTime() + 8 * HOUR).toISOString()
    const operation = { action: 'reschedule', mode: 'live', ids: [id], scheduled_for }
    const { body } = await test.manage('POST', `${workspace()}/bulk-operations`, operation)
    await test.manage('POST', `${workspace()}/bulk-operations/${body.id}/start`)
    await test.until(async () => {
      // Workers claim operations once per second.
      test.clock.advance(1000)
      return (await read(id)).scheduled_for === scheduled_for
    })
    expect(await read(id)).toMatchObject({ next_at: scheduled_for, deferred_until: null })
  })

  it('the hours of a recipient replace those of the workspace', async () => {
    await setHours(around())
    const quiet_hours = { from: clockTime(3 * HOUR), to: clockTime(4 * HOUR), time_zone: 'UTC' }
    const created = await test.manage('POST', `${workspace()}/recipients`, {
      name: 'Ada',
      telegram_chat_id: 'own-hours',
      quiet_hours,
      time_zone: 'America/New_York',
    })
    expect(created.body).toMatchObject({ quiet_hours, time_zone: 'America/New_York' })
    await test.settled(tenant, await accepted({ recipient: { id: created.body.id } }), 'sent')
  })

  it('a retry of a message to a recipient with quiet hours waits for their end', async () => {
    provider.reply(() => ({ status: 503, body: {} }))
    const recipient = { name: 'Ada', telegram_chat_id: `own-hours-${kind}` }
    const created = await test.manage('POST', `${workspace()}/recipients`, recipient)
    const id = await accepted({ recipient: { id: created.body.id } })
    await test.until(async () => (await read(id)).attempts.length === 1)
    const at = `${workspace()}/recipients/${created.body.id}`
    expect((await test.manage('PATCH', at, { quiet_hours: around() })).status).toBe(200)
    test.clock.advance(MINUTE)
    await test.until(async () => (await read(id)).deferred_until !== null)
    expect((await read(id)).attempts).toHaveLength(1)
  })

  it('a waiting message is deferred and shows until when, in the list, the timeline and the answer to its key', async () => {
    await setHours(around())
    const id = await accepted()
    const waiting = {
      state: 'deferred',
      reason: 'quiet_hours',
      error_message: `waiting for quiet hours to end, until ${endOf()}`,
      deferred_until: endOf(),
    }
    expect(await read(id)).toMatchObject({ ...waiting, remedy: null, next_at: endOf() })
    const listed = async (state: string) =>
      (await test.manage('GET', `${workspace()}/deliveries?mode=live&state=${state}`)).body.data
    expect((await listed('deferred')).find((row: { id: number }) => row.id === id)).toMatchObject(waiting)
    expect((await listed('retrying,queued')).map((row: { id: number }) => row.id)).not.toContain(id)
    const { state: _, ...shown } = waiting
    expect((await test.call('GET', `/deliveries/${id}`, { key: tenant.liveKey })).body).toMatchObject(shown)
    const later = await accepted({ scheduled_for: new Date(test.clock.now().getTime() + HOUR).toISOString() })
    expect(await read(later)).toMatchObject({ state: 'scheduled', reason: null, deferred_until: endOf() })
  })

  it('a failed attempt that waits for quiet hours is deferred and not retrying', async () => {
    provider.reply(() => ({ status: 503, body: {} }))
    const id = await accepted()
    await test.until(async () => (await read(id)).attempts.length === 1)
    expect(await read(id)).toMatchObject({ state: 'retrying', reason: 'retryable' })
    await setHours(around())
    test.clock.advance(MINUTE)
    await test.until(async () => (await read(id)).state === 'deferred')
    await setHours(null)
    test.clock.advance(2 * HOUR)
    await test.until(async () => (await read(id)).attempts.length === 2)
    expect(await read(id)).toMatchObject({ state: 'retrying', reason: 'retryable' })
  })

  it('a member sends a deferred message now, and its timeline shows by whom [D194]', async () => {
    await setHours(around())
    const id = await accepted()
    const at = `${workspace()}/deliveries/${id}`
    const { status, body } = await test.manage('POST', `${at}/send-now`)
    expect([status, body.deferred_until]).toEqual([200, null])
    const sent = await test.settled(tenant, id, 'sent')
    const by = expect.objectContaining({ kind: 'token', name: expect.stringContaining('token') })
    expect(sent.changes).toEqual([expect.objectContaining({ kind: 'sent_now', by, at: expect.any(String) })])
    const again = await test.manage('POST', `${at}/send-now`)
    expect([again.status, again.body.message]).toEqual([
      409,
      `Delivery ${id} does not wait for quiet hours to end: its status is sent.`,
    ])
    expect((await test.manage('POST', `${workspace()}/deliveries/999999/send-now`)).status).toBe(404)
  })

  it('the retries of a message that was sent now ignore quiet hours, and a message that is moved respects them', async () => {
    provider.reply(() => ({ status: 503, body: {} }))
    await setHours(around())
    const id = await accepted()
    const scheduled_for = new Date(test.clock.now().getTime() + HOUR).toISOString()
    const scheduled = await accepted({ scheduled_for })
    const refused = await test.manage('POST', `${workspace()}/deliveries/${scheduled}/send-now`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Delivery ${scheduled} is scheduled. Reschedule it to send it earlier.`,
    ])
    await test.manage('POST', `${workspace()}/deliveries/${id}/send-now`)
    await test.until(async () => (await read(id)).attempts.length === 1)
    provider.reply(() => success)
    test.clock.advance(MINUTE)
    await test.settled(tenant, id, 'sent')
    const moved = await accepted()
    const now = test.clock.now().toISOString()
    await test.manage('PATCH', `${workspace()}/deliveries/${moved}`, { scheduled_for: now })
    await test.until(async () => (await read(moved)).state === 'deferred')
    expect((await read(moved)).attempts).toEqual([])
  })

  it('a dry run shows the end of the quiet hours', async () => {
    await setHours(around())
    const { body } = await test.call('POST', '/send?dry_run=true', { key: tenant.liveKey, body: message({}) })
    expect(body).toMatchObject({ status: 'queued', deferred_until: endOf() })
  })

  it('refuses quiet hours of a whole day and unknown time zones [D172b]', async () => {
    const refused = async (quiet_hours: object) => {
      const { status, body } = await test.manage('PATCH', workspace(), { quiet_hours })
      return [status, body.details]
    }
    expect(await refused({ from: '08:00', to: '08:00' })).toEqual([
      422,
      { 'quiet_hours.to': ['must differ from the beginning'] },
    ])
    expect(await refused({ from: '22:00', to: '08:00', time_zone: 'Europe/Rom' })).toEqual([
      422,
      { 'quiet_hours.time_zone': ['is not the name of a time zone, such as Europe/Rome'] },
    ])
    expect((await refused({ from: '24:00', to: '08:00' }))[0]).toBe(422)
  })
})
