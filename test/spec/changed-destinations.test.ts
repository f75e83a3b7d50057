// A request that changes the destination of a connection must contain the connection's secrets again. The audit log
// records the hosts (decision 67).
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

const TOKEN = '1:stored-token'

describe.each(databases)('changed destinations of connections on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let provider: Provider
  let attacker: Provider
  let mail: MailServer
  beforeAll(async () => {
    test = await startTestService(kind)
    ;[provider, attacker, mail] = [await startProvider(), await startProvider(), await startMailServer()]
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    for (const server of [provider, attacker, mail]) await server.stop()
  })

  const at = (channel: string) => `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`
  const put = (channel: string, settings: object) => test.manage('PUT', at(channel), { settings })
  const newestEntry = async () =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?limit=1`)).body.data[0]

  it('returns 422 when a request changes the destination of a connection but omits the secret or contains only the mask of the secret [D67]', async () => {
    expect((await put('telegram', { bot_token: TOKEN, api_base: provider.url })).status).toBe(200)
    const problem = 'is required again because api_base changed: a stored secret is never sent to a new destination'
    for (const settings of [
      { api_base: attacker.url },
      { bot_token: '••••', api_base: attacker.url },
      { bot_token: '••••' },
      {},
    ]) {
      const { status, body } = await put('telegram', settings)
      expect([status, body.details]).toEqual([422, { 'settings.bot_token': [problem] }])
    }
    await test.manage('POST', `${at('telegram')}/check`)
    expect(attacker.received).toEqual([])
    expect((await put('telegram', { bot_token: TOKEN, api_base: attacker.url })).status).toBe(200)
    expect((await put('telegram', { bot_token: TOKEN, api_base: provider.url })).status).toBe(200)
  })

  it('requires no secret for a change that keeps the destination, such as another spelling of the URL or a change of other settings', async () => {
    await put('telegram', { bot_token: TOKEN, api_base: provider.url })
    for (const settings of [
      { api_base: `${provider.url}/` },
      { api_base: provider.url.replace('http', 'HTTP') },
      { api_base: provider.url, mode: 'off' },
    ])
      expect((await put('telegram', settings)).status).toBe(200)
    await put('whatsapp', {
      phone_number_id: '10',
      access_token: 'a',
      app_secret: 'b',
      verify_token: 'c',
    })
    // A request without a URL has the same destination as a request with the default URL.
    const same = { phone_number_id: '11', api_base: 'https://graph.facebook.com' }
    expect((await put('whatsapp', same)).status).toBe(200)
    const { status, body } = await put('whatsapp', { phone_number_id: '11', api_base: attacker.url })
    expect([status, Object.keys(body.details).sort()]).toEqual([
      422,
      ['settings.access_token', 'settings.app_secret', 'settings.verify_token'],
    ])
  })

  it('requires only the secrets of the push provider whose destination changed', async () => {
    const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    })
    const apns = { key, key_id: 'ABC123DEFG', team_id: 'DEF123GHIJ', bundle_id: 'com.shop.app' }
    const expo = { access_token: 'expo-token' }
    expect((await put('push', { apns, expo })).status).toBe(200)
    const gate = { api_base: provider.url }
    expect((await put('push', { apns: { ...apns, ...gate }, expo: { access_token: '••••' } })).status).toBe(200)
    const { status, body } = await put('push', { apns: { ...apns, ...gate, key: '••••' }, expo: gate })
    const problem =
      'is required again because expo.api_base changed: a stored secret is never sent to a new destination'
    expect([status, body.details]).toEqual([422, { 'settings.expo.access_token': [problem] }])
  })

  it('requires only the password of the bounce mailbox when its server changes, and records this server in the audit log', async () => {
    const from = 'a@shop.example'
    await put('email', { url: mail.url.replace('//', '//user:secret-password@'), from })
    const mailbox = { host: '127.0.0.1', port: 1993, user: 'bounces', password: 'secret-password' }
    const settings = (bounce_mailbox: object) => ({ from, mode: 'polling', bounce_mailbox })
    expect((await put('email', settings(mailbox))).status).toBe(200)
    expect((await newestEntry()).change.destinations).toEqual([
      `url 127.0.0.1:${mail.port}`,
      'bounce_mailbox.host 127.0.0.1',
    ])
    for (const change of [{ host: '127.0.0.2' }, { port: 2993 }]) {
      const { status, body } = await put('email', settings({ ...mailbox, ...change, password: '••••' }))
      expect([status, Object.keys(body.details)]).toEqual([422, ['settings.bounce_mailbox.password']])
    }
    expect((await put('email', settings({ ...mailbox, host: '127.0.0.2' }))).status).toBe(200)
    await test.manage('DELETE', at('email'))
  })

  it('keeps VAPID and DKIM keys when a connection changes, because they never leave the service', async () => {
    await put('push', { vapid: { subject: 'mailto:push@shop.example' } })
    const { public_key } = (await test.manage('GET', at('push'))).body.settings.vapid
    const { status, body } = await put('push', { vapid: { subject: 'https://shop.example/contact' } })
    expect([status, body.settings.vapid.public_key]).toEqual([200, public_key])
    const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    const dkim = { domain: 'shop.example', selector: 's1', private_key }
    const from = 'a@shop.example'
    await put('email', { url: 'smtp://user:secret@127.0.0.1:9', from, dkim })
    const moved = await put('email', { url: mail.url, from, dkim: { ...dkim, private_key: '••••' } })
    expect([moved.status, moved.body.settings.dkim.private_key]).toEqual([200, '••••'])
    await test.manage('DELETE', at('email'))
  })

  it('records the hosts of a connection before and after a change in the audit log, but records no secret [D67b]', async () => {
    const [one, other] = [new URL(provider.url).host, new URL(attacker.url).host]
    await put('telegram', { bot_token: TOKEN, api_base: `${provider.url}/path-with-a-secret` })
    await put('telegram', { bot_token: TOKEN, api_base: attacker.url })
    expect(await newestEntry()).toMatchObject({
      action: 'connect',
      before: { destinations: [`api_base ${one}`] },
      change: { settings: ['bot_token', 'api_base'], destinations: [`api_base ${other}`] },
    })
    await put('email', { url: mail.url.replace('//', '//user:secret-password@'), from: 'a@shop.example' })
    expect(await newestEntry()).toMatchObject({
      before: null,
      change: { destinations: [`url 127.0.0.1:${mail.port}`] },
    })
    await put('email', { from: 'b@shop.example' })
    expect((await newestEntry()).change.destinations).toEqual([`url 127.0.0.1:${mail.port}`])
    await put('discord', { webhook_url: `${provider.url}/api/webhooks/1/secret-of-a-webhook` })
    expect((await newestEntry()).change.destinations).toEqual([`webhook_url ${one}`])
    await test.manage('DELETE', at('discord'))
    expect(await newestEntry()).toMatchObject({
      action: 'disconnect',
      before: { destinations: [`webhook_url ${one}`] },
      change: null,
    })
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?limit=50`)
    expect(JSON.stringify(body)).not.toMatch(/secret-|stored-token/)
  })

  it('`connection set` prints which secrets a new destination needs', async () => {
    const { run } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))
    const where = ['--workspace', String(tenant.workspace), '--source', String(tenant.source)]
    await put('telegram', { bot_token: TOKEN, api_base: provider.url })
    const refused = await run('connection', 'set', 'telegram', `api_base=${attacker.url}`, ...where)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('settings.bot_token  is required again because api_base changed')
    expect(refused.err).toContain(
      'Give these secrets in the same command, for example: carillon connection set telegram api_base=… bot_token=-',
    )
    const accepted = await run(
      'connection',
      'set',
      'telegram',
      `api_base=${attacker.url}`,
      `bot_token=${TOKEN}`,
      ...where,
    )
    expect(accepted.code).toBe(0)
  })
})
