// The end of the upgrade from 0.1.0 moves the settings of connections to rows of provider connections.
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { moveToProviders } from '../../src/connections/stored.ts'
import { finishUpgrade } from '../../src/installation/finish.ts'
import { createLogger } from '../../src/lib/log.ts'
import { packageVersion } from '../../src/lib/package-root.ts'
import { createSeal } from '../../src/lib/seal.ts'
import type { ProcessRole } from '../../src/process-role.ts'
import { type Service, startService } from '../../src/service.ts'
import { openDatabase, transaction } from '../../src/store/database.ts'
import { listUnmoved, lockUnmoved } from '../../src/store/workspaces/provider-connections.ts'
import { preparedCopy } from '../harness/engines.ts'
import { downgradeTo010 } from '../harness/older-version.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { serviceAccount } from '../harness/push.ts'
import { type DatabaseKind, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const KEY = 'a master key that all share'
const mail = { url: 'smtp://user:secret@127.0.0.1:2525', from: 'Shop <hello@shop.example>' }

describe('connection settings that 0.1.0 stored', () => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  const running: Service[] = []
  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop()
    await provider.stop()
    await test.stop().catch(() => {})
  })

  /** Stops a service with three connections, and converts its data to the form of 0.1.0. Returns the connections. */
  const leftBy010 = async (kind: DatabaseKind) => {
    test = await startTestService(kind, {
      MASTER_KEY: KEY,
      ...(kind === 'embedded' ? { DATA_DIR: await preparedCopy() } : {}),
    })
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 1 } } } }))
    tenant = await test.tenant()
    const fcm = { service_account: serviceAccount(provider.url), api_base: provider.url }
    const connected = {
      email: mail,
      telegram: { bot_token: '1:a', api_base: provider.url },
      push: { vapid: { subject: 'mailto:push@shop.example' }, fcm },
    }
    for (const [channel, settings] of Object.entries(connected))
      expect((await test.manage('PUT', at(channel), { settings })).status).toBe(200)
    const before = await shownBy(test.url)
    await test.service.stop()
    const db = await openDatabase({
      url: test.databaseUrl,
      dataDir: test.dataDir,
      poolSize: 2,
      since: new Date(0),
      onFatal: () => {},
    })
    await downgradeTo010(db, KEY)
    await db.close()
    return before
  }
  const start = async (role: ProcessRole) => {
    const env = {
      ...test.databaseSettings,
      DATA_DIR: test.dataDir,
      PORT: '0',
      ALLOW_PRIVATE_NETWORK: '1',
      LOG_LEVEL: 'silent',
      MASTER_KEY: KEY,
    }
    const service = await startService({
      config: readConfig(env),
      role,
      log: createLogger('silent'),
      clock: test.clock,
    })
    running.push(service)
    return service
  }
  const request = async (url: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/v1/manage${path}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(`${test.dataDir}/admin-token`, 'utf8').trim()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const at = (channel: string) => `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`
  /**
   * Returns the connections from the API. Inbound URLs are reduced to their paths, because each start uses another
   * port.
   */
  const shownBy = async (url: string) =>
    Promise.all(
      ['email', 'telegram', 'push'].map(async (channel) => {
        const { inbound_url: address, ...shown } = (await request(url, 'GET', at(channel))).body
        return { ...shown, inbound: address === null ? null : new URL(address).pathname }
      }),
    )
  const second = (url: string) =>
    request(url, 'POST', `${at('email')}/providers`, { settings: { ...mail, from: 'b@shop.example' } })
  /** Starts an api process, but no worker, so that the push settings stay where 0.1.0 stored them. */
  const unmovedPush = async () => {
    const push = (await leftBy010('postgres'))[2]!
    const { url } = await start('api')
    const list = async () => (await request(url!, 'GET', `${at('push')}/providers`)).body.data
    return { url: url!, push, list }
  }
  const api = () => running[0]!
  const allMoved = ({ db }: Service) => test.until(async () => (await listUnmoved(db, 0, 10)).length === 0)
  const sendOne = async (url: string, db: Service['db']) => {
    const answer = await fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.liveKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        recipient: { telegram_chat_id: '1' },
        template: 'hello',
        vars: { name: 'Ada' },
        channel: 'telegram',
      }),
    })
    const { delivery_id: id } = (await answer.json()) as { delivery_id: number }
    const query = { text: 'select status from deliveries where id = $1', values: [id] }
    await test.until(async () => (await db.query<{ status: string }>(query)).rows[0]?.status === 'sent')
  }

  it('until the upgrade is finished, connection settings stay in the place that 0.1.0 reads, and later they are moved while processes run', async () => {
    const before = await leftBy010('postgres')
    const api = await start('api')
    const worker = await start('worker')
    const url = api.url!
    expect(await shownBy(url)).toEqual(before)
    expect(await second(url)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('carillon migrate --finish') },
    })
    await sendOne(url, api.db)
    const settings = { ...before[0]!.settings, reply_to: 'help@shop.example' }
    expect((await request(url, 'PUT', at('email'), { settings })).status).toBe(200)
    expect(await listUnmoved(api.db, 0, 10)).toHaveLength(3)
    const changed = await shownBy(url)

    await finishUpgrade(api.db, packageVersion())
    // The test kills a process that is moving a connection. The settings of the connection must stay complete.
    const killed = transaction(api.db, async (tx) => {
      const row = await lockUnmoved(tx, tenant.workspace, before[1]!.id)
      expect(row && (await moveToProviders(tx, createSeal(KEY), row))).toBe(true)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await shownBy(url)).toEqual(changed)
    const other = await start('worker')
    test.clock.advance(60_000)
    await allMoved(other)

    expect(await shownBy(url)).toEqual(changed)
    await sendOne(url, api.db)
    expect(await second(url)).toMatchObject({ status: 201, body: { provider: 'smtp', position: 2 } })
    expect((await request(url, 'GET', `${at('push')}/providers`)).body.data).toMatchObject([
      { id: before[2]!.id, provider: 'webpush' },
      { provider: 'fcm' },
    ])
    const { rows } = await worker.db.query({ text: `select settings from connections where settings <> '{}'` })
    expect(rows).toEqual([])
  })

  it('until the upgrade is finished, stores the first connection of a channel in the place that 0.1.0 reads, and refuses connections and devices that 0.1.0 does not support', async () => {
    await leftBy010('postgres')
    const { url, db } = await start('api')
    if (url === undefined) throw new Error('The api process has no URL.')
    const add = (channel: string, body: object) => request(url, 'POST', `${at(channel)}/providers`, body)
    const discord = { settings: { webhook_url: `${provider.url}/api/webhooks/1/a` } }
    expect(await add('discord', discord)).toMatchObject({ status: 201, body: { provider: 'webhook', position: 1 } })
    expect((await request(url, 'DELETE', at('push'))).status).toBe(204)
    const fcm = { service_account: serviceAccount(provider.url), api_base: provider.url }
    const added = await add('push', { provider: 'fcm', settings: fcm })
    expect(added).toMatchObject({ status: 201, body: { id: 0, provider: 'fcm', settings: { api_base: provider.url } } })
    expect((await request(url, 'GET', at('push'))).body.settings).toMatchObject({ fcm: { api_base: provider.url } })
    expect((await add('push', { provider: 'webpush', settings: { subject: 'mailto:a@shop.example' } })).status).toBe(
      409,
    )
    expect(await listUnmoved(db, 0, 10)).toHaveLength(4)
    expect((await request(url, 'DELETE', at('push'))).status).toBe(204)
    const expo = { access_token: 'token' }
    const refused = { status: 409, body: { message: expect.stringContaining('carillon migrate --finish') } }
    expect(await add('push', { provider: 'expo', settings: expo })).toMatchObject(refused)
    expect(await request(url, 'PUT', at('push'), { settings: { fcm, expo } })).toMatchObject(refused)
    const sms = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'token', from: '+15550100000' }
    expect(await add('sms', { settings: sms })).toMatchObject(refused)
    expect(await request(url, 'PUT', at('sms'), { settings: sms })).toMatchObject(refused)
    const recipients = `/workspaces/${tenant.workspace}/recipients`
    const device = { kind: 'expo', token: 'ExponentPushToken[x]' }
    expect(await request(url, 'POST', recipients, { name: 'Ada', push: [device] })).toMatchObject(refused)
    const { body: ada } = await request(url, 'POST', recipients, { name: 'Ada', push: [{ kind: 'fcm', token: 't' }] })
    expect(await request(url, 'PATCH', `${recipients}/${ada.id}`, { push: [device] })).toMatchObject(refused)
    expect((await add('push', { provider: 'fcm', settings: fcm })).status).toBe(201)

    await finishUpgrade(db, packageVersion())
    await allMoved(await start('worker'))
    expect((await request(url, 'GET', `${at('push')}/providers`)).body.data).toMatchObject([
      { provider: 'fcm', position: 1 },
    ])
    expect((await add('push', { provider: 'expo', settings: expo })).status).toBe(201)
    expect((await request(url, 'PATCH', `${recipients}/${ada.id}`, { push: [device] })).status).toBe(200)
  })

  it('until a worker has moved the push settings, both push connections have the id 0, and cannot be checked or changed one by one', async () => {
    const { url, push, list } = await unmovedPush()
    const halves = [
      { id: 0, provider: 'webpush', position: 1 },
      { id: 0, provider: 'fcm', position: 2 },
    ]
    expect(await list()).toMatchObject(halves)
    const refused = async (message: RegExp) => {
      for (const id of [0, push.id]) {
        const one = `${at('push')}/providers/${id}`
        const order = { order: [push.id, push.id] }
        for (const answer of [
          await request(url, 'DELETE', one),
          await request(url, 'PUT', one, { settings: { subject: 'mailto:other@shop.example' } }),
          await request(url, 'POST', `${one}/check`),
          await request(url, 'PUT', `${at('push')}/providers/order`, order),
        ])
          expect(answer).toMatchObject({ status: 409, body: { message: expect.stringMatching(message) } })
      }
    }
    await refused(/carillon migrate --finish/)
    await finishUpgrade(api().db, packageVersion())
    expect(await list()).toMatchObject(halves)
    await refused(/read the list again/)
    expect(await shownBy(url)).toContainEqual(push)

    await allMoved(await start('worker'))
    const [webpush, fcm] = await list()
    expect(webpush).toMatchObject({ id: push.id, provider: 'webpush' })
    expect((await request(url, 'DELETE', `${at('push')}/providers/${fcm.id}`)).status).toBe(204)
    expect(await list()).toEqual([webpush])
  })

  it('refuses to check or remove push connections whose secrets cannot be decrypted, and explains the reason', async () => {
    const { url, push } = await unmovedPush()
    await finishUpgrade(api().db, packageVersion())
    await api().db.query({ text: `update connections set secrets = '\\x02' where channel = 'push'` })
    const one = `${at('push')}/providers/${push.id}`
    for (const answer of [await request(url, 'POST', `${one}/check`), await request(url, 'DELETE', one)])
      expect(answer).toMatchObject({
        status: 422,
        body: { details: { settings: [expect.stringContaining("can't be decrypted with this master key")] } },
      })
  })

  it('connection settings of an embedded database are moved to rows of provider connections without `migrate --finish`', async () => {
    const before = await leftBy010('embedded')
    const service = await start('start')
    await allMoved(service)
    expect(await shownBy(service.url!)).toEqual(before)
    await sendOne(service.url!, service.db)
    expect((await second(service.url!)).status).toBe(201)
  })
})
