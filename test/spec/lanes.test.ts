// Independent lanes. A throttled, paused, removed or failing connection delays no other connection and loses no
// message.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimReady } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startFaultyMailServer } from '../harness/smtp-faults.ts'

describe.each(databases)('lanes of connections, %s', (kind) => {
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    test = await startTestService(kind, { WORKER_SLOTS: '8' })
    provider = await startProvider()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const botAnswers = { ok: true, result: { message_id: 7, chat: { id: 42 } } }
  const hello = { template: 'hello', vars: { name: 'Ada' } }
  const toChat = (chat: string) => ({ ...hello, recipient: { telegram_chat_id: chat, name: 'Ada' } })
  const toDiscord = (chat: string) => ({ ...toChat(chat), channel: 'discord' })
  const accepted = async (tenant: Tenant, body: object): Promise<number> =>
    (await test.send(tenant.liveKey, body)).body.delivery_id
  const connection = (tenant: Tenant, channel: string) =>
    `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`
  const timeline = async (tenant: Tenant, id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const rows = async (sql: string, ...values: unknown[]) =>
    (await test.service.db.query<{ id: number }>({ text: sql, values })).rows.map(({ id }) => id)

  /**
   * Creates a tenant whose Telegram connection is paused because Telegram refused its token. The tenant has two pending
   * messages, which are not in the queue because of the pause.
   */
  const pausedTenant = async () => {
    provider.reply(() => ({ status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }))
    const tenant = await createConnectedTenant(test, provider)
    const attempted = await accepted(tenant, toChat('1'))
    await test.until(async () => (await test.manage('GET', connection(tenant, 'telegram'))).body.paused)
    const waiting = await accepted(tenant, toChat('2'))
    await test.until(async () => {
      const found = await rows('select id from deliveries where parked and id = any($1::bigint[])', [
        attempted,
        waiting,
      ])
      return found.length === 2
    })
    provider.reply(() => ({ body: botAnswers }))
    return { tenant, attempted, waiting }
  }
  const reconnect = (tenant: Tenant) =>
    test.manage('PUT', connection(tenant, 'telegram'), { settings: { bot_token: '2:new', api_base: provider.url } })

  it('a worker claims no delivery of a paused connection, even if the delivery is marked as ready', async () => {
    const { tenant, waiting } = await pausedTenant()
    const { db } = test.service
    const [lane] = await rows('select lane as id from deliveries where id = $1', waiting)
    await rows('update deliveries set parked = false, ready = true where id = $1', waiting)
    const now = test.clock.now()
    expect(await claimReady(db, now, now, [{ lane: lane!, most: 1 }])).toEqual([])
    expect((await reconnect(tenant)).status).toBe(200)
    await test.settled(tenant, waiting, 'sent')
  })

  it('a delivery that was moved to a later time while its connection was paused is sent at that time, not at the end of the pause [D15e]', async () => {
    const { tenant, attempted, waiting } = await pausedTenant()
    const later = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const moved = await test.manage('PATCH', `/workspaces/${tenant.workspace}/deliveries/${waiting}`, {
      scheduled_for: later,
    })
    expect(moved.status).toBe(200)
    expect((await reconnect(tenant)).status).toBe(200)
    await test.settled(tenant, attempted, 'sent')
    expect(await rows('select id from deliveries where parked and id = $1', waiting)).toEqual([])
    expect((await timeline(tenant, waiting)).status).toBe('queued')
    test.clock.advance(3_601_000)
    await test.settled(tenant, waiting, 'sent')
  })

  it('pending deliveries fail with a reason when their paused connection is removed', async () => {
    const { tenant, attempted, waiting } = await pausedTenant()
    expect((await test.manage('DELETE', connection(tenant, 'telegram'))).status).toBe(204)
    for (const id of [attempted, waiting])
      expect((await test.settled(tenant, id, 'failed')).attempts.at(-1).reason).toContain('removed')
  })

  it('a delivery that a worker claimed and released without an attempt can be moved to a later time [D15e]', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const tenant = await createConnectedTenant(test, provider)
    let attempts = 0
    let seen = 0
    // A lane has at most six claims: four attempts in flight and two prefetched deliveries. Five equal readings show
    // that the number stays at six.
    const claimedAhead = async () => {
      const sql = `select id from deliveries where status = 'sending' and workspace_id = $1`
      seen = (await rows(sql, tenant.workspace)).length === 6 ? seen + 1 : 0
      return seen === 5
    }
    // The first message is throttled while other attempts are in flight, so the worker releases the prefetched
    // deliveries.
    provider.reply(async ({ text }) => {
      // This request may be the retry of a message from an earlier test.
      if (!text.includes('given back')) return { status: 404, body: {} }
      if (attempts++ > 0) await answered
      else await test.until(claimedAhead)
      return { status: 429, headers: { 'retry-after': '30' }, body: {} }
    })
    const messages = Array.from({ length: 40 }, (_, index) => ({
      ...toDiscord(`m${index}`),
      vars: { name: 'given back' },
    }))
    await Promise.all(messages.map((message) => accepted(tenant, message)))
    const [id] = await test.until(async () => {
      const found = await rows(
        `select id from deliveries d where workspace_id = $1 and status = 'queued' and attempt > 0
           and not exists (select from attempts a where a.delivery_id = d.id)`,
        tenant.workspace,
      )
      return found.length > 0 && found
    })
    answer()
    const at = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const moved = await test.manage('PATCH', `/workspaces/${tenant.workspace}/deliveries/${id}`, { scheduled_for: at })
    expect(moved.status).toBe(200)
  })

  it('a mail server that hangs delays only the messages of its connection', async () => {
    const mail = await startFaultyMailServer({ mail: 'hang' })
    try {
      provider.reply(() => ({ body: botAnswers }))
      const stuck = await test.tenant()
      const settings = { url: mail.url, from: 'Shop <hello@shop.example>' }
      expect((await test.manage('PUT', connection(stuck, 'email'), { settings })).status).toBe(200)
      const toMail = (name: string) => ({ ...hello, recipient: { email: `${name}@example.com`, locale: 'en' } })
      const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => accepted(stuck, toMail(`lane${index}`))))
      await test.until(async () => mail.open() === 4)
      const healthy = await createConnectedTenant(test, provider)
      await test.settled(healthy, await accepted(healthy, toChat('4')), 'sent')

      mail.setScript({})
      mail.closeConnections()
      const attemptsOfAll = async () =>
        (await Promise.all(ids.map((id) => timeline(stuck, id)))).map(({ attempts }) => attempts)
      await test.until(async () => (await attemptsOfAll()).every((attempts) => attempts.length === 1))
      test.clock.advance(40_000)
      for (const id of ids) await test.settled(stuck, id, 'sent')
      const outcomes = (await attemptsOfAll()).map((attempts) =>
        attempts.map(({ outcome }: { outcome: string }) => outcome),
      )
      expect(outcomes.filter(([first]) => first === 'retryable')).toEqual(Array(4).fill(['retryable', 'sent']))
      expect(mail.messages).toHaveLength(8)
    } finally {
      await mail.stop()
    }
  })

  it('a connection whose secrets cannot be decrypted is paused with a reason, and other connections continue to send', async () => {
    provider.reply(() => ({ body: botAnswers }))
    const broken = await createConnectedTenant(test, provider)
    const healthy = await createConnectedTenant(test, provider)
    await test.service.db.query({
      text: `with broken as (update provider_connections set secrets = '\\x00' where workspace_id = $1)
             update connections set version = version + 1 where workspace_id = $1`,
      values: [broken.workspace],
    })
    const [stuck, sent] = await Promise.all([accepted(broken, toChat('3')), accepted(healthy, toChat('3'))])
    await test.settled(healthy, sent, 'sent')
    const paused = await test.until(async () => {
      const { body } = await test.manage('GET', connection(broken, 'telegram'))
      return body.paused && body
    })
    expect(paused.pause_reason).toContain('MASTER_KEY')
    await reconnect(broken)
    await test.settled(broken, stuck, 'sent')
  })

  it('a resend uses the address and the language of the original message, not the current address and language of the recipient', async () => {
    provider.reply(() => ({ body: botAnswers }))
    const tenant = await createConnectedTenant(test, provider)
    const first = await test.send(tenant.liveKey, toChat('stored'))
    await test.settled(tenant, first.body.delivery_id, 'sent')
    const other = { id: first.body.recipient.id, telegram_chat_id: 'stated', locale: 'en' }
    const second = await accepted(tenant, { ...hello, recipient: other, channel: 'telegram' })
    await test.settled(tenant, second, 'sent')
    const again = await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${second}/resend`)
    await test.settled(tenant, again.body.delivery_id, 'sent')
    expect(JSON.parse(provider.received.at(-1)!.text)).toMatchObject({ chat_id: 'stated', text: 'Hello Ada' })
  })
})
