// Email connections: refused settings, masked secrets, and the connection check, which connects to the mail server.
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'
import { type Script, startFaultyMailServer } from '../harness/smtp-faults.ts'

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

describe('email connections', () => {
  let test: TestService
  let guarded: TestService
  let tenant: Tenant
  let mail: MailServer
  beforeAll(async () => {
    ;[test, guarded, mail] = await Promise.all([
      startTestService('embedded'),
      startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' }),
      startMailServer(),
    ])
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await Promise.all([test.stop(), guarded.stop()])
    await mail.stop()
  })
  const undo: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0)) await step()
  })

  const from = 'Shop <hello@shop.example>'
  const at = () => `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`
  const put = (settings: object) => test.manage('PUT', at(), { settings })
  const check = async () => (await test.manage('POST', `${at()}/check`)).body

  it.each<[string, object, string, RegExp]>([
    ['another protocol', { url: 'http://mail.example.com', from }, 'settings.url', /must have a format such as smtps/],
    ['no host', { url: 'smtp://', from }, 'settings.url', /must have a format such as|host/],
    [
      'a password that is not percent-encoded',
      { url: 'smtp://user:50%@mail.example.com', from },
      'settings.url',
      /percent/,
    ],
    ['a slash in the password', { url: 'smtp://a@b.example:p@s/1@mail.example.com', from }, 'settings.url', /as %2F/],
    ['a hash in the password', { url: 'smtp://user:9#1@mail.example.com', from }, 'settings.url', /as %23/],
    ['an unknown option', { url: 'smtp://mail.example.com?pool=9', from }, 'settings.url', /option pool/],
    ['an unknown kind of TLS', { url: 'smtp://mail.example.com?tls=maybe', from }, 'settings.url', /tls=maybe/],
    [
      'two senders',
      { url: 'smtp://mail.example.com', from: 'a@b.example, c@d.example' },
      'settings.from',
      /one address/,
    ],
    ['a sender without an address', { url: 'smtp://mail.example.com', from: 'Shop' }, 'settings.from', /one address/],
    [
      'two reply addresses',
      { url: 'smtp://mail.example.com', from, reply_to: 'a@b.example, c@d.example' },
      'settings.reply_to',
      /one address/,
    ],
    ['a sender with a line break', { url: 'smtp://mail.example.com', from: 'a\r\nBcc: x@y.z' }, 'settings.from', /./],
    [
      'an invalid DKIM key',
      { url: 'smtp://mail.example.com', from, dkim: { domain: 'shop.example', selector: 'a', private_key: 'x' } },
      'settings.dkim.private_key',
      /PEM/,
    ],
    [
      'a DKIM key that is too short',
      { url: 'smtp://mail.example.com', from, dkim: { domain: 'shop.example', selector: 'a', private_key: rsa(512) } },
      'settings.dkim.private_key',
      /512 bits/,
    ],
  ])('refuses an email connection with %s', async (_title, settings, field, problem) => {
    const { status, body } = await put(settings)
    expect(status).toBe(422)
    expect(body.details[field]?.join(' '), JSON.stringify(body.details)).toMatch(problem)
  })

  it.each(['smtp://127.0.0.1', 'smtp://localhost:2525', 'smtps://[::1]', 'smtp://10.1.2.3:587', 'smtp://mail:25'])(
    'refuses an email connection to the mail server %s if ALLOW_PRIVATE_NETWORK is off',
    async (url) => {
      const { workspace, source } = await guarded.tenant()
      const place = `/workspaces/${workspace}/sources/${source}/connections/email`
      const { status, body } = await guarded.manage('PUT', place, { settings: { url, from } })
      expect(status).toBe(422)
      expect(body.details['settings.url'][0]).toContain('ALLOW_PRIVATE_NETWORK')
    },
  )

  it('masks the password and the DKIM key of an email connection, and keeps both secrets when a request sends the masks back', async () => {
    const key = rsa(2048)
    const dkim = { domain: 'shop.example', selector: 'mail', private_key: key }
    const { body } = await put({ url: mail.url.replace('//', '//user:secret@'), from, dkim })
    const server = { host: '127.0.0.1', port: mail.port, security: 'starttls', user: 'user', password: '••••' }
    const shown = { ...server, from, dkim: { ...dkim, private_key: '••••' } }
    expect(body.settings).toEqual(shown)
    expect((await put(shown)).status).toBe(200)
    // A client may also send the mask in place of the whole dkim object.
    expect((await put({ ...shown, dkim: '••••' })).body.settings).toEqual(shown)
    const sent = await test.send(tenant.liveKey, {
      recipient: { email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'A' },
    })
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    const { headers } = await parseMail(mail.received.at(-1)!)
    expect(headers.find((line) => line.key === 'dkim-signature')?.value).toContain('d=shop.example')
    expect(mail.received.at(-1)!.user).toBe('user')
  })

  it('emails have the reply address of the setting `reply_to` until that setting is removed', async () => {
    const replyToWith = async (settings: object) => {
      expect((await put({ url: mail.url, from, ...settings })).status).toBe(200)
      const recipient = { email: 'ada@example.com' }
      const sent = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'A' } })
      await test.settled(tenant, sent.body.delivery_id, 'sent')
      return (await parseMail(mail.received.at(-1)!)).replyTo
    }
    expect(await replyToWith({ reply_to: 'Shop, support <help@shop.example>' })).toMatchObject([
      { name: 'Shop, support', address: 'help@shop.example' },
    ])
    expect(await replyToWith({ reply_to: null })).toBeUndefined()
  })

  it('the check of an email connection opens an SMTP session, sends no email and reports the results', async () => {
    await put({ url: mail.url.replace('//', '//user:secret@'), from })
    const before = mail.received.length
    expect(await check()).toMatchObject({
      ok: true,
      checked: ['settings', 'provider', 'pause'],
      found: [`the mail server 127.0.0.1:${mail.port} answers`, 'the connection is not encrypted', 'signed in as user'],
      problems: {},
    })
    expect(mail.received).toHaveLength(before)
  })

  it.each<[string, Script, string, RegExp]>([
    [
      'refuses the password',
      { auth: '535 5.7.8 no' },
      'password',
      /does not accept the user and password.*app password/,
    ],
    ['greets with 554', { greeting: '554 5.7.1 go away' }, 'host', /refuses this client.*"554 5.7.1 go away"/],
    ['greets with 421', { greeting: '421 busy' }, 'host', /not available at the moment/],
    ['closes the connection', { greeting: 'drop' }, 'host', /closed the connection|broke the connection off/],
  ])(
    'the check of an email connection reports the problem at the setting if the mail server %s',
    async (_title, script, setting, problem) => {
      const server = await startFaultyMailServer(script)
      undo.push(server.stop)
      await put({ url: server.url.replace('//', '//user:secret@'), from })
      const { ok, problems } = await check()
      expect(ok).toBe(false)
      expect(problems[`settings.${setting}`][0]).toMatch(problem)
    },
  )

  it('the check of an email connection reports a refused network connection and an unknown host name', async () => {
    await put({ url: 'smtp://127.0.0.1:1', from })
    const [problem] = (await check()).problems['settings.port']
    expect(problem).toContain('it refused the connection')
    expect(problem).toMatch(/Check again .* correct the mail server in the settings of the connection\.$/)
    await put({ url: 'smtp://unknown.invalid:25', from })
    expect((await check()).problems['settings.host'][0]).toMatch(/name/)
  })
})
