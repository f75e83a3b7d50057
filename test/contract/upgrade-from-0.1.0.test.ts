// The upgrade from 0.1.0 with data. Processes of 0.1.0 and of this version run at the same time, and all features work
// afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Tenant, type TestClient } from '../harness/client.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { createMixedVersions, type MixedVersions } from '../harness/mixed-versions.ts'
import type { Running } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { answerAsFirebase, serviceAccount } from '../harness/push.ts'
import { type PushService, type Subscription, startPushService } from '../harness/push-service.ts'
import { reasonAgainstReleased } from '../harness/released.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'
import { type Subscriber, startSubscriber } from '../harness/subscriber.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

const reason = reasonAgainstReleased('0.1.0')
const title = `the upgrade from 0.1.0${reason === undefined ? '' : ` (skipped: ${reason})`}`
const ada = { email: 'ada@example.com' }

describe.skipIf(reason !== undefined)(title, () => {
  let installation: MixedVersions
  let mail: MailServer
  let bot: BotServer
  let firebase: Provider
  let browsers: PushService
  let subscriber: Subscriber | undefined

  beforeAll(async () => {
    installation = await createMixedVersions()
    mail = await startMailServer()
    bot = await startBotServer()
    firebase = await startProvider()
    answerAsFirebase(firebase)
    browsers = await startPushService()
  })
  afterAll(async () => {
    for (const part of [mail, bot, firebase, browsers, subscriber?.receiver]) await part?.stop()
    await installation?.remove()
  })

  const delivering = (worker: Running, client: TestClient) =>
    client.until(async () => /delivering/i.test(worker.output()))

  const connectionsOf = ({ workspace, source }: Tenant) => `/workspaces/${workspace}/sources/${source}/connections`
  const connect = async (client: TestClient, tenant: Tenant) => {
    const fcm = { service_account: serviceAccount(firebase.url), api_base: firebase.url }
    const connected = {
      email: { url: mail.url.replace('//', '//user:secret@'), from: 'Shop <hello@shop.example>' },
      telegram: { bot_token: '1:abc', api_base: bot.url },
      push: { vapid: { subject: 'mailto:push@shop.example' }, fcm },
    }
    for (const [channel, settings] of Object.entries(connected)) {
      const { status, body } = await client.manage('PUT', `${connectionsOf(tenant)}/${channel}`, { settings })
      expect(status, JSON.stringify(body)).toBe(200)
    }
  }
  const shown = async (client: TestClient, tenant: Tenant) =>
    Promise.all(
      ['email', 'telegram', 'push'].map(async (channel) => {
        const { body } = await client.manage('GET', `${connectionsOf(tenant)}/${channel}`)
        return { channel, id: body.id, settings: body.settings, inbound: body.inbound_url }
      }),
    )
  /** Returns the connections as this version shows them: with the mail server in separate fields. */
  const withFields = (connections: Awaited<ReturnType<typeof shown>>) =>
    connections.map(({ settings, ...connection }) => {
      if (connection.channel !== 'email') return { ...connection, settings }
      const { url: hidden, ...others } = settings
      const server = { host: '127.0.0.1', port: mail.port, security: 'starttls', user: 'user', password: hidden }
      return { ...connection, settings: { ...server, ...others } }
    })
  /** Registers Ada's browser and her phone. */
  const registerDevices = async (client: TestClient, { liveKey: key }: Tenant) => {
    const { body } = await client.call('POST', '/push/tokens', { key, body: { recipient: ada } })
    const browser = await browsers.subscribe(body.vapid_public_key)
    const devices = [
      { kind: 'web', ...browser, expirationTime: null },
      { kind: 'fcm', token: 'phone-1', platform: 'android' },
    ]
    for (const device of devices)
      expect((await client.call('POST', '/push/devices', { key: body.token, body: device })).status).toBe(201)
    return browser
  }
  const send = async (client: TestClient, { liveKey }: Tenant, channel: string, more: object = {}) => {
    const recipient = channel === 'telegram' ? { telegram_chat_id: '700' } : ada
    const message = { recipient, template: 'hello', vars: { name: 'Ada' }, channel, ...more }
    const { status, body } = await client.send(liveKey, message)
    expect(status, JSON.stringify(body)).toBe(202)
    return body.delivery_id as number
  }
  /** Sends on every channel and checks that each message arrives. */
  const sendOnEveryChannel = async (client: TestClient, tenant: Tenant, browser: Subscription) => {
    const phone = () => firebase.received.filter(({ path: at }) => at.endsWith(':send')).length
    const countReceived = () => [
      mail.received.length,
      bot.calls('sendMessage').length,
      browsers.notifications(browser).length,
      phone(),
    ]
    const before = countReceived()
    const ids = []
    for (const channel of ['email', 'telegram', 'push']) ids.push(await send(client, tenant, channel))
    for (const id of ids) await client.settled(tenant, id, 'sent', 'delivered')
    expect(countReceived()).toEqual(before.map((count) => count + 1))
  }
  /** Sends an update of the bot to the webhook URL that is registered with Telegram. */
  const writeToBot = async (client: TestClient, text: string) => {
    const { url, secret_token } = bot.webhook()!
    const answer = await client.call('POST', new URL(url).pathname.replace('/v1', ''), {
      body: { update_id: Date.now(), ...chatMessage(700, text) },
      headers: { 'x-telegram-bot-api-secret-token': secret_token },
    })
    expect(answer.status).toBe(200)
  }

  it('the upgrade from 0.1.0 keeps all data, even if a worker is killed while it moves settings', async () => {
    const { dataDir, holder, start, startOld, stop } = installation
    // 0.1.0 has two tenants with every kind of connection, and a scheduled message.
    expect(await startOld('migrate').ended).toBe(0)
    const [oldApi, oldWorker] = [startOld('api'), startOld('worker')]
    const oldUrl = await oldApi.url
    expect(await startOld('token').ended).toBe(0)
    const old = createClient(oldUrl, dataDir)
    await delivering(oldWorker, old)
    const [tenant, other] = [await old.tenant(), await old.tenant()]
    await connect(old, other)
    await connect(old, tenant)
    subscriber = await startSubscriber(old, tenant, ['message.sent', 'message.received'])
    const browser = await registerDevices(old, tenant)
    await sendOnEveryChannel(old, tenant, browser)
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await send(old, tenant, 'email', { scheduled_for: later })
    const [before, ofOther] = [await shown(old, tenant), await shown(old, other)]

    // This version migrates while 0.1.0 still serves.
    expect(await start('migrate').ended).toBe(0)
    await sendOnEveryChannel(old, tenant, browser)
    expect(await shown(old, tenant)).toEqual(before)

    // Both versions accept messages. First only 0.1.0 sends messages, then only this version.
    const api = start('api')
    const client = createClient(await api.url, dataDir)
    expect(await shown(client, tenant)).toEqual(withFields(before))
    await sendOnEveryChannel(client, tenant, browser)
    const worker = start('worker')
    await delivering(worker, client)
    expect(await stop(oldWorker)).toBe(0)
    await sendOnEveryChannel(old, tenant, browser)
    await sendOnEveryChannel(client, tenant, browser)
    await writeToBot(old, 'written to 0.1.0')
    await writeToBot(client, 'written to this version')

    // Each version uses the settings that the other version saved.
    const telegram = `${connectionsOf(tenant)}/telegram`
    for (const [changing, reading] of [
      [client, old],
      [old, client],
    ] as const) {
      const token = `1:${changing === old ? 'old' : 'new'}`
      expect(
        (await changing.manage('PUT', telegram, { settings: { bot_token: token, api_base: bot.url } })).status,
      ).toBe(200)
      await send(reading, tenant, 'telegram')
    }
    expect(withFields(await shown(old, tenant))).toEqual(await shown(client, tenant))
    const second = () =>
      client.manage('POST', `${connectionsOf(tenant)}/email/providers`, {
        settings: { url: mail.url, from: 'b@shop.example' },
      })
    expect(await second()).toMatchObject({ status: 409 })

    // The upgrade can be finished only after 0.1.0 has stopped. Then a worker moves the connections. The test kills
    // this worker after the first connection, and another worker moves the second connection.
    expect(await start('migrate', ['--finish']).ended).not.toBe(0)
    expect(await stop(oldApi)).toBe(0)
    expect(await stop(worker)).toBe(0)
    expect(await start('migrate', ['--finish', '--force']).ended).toBe(0)
    const moved = async (of: Tenant) => {
      const { rows } = await holder.query(
        `select count(*)::int as n from connections where workspace_id = $1 and settings <> '{}'`,
        [of.workspace],
      )
      return rows[0].n === 0
    }
    await holder.query('begin')
    await holder.query('select from workspaces where id = $1 for update', [tenant.workspace])
    const killed = start('worker')
    await client.until(() => moved(other))
    await stop(killed, 'SIGKILL')
    expect(await moved(tenant)).toBe(false)
    await holder.query('rollback')
    expect(await shown(client, other)).toEqual(withFields(ofOther))
    start('worker')
    await client.until(() => moved(tenant))

    // The upgrade has kept everything: settings, ids, URLs, both kinds of device, and the scheduled message.
    const [email, , push] = withFields(before)
    expect(await shown(client, tenant)).toMatchObject([email, { id: before[1]!.id, inbound: before[1]!.inbound }, push])
    await sendOnEveryChannel(client, tenant, browser)
    await writeToBot(client, 'written after the upgrade')
    expect(await second()).toMatchObject({ status: 201, body: { provider: 'smtp', position: 2 } })
    const at = `/workspaces/${tenant.workspace}/deliveries/${scheduled}`
    expect((await client.manage('PATCH', at, { scheduled_for: new Date().toISOString() })).status).toBe(200)
    await client.settled(tenant, scheduled, 'sent')
    const texts = () =>
      subscriber!
        .events()
        .filter(({ name }) => name === 'message.received')
        .map(({ body }) => body.data.body)
    await client.until(async () => texts().length >= 3)
    expect(texts()).toEqual(['written to 0.1.0', 'written to this version', 'written after the upgrade'])
    expect((await checkInvariants(holder)).mismatches).toEqual([])
  })
})
