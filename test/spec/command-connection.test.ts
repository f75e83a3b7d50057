// carillon connection: describes settings, sets them without secrets in the shell history, and checks connections.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

let test: TestService
let mail: MailServer
const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-connection-'))

beforeAll(async () => {
  test = await startTestService('postgres')
  mail = await startMailServer()
})
afterAll(async () => {
  await test.stop()
  await mail.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { run, runWithInput, json } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))

describe('carillon connection', () => {
  it('`connection channels` lists the channels and the settings of each channel', async () => {
    const { data } = await json('connection', 'channels')
    expect(data.map(({ name }: { name: string }) => name)).toContain('email')
    expect((await run('connection', 'channels')).out).toMatch(
      /^email\t.*\thost, port, security, user, password, from, .*, url$/m,
    )
    expect((await run('connection', 'channels', 'email')).out).toMatch(
      /^host\trequired\t\tThe host name .*^password\toptional\tsecret\t/ms,
    )
    expect(await run('connection', 'channels', 'emial')).toMatchObject({
      code: 1,
      err: 'There is no channel "emial". Did you mean email?\n',
    })
  })

  it('`connection set` reads secrets from standard input and files, and `connection show` masks them', async () => {
    const url = mail.url.replace('smtp://', 'smtp://user:secret@')
    const set = await runWithInput(`${url}\n`, 'connection', 'set', 'email', 'url=-', 'from=Shop <hello@shop.example>')
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('is connected') })
    expect(await json('connection', 'show', 'email')).toMatchObject({
      settings: { host: '127.0.0.1', password: '••••', from: 'Shop <hello@shop.example>' },
    })
    expect((await run('connection', 'show', 'email')).out).not.toContain('secret')
    expect(await run('connection', 'check', 'email')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok .*\n.* works\.\n$/s),
    })

    // A change of one setting keeps all other settings, including the secret.
    await json('connection', 'set', 'email', 'from=News <news@shop.example>')
    expect(await json('connection', 'check', 'email')).toMatchObject({ ok: true, problems: {} })

    writeFileSync(path.join(folder, 'key.pem'), 'no key')
    const dkim = ['dkim.domain=shop.example', 'dkim.selector=s1', `dkim.private_key=@${path.join(folder, 'key.pem')}`]
    expect(await run('connection', 'set', 'email', ...dkim)).toMatchObject({
      code: 1,
      err: expect.stringContaining('settings.dkim.private_key  is not a private key in PEM'),
    })
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    writeFileSync(path.join(folder, 'key.pem'), privateKey)
    expect((await json('connection', 'set', 'email', ...dkim)).settings).toHaveProperty('dkim')
    const { settings } = await json('connection', 'set', 'email', 'dkim=')
    expect(settings).toMatchObject({ password: '••••', from: 'News <news@shop.example>' })
    expect(settings).not.toHaveProperty('dkim')
    expect((await run('connection', 'list')).out).toMatch(/^email\tactive\t\t20/)
  })

  it('`connection set` reads all settings from a file or from standard input', async () => {
    const webhook_url = 'http://127.0.0.1:9/api/webhooks/1/secret'
    const file = path.join(folder, 'discord.json')
    writeFileSync(file, JSON.stringify({ webhook_url, username: 'Bell' }))
    expect((await json('connection', 'set', 'discord', '--settings', file)).settings).toMatchObject({
      username: 'Bell',
    })
    const piped = await runWithInput(
      '{"webhook_url":"••••"}',
      'connection',
      'set',
      'discord',
      '--settings',
      '-',
      '--json',
    )
    expect(JSON.parse(piped.out).settings).toEqual({ webhook_url: '••••' })
    writeFileSync(file, '{"webhook_url":')
    expect(await run('connection', 'set', 'discord', '--settings', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${file} is not JSON`),
    })
    expect(await run('connection', 'set', 'discord', '--settings', '/no/such')).toMatchObject({
      code: 1,
      err: '/no/such cannot be read: ENOENT.\n',
    })
  })

  it('`connection set` connects Telegram, and prints the problem of a setting on standard error', async () => {
    const provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { id: 1, is_bot: true, username: 'bell_bot' } } }))
    const withPolling = await run('connection', 'set', 'telegram', 'bot_token=1:abc', `api_base=${provider.url}`)
    expect(withPolling.code).toBe(0)
    expect(withPolling.out).toMatch(/^Telegram is connected\.\n\S+/)
    const withWebhook = await run('connection', 'set', 'telegram', 'mode=webhook')
    expect(withWebhook).toMatchObject({ code: 0, err: expect.stringMatching(/^settings\.mode: .*https URL/) })
    await run('connection', 'delete', 'telegram', '--yes')
    await provider.stop()
  })

  it('`connection set` refuses unknown settings and suggests similar names of settings', async () => {
    expect(await run('connection', 'set', 'email', 'fron=x')).toMatchObject({
      code: 2,
      err: 'There is no setting fron. Did you mean from?\n',
    })
    expect(await run('connection', 'set', 'email', 'dkim.sellector=x')).toMatchObject({
      code: 2,
      err: 'There is no setting dkim.sellector. Did you mean dkim.selector?\n',
    })
    expect(await run('connection', 'set', 'email', 'dkim=x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('must be of type object, written as JSON'),
    })
    expect(await run('connection', 'set', 'email', 'url=-', 'from=-')).toMatchObject({
      code: 2,
      err: expect.stringContaining('can be read only once'),
    })
  })

  it('`connection check` prints a failure, `connection resume` ends a pause, and `connection delete` removes the connection', async () => {
    mail.refuse('greeting', '421 4.3.2 closing')
    const broken = await run('connection', 'check', 'email')
    mail.refuse('greeting', undefined)
    expect(broken.code).toBe(1)
    expect(broken.out).toMatch(/^fail settings\.host: /m)
    expect(await run('connection', 'resume', 'email')).toMatchObject({ code: 0 })
    expect(await run('connection', 'delete', 'discord')).toMatchObject({ code: 2 })
    expect(await json('connection', 'delete', 'discord', '--yes')).toEqual({
      channel: 'discord',
      deleted: true,
    })
    expect(await run('connection', 'show', 'discord')).toMatchObject({
      code: 1,
      err: 'The source has no discord connection.\n',
    })
    expect((await json('connection', 'list')).data).toHaveLength(1)
  })

  it('`connection add`, `providers`, `order` and `delete` manage several connections of a channel', async () => {
    await json('workspace', 'create', 'Two servers')
    const place = ['--workspace', 'Two servers', '--source', 'Shop']
    await json('source', 'create', 'Shop', '--workspace', 'Two servers')
    const senders = async () => {
      const { data } = await json('connection', 'providers', 'email', ...place)
      return data.map(({ settings }: { settings: { from: string } }) => settings.from)
    }
    const first = await json('connection', 'add', 'email', `url=${mail.url}`, 'from=first@shop.example', ...place)
    expect(first).toMatchObject({ provider: 'smtp', position: 1, settings: { from: 'first@shop.example' } })
    const file = path.join(folder, 'second.json')
    writeFileSync(file, JSON.stringify({ url: mail.url, from: 'unused@shop.example' }))
    const add = ['connection', 'add', 'email', 'from=second@shop.example', '--settings', file, '--provider']
    expect(await run(...add, 'smpt', ...place)).toMatchObject({
      code: 1,
      err: 'Email has no provider "smpt". Its providers are smtp, ses, resend, postmark, sendgrid, mailgun.\n',
    })
    const second = await json(...add, 'smtp', ...place)
    expect(second).toMatchObject({ position: 2 })
    expect(await senders()).toEqual(['first@shop.example', 'second@shop.example'])
    const table = (await run('connection', 'providers', 'email', ...place)).out
    expect(table).toMatch(new RegExp(`^1\t${first.id}\tsmtp\t.*first@shop.example.*\n2\t${second.id}\tsmtp\t`))

    const ordered = await run('connection', 'order', 'email', `${second.id}`, `${first.id}`, ...place)
    expect(ordered).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`^1\t${second.id}\t`)) })
    expect(await senders()).toEqual(['second@shop.example', 'first@shop.example'])
    expect(await run('connection', 'order', 'email', `${second.id}`, ...place)).toMatchObject({
      code: 1,
      err: expect.stringContaining('must list each connection of the channel once'),
    })
    expect(await run('connection', 'order', 'email', 'first', ...place)).toMatchObject({
      code: 2,
      err: expect.stringContaining('ID must be a number such as 17, not "first".'),
    })

    expect(await run('connection', 'delete', 'email', `${second.id}`, '--yes', ...place)).toMatchObject({
      code: 0,
      out: `The email connection ${second.id} was deleted.\n`,
    })
    expect(await senders()).toEqual(['first@shop.example'])
    expect(await run('connection', 'delete', 'email', `${second.id}`, '--yes', ...place)).toMatchObject({ code: 1 })

    const third = await json(...add, 'smtp', ...place)
    expect(await run('connection', 'delete', 'email', ...place)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `Delete the first email connection (${first.id}) of Shop? Messages then use connection ${third.id}.`,
      ),
    })
    expect(await run('connection', 'delete', 'email', '--yes', ...place)).toMatchObject({
      code: 0,
      out: `The first email connection (${first.id}) was deleted. Messages then use connection ${third.id}.\n`,
    })
    expect(await senders()).toEqual(['second@shop.example'])
    expect(await run('connection', 'delete', 'email', '--yes', ...place)).toMatchObject({
      code: 0,
      out: 'The email connection was deleted.\n',
    })
  })
})
