// carillon send, and the carillon commands for the test inbox, which shows the messages of test keys.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carillon, commandsIn } from '../harness/command.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-send-'))

beforeAll(async () => {
  test = await startTestService('postgres')
  tenant = await test.tenant()
})
afterAll(async () => {
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir, CARILLON_KEY: tenant.testKey })
const { run, json: plainJson } = commandsIn(env)
/** Adds `--workspace` to each command, because the installation has several workspaces. */
const { run: runInWorkspace, json } = commandsIn(env, () => ['--workspace', String(tenant.workspace)])
const send = (...words: string[]) => plainJson('send', 'hello', '--var', 'name=Ada', ...words)

describe('carillon send', () => {
  it('`send` sends the recipient, subject, priority, variables and attachment from its flags', async () => {
    const file = path.join(folder, 'bill.txt')
    writeFileSync(file, 'one bill')
    const flags = [
      '--email',
      'ada@example.com',
      '--name',
      'Ada',
      '--locale',
      'en',
      '--subject',
      'Hey',
      '--priority',
      'high',
    ]
    const sent = await run('send', 'hello', ...flags, '--var', 'name=Ada', '--attach', file)
    expect(sent).toEqual({
      code: 0,
      out: 'queued: delivery 1, email to Ada (ada@example.com), template hello\n',
      err: 'See its status: carillon deliveries show 1\n',
    })
    await test.settled(tenant, 1, 'sent')
    const inbox = await json('test-inbox', 'show', '1')
    expect(inbox.message).toMatchObject({ subject: 'Hey', body: 'Hello Ada' })
    expect(inbox.message.attachments).toMatchObject([{ filename: 'bill.txt' }])
    expect(await json('deliveries', 'show', '1')).toMatchObject({ priority: 'high', mode: 'test' })
    const shown = await runInWorkspace('test-inbox', 'show', '1')
    expect(shown.out).toMatch(/^to {8}Ada \(ada@example\.com\)$/m)
    expect(shown.out).toMatch(/^subject {3}Hey$/m)
    expect(shown.out).toContain('\n\nHello Ada\n')
    expect((await runInWorkspace('test-inbox', 'list')).out).toMatch(
      /^1\t20\S+ \S+Z\temail\tada@example\.com\thello\tHey\n$/,
    )
  })

  it('`send` accepts a phone, a chat id or the id of a recipient instead of an email address, and accepts a channel', async () => {
    expect(await send('--whatsapp-phone', '+393331234567')).toMatchObject({ channel: 'whatsapp' })
    expect(await send('--telegram-chat-id', '42')).toMatchObject({ channel: 'telegram' })
    expect(await send('--recipient', '1')).toMatchObject({ recipient: { id: 1, name: 'Ada' } })
    expect(await send('--recipient', '1', '--telegram-chat-id', '7', '--channel', 'telegram')).toMatchObject({
      channel: 'telegram',
    })
  })

  it('`send` sends one message for requests with the same idempotency key, and warns when these requests differ', async () => {
    const first = await send('--email', 'i@example.com', '--idempotency-key', 'k1')
    const again = await run('send', 'hello', '--email', 'i@example.com', '--var', 'name=Ada', '--idempotency-key', 'k1')
    expect(again.out).toContain(`delivery ${first.delivery_id}, accepted earlier with this idempotency key`)
    const other = await run('send', 'hello', '--email', 'j@example.com', '--var', 'name=Ada', '--idempotency-key', 'k1')
    expect(other).toMatchObject({ code: 0, err: expect.stringContaining('different') })
  })

  it('`send` reads a request from a file, lets flags override the fields of the file, and reads the API key from standard input', async () => {
    const file = path.join(folder, 'request.json')
    const action = { slug: 'yes', label: 'Yes', callback_url: 'https://example.com/yes' }
    writeFileSync(
      file,
      JSON.stringify({
        recipient: { email: 'r@example.com', name: 'R' },
        template: 'hello',
        vars: { name: 'R' },
        actions: [action],
      }),
    )
    const result = await carillon(
      ['send', '--request', file, '--name', 'Rosa', '--key', '-'],
      { CARILLON_URL: test.url },
      `${tenant.testKey}\n`,
    )
    expect(result.code).toBe(0)
    expect(result.out).toMatch(/email to Rosa \(r@example\.com\), template hello\n {2}yes {2}http:\S+\/action\/\S+\n$/)
  })

  it('`send` prints the reason when a request, an API key or an attachment is refused', async () => {
    const lacking = await run('send', 'hello', '--email', 'ada@example.com')
    expect(lacking).toMatchObject({ code: 1, out: '' })
    expect(lacking.err).toMatch(/^Refused: 1 field is invalid\.\n {2}vars\.name {2}/)
    const json = await run('send', 'nothing', '--email', 'ada@example.com', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({ error: 'template_not_found' })
    const key = await run('send', 'hello', '--email', 'ada@example.com', '--key', 'svc_test_wrong')
    expect(key).toMatchObject({ code: 1, out: '' })
    const file = await run('send', 'hello', '--email', 'ada@example.com', '--attach', '/no/such.pdf')
    expect(file).toMatchObject({ code: 1, err: '/no/such.pdf cannot be read: ENOENT.\n' })
    const url = await run('send', 'hello', '--email', 'ada@example.com', '--attach', 'http://[')
    expect(url).toMatchObject({ code: 2, err: expect.stringContaining('neither a file nor a URL') })
  })

  it('`send` prints the seconds to wait when it is rate limited', async () => {
    const { testKey } = await test.tenant({ rate_limit: 1 })
    await test.call('GET', '/usage', { key: testKey })
    const result = await run('send', 'hello', '--email', 'ada@example.com', '--key', testKey)
    expect(result).toMatchObject({ code: 1, err: expect.stringMatching(/\nTry again in \d+ seconds?\.\n$/) })
  })

  it('`send` prints how to add credits when the quota is used up', async () => {
    const poor = await test.tenant({ quota: 0 })
    await test.manage('PUT', `/workspaces/${poor.workspace}/sources/${poor.source}/connections/telegram`, {
      settings: { bot_token: '1:a', api_base: 'http://127.0.0.1:9' },
    })
    const { code, err } = await carillon(['send', 'hello', '--telegram-chat-id', '1', '--var', 'name=A'], {
      ...env(),
      CARILLON_KEY: poor.liveKey,
    })
    expect(code).toBe(1)
    expect(err).toContain('carillon workspace credits add')
  })

  it('`send --fallback` and `--repeat` send the steps, and `deliveries show` prints them', async () => {
    const to = ['--email', 'steps@example.com', '--phone', '+393339990001', '--locale', 'en']
    const sent = await run('send', 'hello', ...to, '--var', 'name=Ada', '--fallback', 'sms', '--fallback', 'email:15m')
    expect([sent.code, sent.out]).toEqual([0, expect.stringContaining('  step 2  email  waiting\n')])
    const [, id = ''] = /delivery (\d+)/.exec(sent.out) ?? []
    expect((await runInWorkspace('deliveries', 'show', id)).out).toContain(`Fallback ${id} (open)`)
    const repeated = await plainJson(
      'send',
      'hello',
      ...to,
      '--var',
      'name=Ada',
      '--channel',
      'email',
      '--repeat',
      '10m:2:delivered',
    )
    expect(repeated.steps).toHaveLength(3)
    expect((await run('send', 'hello', ...to, '--repeat', '10m')).err).toContain('EVERY:AT_MOST')
    expect((await run('send', 'hello', ...to, '--fallback', 'sms:1h:read:x')).err).toContain('CHANNEL:AFTER:UNLESS')
  })

  it('`send --limit` sends at most a number of messages with its key in a period', async () => {
    const limit = ['--email', 'limit@example.com', '--limit', 'invoice:42', '--most', '1', '--per', '1h']
    const first = await send(...limit)
    expect(first.status).toBe('queued')
    const second = await run('send', 'hello', '--var', 'name=Ada', ...limit)
    expect(second.out).toMatch(`delivery ${first.delivery_id}. This message is over its limit and was not sent.`)
    for (const part of [limit.slice(0, 4), limit.slice(0, 6), [...limit.slice(0, 2), '--per', '1h']])
      expect(await run('send', 'hello', ...part)).toMatchObject({ code: 2, err: expect.stringContaining('--per 1h') })
  })

  it('`send --action` adds a button with its slug, its label and the URL of its callback', async () => {
    const buttons = ['--action', 'pay:Pay now=https://shop.example/paid?a=b', '--action', 'no=https://shop.example/no']
    const { delivery_id, actions } = await send('--email', 'buttons@example.com', ...buttons)
    expect(actions.map(({ slug }: { slug: string }) => slug)).toEqual(['pay', 'no'])
    const { content } = await json('deliveries', 'show', String(delivery_id))
    expect(content.actions).toMatchObject([{ slug: 'pay', label: 'Pay now' }, { slug: 'no' }])
    const wrong = await run('send', 'hello', '--email', 'buttons@example.com', '--action', 'pay')
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('SLUG[:LABEL]=URL') })
  })

  it('`send --dry-run` shows the address, the price, the times and the content, and sends nothing', async () => {
    const before = await json('deliveries', 'list', '--mode', 'test')
    const flags = ['--email', 'dry@example.com', '--name', 'Ada', '--locale', 'en', '--expires-after', '2h']
    const shown = await run('send', 'hello', ...flags, '--var', 'name=Ada', '--dry-run')
    expect(shown.code).toBe(0)
    expect(shown.out.split('\n')).toEqual([
      'to         Ada (dry@example.com)',
      'recipient  would be created',
      'channel    email',
      'template   hello, en',
      'price      free, because the key is a test key',
      'at         now',
      expect.stringMatching(/^expires {4}20\S+ \S+Z$/),
      'subject    Hello Ada',
      '',
      'Hello Ada',
      '',
    ])
    expect(shown.err).toBe('This was a dry run. Nothing was stored, sent or charged.\n')
    expect(await json('deliveries', 'list', '--mode', 'test')).toEqual(before)
    expect((await run('send', 'unknown', ...flags, '--dry-run')).code).toBe(1)
  })

  it('`send --dry-run` shows the steps, the quiet hours, the category and the limit in sentences', async () => {
    const at = (hours: number) => new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    const other = await test.tenant()
    const workspace = `/workspaces/${other.workspace}`
    const quiet_hours = { from: at(-1), to: at(3), time_zone: 'UTC' }
    expect((await test.manage('PATCH', workspace, { quiet_hours })).status).toBe(200)
    expect((await test.manage('POST', `${workspace}/categories`, { slug: 'offers', name: 'Offers' })).status).toBe(201)
    const file = path.join(folder, 'limited.json')
    writeFileSync(file, JSON.stringify({ category: 'offers', limit: { key: 'offer', most: 2, per: '1d' } }))
    const flags = ['--email', 'steps@example.com', '--phone', '+393331234567', '--locale', 'en', '--var', 'name=Ada']
    const steps = [
      '--fallback',
      'whatsapp',
      '--fallback',
      'sms',
      '--fallback',
      'email:90m',
      '--fallback',
      'sms:2h:read',
    ]
    const { code, out } = await run(
      ...['send', 'hello', '--key', other.testKey, '--request', file, ...flags, ...steps, '--dry-run'],
    )
    expect(code).toBe(0)
    const lines = out.split('\n')
    const time = String.raw`20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?Z`
    for (const line of [
      '^category   offers, which the recipient accepts on sms$',
      '^limit      message 1 of at most 2 in 1d with the key offer$',
      `^at         ${time}, because now is in quiet hours$`,
      '^  step 1  whatsapp  skipped: the recipient has no address on WhatsApp$',
      String.raw`^  step 2  sms  starts to \+393331234567 at ${time}, waits until ${time} because of quiet hours$`,
      `^  step 3  email  starts 90 minutes after the step before was sent, unless it was delivered, to steps@example.com at ${time}$`,
      String.raw`^  step 4  sms  starts 2 hours after the step before was sent, unless it was read, to \+393331234567 at ${time}$`,
    ])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(line)))
  })

  it('`send --dry-run` shows when a digest would close', async () => {
    const flags = ['--email', 'digest@example.com', '--var', 'name=Ada', '--digest', 'post', '--wait', '10m']
    const { out } = await run('send', 'hello', ...flags, '--dry-run')
    expect(out).toMatch(/^digest {5}opens a digest with 1 message, which closes at 20\S+ \S+Z if no message joins it$/m)
    expect(out).toMatch(/^at {9}when the digest closes$/m)
  })
})
