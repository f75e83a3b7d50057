// Provider connections. A channel can have several provider connections in a defined order. Push has two provider
// connections.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instant } from '../../src/lib/text/date-time.ts'
import { transaction } from '../../src/store/database.ts'
import { requireWorkspace } from '../../src/workspaces/workspaces.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { serviceAccount } from '../harness/push.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

const KEY = 'a master key that all share'
const mailServer = (host: string) => ({ url: `smtp://user:secret@${host}:2525`, from: 'Shop <hello@shop.example>' })

describe.each(databases)('provider connections, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let mail: MailServer
  beforeAll(async () => {
    test = await startTestService(kind, { MASTER_KEY: KEY })
    provider = await startProvider()
    mail = await startMailServer()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
    await mail.stop()
  })

  const at = ({ workspace, source }: Tenant, channel: string) =>
    `/workspaces/${workspace}/sources/${source}/connections/${channel}`
  const connect = async (tenant: Tenant, channel: string, settings: object) => {
    const answer = await test.manage('PUT', at(tenant, channel), { settings })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }

  it('lists, adds, changes, orders and removes provider connections, and the route of the channel returns the first provider connection', async () => {
    const tenant = await test.tenant()
    const providers = `${at(tenant, 'email')}/providers`
    const first = await connect(tenant, 'email', mailServer('127.0.0.1'))
    const added = await test.manage('POST', providers, { provider: 'smtp', settings: mailServer('127.0.0.2') })
    expect(added).toMatchObject({
      status: 201,
      body: { provider: 'smtp', position: 2, settings: { host: '127.0.0.2' } },
    })
    expect((await test.manage('GET', providers)).body.data.map(({ id }: { id: number }) => id)).toEqual([
      first.id,
      added.body.id,
    ])
    expect((await test.manage('GET', at(tenant, 'email'))).body).toMatchObject({
      id: first.id,
      settings: first.settings,
    })

    const changed = await test.manage('PUT', `${providers}/${added.body.id}`, {
      settings: { ...added.body.settings, reply_to: 'help@shop.example' },
      version: 1,
    })
    expect(changed).toMatchObject({ status: 200, body: { version: 2, settings: { reply_to: 'help@shop.example' } } })
    const outdated = { settings: added.body.settings, version: 1 }
    expect((await test.manage('PUT', `${providers}/${added.body.id}`, outdated)).status).toBe(409)

    const ordered = await test.manage('PUT', `${providers}/order`, { order: [added.body.id, first.id] })
    expect(ordered.body.data).toMatchObject([
      { id: added.body.id, position: 1 },
      { id: first.id, position: 2 },
    ])
    expect((await test.manage('GET', at(tenant, 'email'))).body.id).toBe(added.body.id)
    expect(await test.manage('PUT', `${providers}/order`, { order: [first.id] })).toMatchObject({
      status: 422,
      body: { details: { order: [expect.stringContaining('each connection of the channel once')] } },
    })

    expect((await test.manage('DELETE', `${providers}/${added.body.id}`)).status).toBe(204)
    expect((await test.manage('GET', at(tenant, 'email'))).body.id).toBe(first.id)
    expect((await test.manage('DELETE', `${providers}/${first.id}`)).status).toBe(204)
    expect((await test.manage('GET', at(tenant, 'email'))).status).toBe(404)
    const { body: log } = await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log`)
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining([
        'addProviderConnection',
        'changeProviderConnection',
        'orderProviderConnections',
        'removeProviderConnection',
      ]),
    )
    expect(JSON.stringify(log)).not.toContain('secret@')
  })

  it('requires the secrets of a provider connection again when its destination changes', async () => {
    const tenant = await test.tenant()
    const providers = `${at(tenant, 'telegram')}/providers`
    const { id } = await connect(tenant, 'telegram', { bot_token: '1:a', api_base: provider.url })
    const moved = { settings: { bot_token: '••••', api_base: 'https://elsewhere.example' } }
    expect(await test.manage('PUT', `${providers}/${id}`, moved)).toMatchObject({
      status: 422,
      body: { details: { 'settings.bot_token': [expect.stringContaining('required again')] } },
    })
  })

  it('refuses a second bot for Telegram, an unknown provider, and provider connections of another workspace', async () => {
    const [tenant, other] = [await test.tenant(), await test.tenant()]
    const { id } = await connect(tenant, 'telegram', { bot_token: '1:a', api_base: provider.url })
    const telegram = `${at(tenant, 'telegram')}/providers`
    expect(await test.manage('POST', telegram, { settings: { bot_token: '2:b' } })).toMatchObject({
      status: 422,
      body: { details: { provider: [expect.stringContaining('belongs to one bot')] } },
    })
    await connect(tenant, 'email', mailServer('127.0.0.1'))
    expect(
      await test.manage('POST', `${at(tenant, 'email')}/providers`, { provider: 'pigeon', settings: {} }),
    ).toMatchObject({ status: 422, body: { details: { provider: [expect.stringContaining('smtp')] } } })
    await connect(other, 'telegram', { bot_token: '3:c', api_base: provider.url })
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { settings: { bot_token: '4:d' } } : undefined
      expect((await test.manage(method, `${at(other, 'telegram')}/providers/${id}`, body)).status).toBe(404)
    }
  })

  it('adding a provider connection connects a new channel, if the plan permits one more channel', async () => {
    const tenant = await test.tenant()
    const added = await test.manage('POST', `${at(tenant, 'telegram')}/providers`, {
      provider: 'bot_api',
      settings: { bot_token: '1:a', api_base: provider.url },
    })
    expect(added).toMatchObject({ status: 201, body: { provider: 'bot_api', position: 1, version: 1 } })
    const connected = await test.manage('GET', at(tenant, 'telegram'))
    expect(connected).toMatchObject({
      status: 200,
      body: { id: added.body.id, settings: added.body.settings, version: 1 },
    })
    const fcm = { service_account: serviceAccount(provider.url), api_base: provider.url }
    const push = await test.manage('POST', `${at(tenant, 'push')}/providers`, { provider: 'fcm', settings: fcm })
    expect(push).toMatchObject({ status: 201, body: { provider: 'fcm', position: 1 } })
    expect((await test.manage('GET', at(tenant, 'push'))).body.settings).toEqual({ fcm: push.body.settings })

    const small = await test.tenant({ plan: 'free' })
    const settings = mailServer('127.0.0.1')
    await connect(small, 'email', settings)
    await connect(small, 'push', { fcm })
    await connect(small, 'discord', { webhook_url: `${provider.url}/api/webhooks/1/a` })
    const most = await test.manage('POST', `${at(small, 'telegram')}/providers`, { settings: { bot_token: '1:a' } })
    expect(most).toMatchObject({ status: 422, body: { details: { channel: [expect.stringContaining('plan')] } } })
    const elsewhere = at({ ...small, source: tenant.source }, 'email')
    expect((await test.manage('POST', `${elsewhere}/providers`, { settings })).status).toBe(404)
  })

  it('an attempt stores the id of the first provider connection in the current order', async () => {
    const tenant = await test.tenant()
    const providers = `${at(tenant, 'email')}/providers`
    const first = await connect(tenant, 'email', { url: mail.url, from: 'first@shop.example' })
    const settings = { url: mail.url, from: 'second@shop.example' }
    const { body: second } = await test.manage('POST', providers, { settings })
    const sentThrough = async () => {
      const message = { recipient: { email: 'ada@customer.example' }, template: 'hello', vars: { name: 'Ada' } }
      const { body } = await test.call('POST', '/send', { key: tenant.liveKey, body: message })
      await test.settled(tenant, body.delivery_id, 'sent')
      const { rows } = await test.service.db.query({
        text: 'select connection_id from attempts where delivery_id = $1',
        values: [body.delivery_id],
      })
      return rows
    }
    expect(await sentThrough()).toEqual([{ connection_id: first.id }])
    await test.manage('PUT', `${providers}/order`, { order: [second.id, first.id] })
    expect(await sentThrough()).toEqual([{ connection_id: second.id }])
    expect(mail.received.map(({ from }) => from)).toEqual(['first@shop.example', 'second@shop.example'])
  })

  it('lists both provider connections of push, and one request to the channel can still set both provider connections', async () => {
    const tenant = await test.tenant()
    const fcm = { service_account: serviceAccount(provider.url), api_base: provider.url }
    const both = await connect(tenant, 'push', { vapid: { subject: 'mailto:push@shop.example' }, fcm })
    const list = async () => (await test.manage('GET', `${at(tenant, 'push')}/providers`)).body.data
    expect(await list()).toMatchObject([
      { id: both.id, provider: 'webpush', settings: { subject: 'mailto:push@shop.example', private_key: '••••' } },
      { provider: 'fcm', settings: { api_base: provider.url, service_account: '••••' } },
    ])
    expect((await test.manage('GET', at(tenant, 'push'))).body).toMatchObject({ id: both.id, settings: both.settings })
    const alone = await connect(tenant, 'push', { fcm: null })
    expect(alone.settings).toEqual({ vapid: both.settings.vapid })
    expect(await list()).toHaveLength(1)
    const again = await test.manage('POST', `${at(tenant, 'push')}/providers`, { provider: 'fcm', settings: fcm })
    expect(again).toMatchObject({ status: 201, body: { provider: 'fcm' } })
    expect((await test.manage('GET', at(tenant, 'push'))).body.settings).toEqual(both.settings)
  })

  it.runIf(kind === 'postgres')(
    'keeps a provider connection that is added while the only other provider connection of the channel is removed',
    async () => {
      const tenant = await test.tenant()
      const push = await connect(tenant, 'push', { vapid: { subject: 'mailto:push@shop.example' } })
      const providers = `${at(tenant, 'push')}/providers`
      const fcm = { service_account: serviceAccount(provider.url), api_base: provider.url }
      const { db } = test.service
      const waiting = (count: number) =>
        test.until(async () => {
          const { rows } = await db.query({
            text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          })
          return rows.length >= count
        })
      const requests = await transaction(db, async (tx) => {
        await requireWorkspace(tx, tenant.workspace, true)
        const added = test.manage('POST', providers, { provider: 'fcm', settings: fcm })
        await waiting(1)
        const removed = test.manage('DELETE', `${providers}/${push.id}`)
        await waiting(2)
        return [added, removed]
      })
      const [added, removed] = await Promise.all(requests)
      expect(added).toMatchObject({ status: 201, body: { provider: 'fcm' } })
      expect(removed).toMatchObject({ status: 204 })
      expect((await test.manage('GET', providers)).body.data).toMatchObject([{ id: added!.body.id, provider: 'fcm' }])
    },
  )

  it('refuses to save a channel with an old version after a change of its first provider connection or of the order of its connections', async () => {
    const tenant = await test.tenant()
    const channel = at(tenant, 'email')
    const read = async () => (await test.manage('GET', channel)).body
    const order = (...ids: number[]) => test.manage('PUT', `${channel}/providers/order`, { order: ids })
    const first = await connect(tenant, 'email', mailServer('127.0.0.1'))
    const { body: second } = await test.manage('POST', `${channel}/providers`, { settings: mailServer('127.0.0.2') })
    const settings = { ...first.settings, reply_to: 'help@shop.example' }
    const stored = await test.manage('PUT', channel, { settings, version: first.version })
    expect(stored).toMatchObject({ status: 200, body: { id: first.id, settings } })
    expect(await read()).toMatchObject({ version: stored.body.version })

    const refused = async () => {
      const now = await read()
      const answer = await test.manage('PUT', channel, { settings, version: stored.body.version })
      const since = instant(new Date(now.updated_at))
      expect(answer).toMatchObject({
        status: 409,
        body: {
          message: `The email settings were changed after they were read, at ${since}. Nothing was saved.`,
        },
      })
      expect(await read()).toEqual(now)
      test.clock.advance(60_000)
    }
    const isFirst = async (id: number, since: Date) => {
      const now = await read()
      expect(now.id).toBe(id)
      expect(new Date(now.updated_at).getTime()).toBeGreaterThanOrEqual(since.getTime())
      await refused()
    }
    test.clock.advance(60_000)
    let since = test.clock.now()
    await order(second.id, first.id)
    await isFirst(second.id, since)
    since = test.clock.now()
    await order(first.id, second.id)
    await isFirst(first.id, since)
    since = test.clock.now()
    await test.manage('DELETE', `${channel}/providers/${first.id}`)
    await isFirst(second.id, since)
    const { version } = await read()
    expect((await test.manage('PUT', channel, { settings: mailServer('127.0.0.3'), version })).status).toBe(200)
    await test.manage('DELETE', channel)
    expect(await test.manage('PUT', channel, { settings, version: version + 1 })).toMatchObject({
      status: 409,
      body: { message: 'The email connection was removed after it was read. Nothing was saved.' },
    })
  })

  it('after a provider connection of push changed, refuses a push request with the old version', async () => {
    const tenant = await test.tenant()
    const push = await connect(tenant, 'push', { vapid: { subject: 'mailto:push@shop.example' } })
    test.clock.advance(60_000)
    const since = test.clock.now()
    const fcm = { service_account: serviceAccount(provider.url), api_base: provider.url }
    await test.manage('POST', `${at(tenant, 'push')}/providers`, { provider: 'fcm', settings: fcm })
    const now = (await test.manage('GET', at(tenant, 'push'))).body
    expect(new Date(now.updated_at).getTime()).toBeGreaterThanOrEqual(since.getTime())
    const { settings, version } = push
    expect(await test.manage('PUT', at(tenant, 'push'), { settings, version })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`after they were read, at ${instant(new Date(now.updated_at))}`) },
    })
    expect((await test.manage('PUT', at(tenant, 'push'), { settings, version: now.version })).status).toBe(200)
  })
})
