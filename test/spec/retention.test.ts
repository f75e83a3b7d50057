// Retention. Ended messages are deleted page by page. Pending messages, counters and the ledger of credits stay.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropOldMarks } from '../../src/store/installation/retention.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const DAY = 86_400_000

describe.each(databases)('retention, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const message = {
    recipient: { telegram_chat_id: '1', name: 'Ada' },
    template: 'hello',
    vars: { name: 'Ada' },
    channel: 'telegram',
  }
  beforeAll(async () => {
    test = await startTestService(kind, { RETENTION_DAYS: '30' })
    provider = await startProvider()
    provider.reply(({ text }) =>
      text.includes('"9"')
        ? { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } }
        : { body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } },
    )
    tenant = await createConnectedTenant(test, provider, { quota: 2 })
    await test.manage('POST', `/workspaces/${tenant.workspace}/credits`, { amount: 50, note: 'A start' })
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const send = async (more: object = {}, key = tenant.liveKey) =>
    (await test.send(key, { ...message, ...more })).body.delivery_id as number
  const rows = async (text: string, values: unknown[] = []) => (await test.service.db.query({ text, values })).rows
  const count = async (table: string, id: number) =>
    Number((await rows(`select count(*) as n from ${table} where delivery_id = $1`, [id]))[0]!.n)
  const isGone = async (id: number, { workspace } = tenant) =>
    (await test.manage('GET', `/workspaces/${workspace}/deliveries/${id}`)).status === 404
  const readCounters = async () => ({
    credits: (await test.manage('GET', `/workspaces/${tenant.workspace}/credits`)).body,
    days: await rows('select * from usage_days order by 1, 2'),
    channels: await rows('select * from usage_channels order by 1, 2, 3'),
    periods: await rows('select * from usage_periods order by 1, 2'),
    people: await rows('select id, name from recipients order by id'),
    audit: await rows('select count(*) from audit_log'),
  })

  it('deletes ended messages with all related rows after RETENTION_DAYS, and keeps pending messages and counters [D52]', async () => {
    const actions = [{ slug: 'yes', label: 'Yes', callback_url: `${provider.url}/taken` }]
    const sent = await send({ actions })
    const failed = await send({ recipient: { telegram_chat_id: '9' } })
    const paid = await send()
    const tested = await send({}, tenant.testKey)
    const scheduled = await send({ scheduled_for: new Date(test.clock.now().getTime() + 300 * DAY).toISOString() })
    await test.settled(tenant, sent, 'sent')
    await test.settled(tenant, failed, 'failed')
    await test.settled(tenant, paid, 'sent')
    await test.settled(tenant, tested, 'sent')
    const before = await readCounters()
    expect(before.credits.data.length).toBeGreaterThan(1)
    expect(await count('attempts', sent)).toBe(1)
    expect(await count('action_tokens', sent)).toBe(1)
    expect(await count('test_messages', tested)).toBe(1)

    test.clock.advance(20 * DAY)
    const later = await send({ idempotency_key: 'a-day-before' })
    await test.settled(tenant, later, 'sent')
    test.clock.advance(DAY)
    expect(await isGone(sent)).toBe(false)
    const between = await readCounters()
    test.clock.advance(10 * DAY)
    await test.until(async () => (await isGone(sent)) && (await isGone(failed)) && (await isGone(paid)))
    await test.until(() => isGone(tested))

    for (const table of ['attempts', 'action_tokens', 'test_messages', 'attachments', 'receipts'])
      for (const id of [sent, failed, paid, tested]) expect([table, id, await count(table, id)]).toEqual([table, id, 0])
    expect(await isGone(later)).toBe(false)
    expect((await test.settled(tenant, scheduled, 'queued')).status).toBe('queued')
    expect(await readCounters()).toEqual(between)
    expect(between.channels.length).toBeGreaterThanOrEqual(before.channels.length)
  })

  it('counts the days of retention from the end of a message, not from its admission', async () => {
    const at = await send()
    const id = await send({ scheduled_for: new Date(test.clock.now().getTime() + 20 * DAY).toISOString() })
    await test.settled(tenant, at, 'sent')
    test.clock.advance(20 * DAY + 60_000)
    await test.settled(tenant, id, 'sent')
    test.clock.advance(11 * DAY)
    await test.until(() => isGone(at))
    expect(await isGone(id)).toBe(false)
    test.clock.advance(20 * DAY)
    await test.until(() => isGone(id))
  })

  it('deletes the sensitive marks of a removed template when no message and no automation of that template remains', async () => {
    // This test needs a new tenant: in the tenant of the other tests, the service would keep the sensitive marks for
    // older messages.
    const own = await createConnectedTenant(test, provider)
    const at = `/workspaces/${own.workspace}`
    const locales = { en: { body: 'Hello {{name}}' } }
    const marks = async () =>
      (await rows('select slug from dropped_marks where workspace_id = $1 order by slug', [own.workspace])).map(
        ({ slug }) => slug,
      )
    for (const slug of ['for-automation', 'for-message'])
      await test.manage('POST', `${at}/templates`, { slug, name: 'Login', locales, sensitive: ['name'] })
    const automation = await test.manage('POST', `${at}/automations`, {
      name: 'Login',
      trigger: { type: 'contact.tagged', tag: 'x' },
      source: own.source,
      template: 'for-automation',
      vars: { name: 'Ada' },
    })
    const scheduled = new Date(test.clock.now().getTime() + 20 * DAY).toISOString()
    const id = await send({ template: 'for-message', scheduled_for: scheduled }, own.liveKey)
    for (const slug of ['for-automation', 'for-message']) await test.manage('DELETE', `${at}/templates/${slug}`)
    expect(await marks()).toEqual(['for-automation', 'for-message'])
    test.clock.advance(20 * DAY + 60_000)
    await test.settled(own, id, 'sent')
    const late = await send({}, own.liveKey)
    await test.settled(own, late, 'sent')
    test.clock.advance(11 * DAY)
    const other = await send({}, own.liveKey)
    await test.settled(own, other, 'sent')
    expect(await marks()).toEqual(['for-automation', 'for-message'])
    test.clock.advance(20 * DAY)
    await test.until(() => isGone(id, own))
    // The job that scans the marks may have ended before the message was deleted. Its next scan begins in an hour.
    test.clock.advance(3_600_000)
    await test.until(async () => (await marks()).length === 1)
    expect(await marks()).toEqual(['for-automation'])
    await test.manage('DELETE', `${at}/automations/${automation.body.id}`)
    test.clock.advance(3_600_000)
    await test.until(async () => (await marks()).length === 0)
  })

  it('keeps the sensitive marks of a removed template while a connection is paused and the message that caused the pause is unknown', async () => {
    const { workspace, source } = await createConnectedTenant(test, provider)
    const at = `/workspaces/${workspace}`
    const locales = { en: { body: 'Hello {{name}}' } }
    await test.manage('POST', `${at}/templates`, { slug: 'login', name: 'Login', locales, sensitive: ['name'] })
    await test.manage('DELETE', `${at}/templates/login`)
    const marks = () => rows('select slug from dropped_marks where workspace_id = $1', [workspace])
    // A process of 0.1.0 stores a pause without the message that caused it.
    await rows(
      `update connections set paused_until = 'infinity', pause_reason = 'no Ada here' where workspace_id = $1 and channel = 'telegram'`,
      [workspace],
    )
    // Scan only this workspace. The scan of the running service covers all workspaces and may take longer.
    const walk = () => dropOldMarks(test.service.db, test.clock.now(), workspace - 1, 1)
    test.clock.advance(31 * DAY)
    await walk()
    expect(await marks()).toEqual([{ slug: 'login' }])
    await test.manage('POST', `${at}/sources/${source}/connections/telegram/resume`)
    await walk()
    expect(await marks()).toEqual([])
  })

  it('an idempotency key replays its delivery while the key is valid, and creates a new delivery after the message was deleted', async () => {
    const once = { idempotency_key: 'kept' }
    const id = await send(once)
    expect((await test.send(tenant.liveKey, { ...message, ...once })).body.delivery_id).toBe(id)
    await test.settled(tenant, id, 'sent')
    test.clock.advance(32 * DAY)
    await test.until(() => isGone(id))
    const again = await test.send(tenant.liveKey, { ...message, ...once })
    expect(again.status).toBe(202)
    expect(again.body.delivery_id).not.toBe(id)
  })

  it('deletes ten thousand messages page by page while new messages are sent', async () => {
    const model = await send()
    await test.settled(tenant, model, 'sent')
    await rows(
      `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
         status, ready, next_at, created_at, expires_at, content, history, period)
       select workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
         status, ready, next_at, created_at, expires_at, content, history, period
       from deliveries, generate_series(1, 10000) where id = $1`,
      [model],
    )
    const left = async () => Number((await rows(`select count(*) as n from deliveries where id >= $1`, [model]))[0]!.n)
    expect(await left()).toBe(10_001)
    test.clock.advance(32 * DAY)
    const during = await send()
    await test.settled(tenant, during, 'sent')
    await test.until(async () => (await left()) === 1)
    expect(await isGone(during)).toBe(false)
  })

  it('deletes inbound messages that are older than RETENTION_DAYS', async () => {
    const conversation = (
      await rows(
        `insert into conversations (workspace_id, recipient_id, channel, connection_id, last_inbound_at, created_at)
         values ($1, 1, 'telegram', 1, $2, $2) returning id`,
        [tenant.workspace, test.clock.now()],
      )
    )[0]!.id
    const write = (name: string, at: Date) =>
      rows(
        `insert into messages (workspace_id, conversation_id, connection_id, provider_id, body, at, received_at) values ($1, $2, 1, $3, 'Hi', $4, $4)`,
        [tenant.workspace, conversation, name, at],
      )
    await write('old', new Date(test.clock.now().getTime() - 40 * DAY))
    await write('new', test.clock.now())
    test.clock.advance(3_600_000)
    await test.until(async () => (await rows('select provider_id from messages')).length === 1)
    expect(await rows('select provider_id from messages')).toEqual([{ provider_id: 'new' }])
  })
})

it('keeps every message when RETENTION_DAYS is 0', async () => {
  const test = await startTestService('embedded', { RETENTION_DAYS: '0' })
  try {
    const tenant = await test.tenant()
    const { body } = await test.send(tenant.testKey, {
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    await test.settled(tenant, body.delivery_id, 'sent')
    test.clock.advance(2000 * DAY)
    const next = await test.send(tenant.testKey, {
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    await test.settled(tenant, next.body.delivery_id, 'sent')
    const delivery = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${body.delivery_id}`)
    expect(delivery.status).toBe(200)
  } finally {
    await test.stop()
  }
})
