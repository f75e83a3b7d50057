// The commands carillon deliveries, carillon recipients and carillon opt-outs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
beforeAll(async () => {
  test = await startTestService('postgres')
  tenant = await test.tenant()
})
afterAll(() => test.stop())

const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir, CARILLON_KEY: tenant.testKey })
const { json: plainJson } = commandsIn(env)
/** Adds `--workspace` to each command, because the installation has several workspaces. */
const { run: runInWorkspace, json } = commandsIn(env, () => ['--workspace', String(tenant.workspace)])
const send = (...words: string[]) => plainJson('send', 'hello', '--var', 'name=Ada', ...words)

describe('carillon deliveries', () => {
  it('`deliveries list` filters by mode, channel, template, recipient, source, time and text', async () => {
    await send('--email', 'ada@example.com')
    await send('--whatsapp-phone', '+393331234567')
    const bounced = await send('--email', 'bounce@sandbox.test')
    const all = await json('deliveries', 'list', '--mode', 'test')
    expect(all.data[0]).toMatchObject({ id: bounced.delivery_id, address: 'bounce@sandbox.test' })
    const byChannel = await json('deliveries', 'list', '--mode', 'test', '--channel', 'whatsapp')
    expect(byChannel.data).toHaveLength(1)
    const filters = ['--template', 'hello', '--recipient', '1', '--source', 'App', '--since', '1h', '--q', 'ada@']
    expect((await json('deliveries', 'list', '--mode', 'test', ...filters)).data.length).toBeGreaterThan(0)
    expect((await json('deliveries', 'list', '--mode', 'test', '--until', '1h')).data).toEqual([])
    expect(await runInWorkspace('deliveries', 'list')).toEqual({
      code: 0,
      out: '',
      err: 'There are no matching deliveries. Use --mode test to list deliveries of test keys.\n',
    })
    expect(await runInWorkspace('deliveries', 'list', '--since', 'yesterday')).toMatchObject({
      code: 1,
      err: expect.stringContaining('  since  must be a date-time in RFC 3339 or ISO 8601'),
    })
    expect((await runInWorkspace('deliveries', 'list', '--mode', 'test', '--limit', '1')).out.split('\n')).toHaveLength(
      2,
    )
  })

  it('`deliveries show` prints the message, each attempt with its reason, the remedy and the history', async () => {
    const { delivery_id: id } = await send('--email', 'bounce@sandbox.test')
    await test.settled(tenant, id, 'failed')
    const { code, out } = await runInWorkspace('deliveries', 'show', String(id))
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^Delivery ${id} {2}failed {2}\\(test\\)\n`))
    expect(out).toMatch(/^ {2}to +bounce@sandbox\.test, recipient \d+$/m)
    expect(out).toMatch(
      /\nWhy it failed\n {2}The address no longer exists.*\n {2}reason +\S+\n {2}remedy +Use another address/,
    )
    expect(out).toMatch(
      /\nAttempts\n {2}1 {2}20\S+ \S+Z {2}recipient_gone {2}\d+\.\d s\n {5}answer +404 sandbox_bounce\n/,
    )
    expect(out).toMatch(/\nHistory\n {2}\S+ \S+Z {2}queued\n {2}\S+ \S+Z {2}sending\n {2}\S+ \S+Z {2}failed\n$/)
    expect(await runInWorkspace('deliveries', 'show', '999999')).toMatchObject({
      code: 1,
      err: 'No delivery 999999 in this workspace.\n',
    })
  })

  it('`deliveries move` and `cancel` change a scheduled delivery, and `deliveries resend` sends an ended delivery again', async () => {
    const { delivery_id: id } = await send('--email', 'later@example.com', '--scheduled-for', '+2h')
    expect((await runInWorkspace('deliveries', 'list', '--mode', 'test', '--q', 'later@')).out).toMatch(
      /\tqueued\t.*\tfor 20/,
    )
    const moved = await json('deliveries', 'move', String(id), '--scheduled-for', '2d')
    expect(Date.parse(moved.scheduled_for) - Date.now()).toBeGreaterThan(47 * 3_600_000)
    expect((await runInWorkspace('deliveries', 'show', String(id))).out).toContain('none yet')
    expect(await runInWorkspace('deliveries', 'move', String(id))).toMatchObject({ code: 2 })
    expect(await runInWorkspace('deliveries', 'resend', String(id))).toMatchObject({
      code: 1,
      err: expect.stringContaining('has not ended yet'),
    })
    expect(await runInWorkspace('deliveries', 'cancel', String(id))).toMatchObject({
      code: 0,
      out: `Delivery ${id} was cancelled.\n`,
    })
    expect((await runInWorkspace('deliveries', 'cancel', String(id))).code).toBe(1)
    const { changes } = await json('deliveries', 'show', String(id))
    const { out } = await runInWorkspace('deliveries', 'show', String(id))
    expect(out).toMatch(new RegExp(`^Delivery ${id} {2}cancelled {2}\\(test\\)\n`))
    expect(out).toMatch(/\nCancelled\n {2}Cancelled at 20\S+ \S+Z by .+, before it was sent\n {2}remedy +Resend/)
    expect(out).toContain(`by ${changes.at(-1).by.name}\n`)
    expect(out).not.toContain('Why it failed')
    const again = await json('deliveries', 'resend', String(id))
    expect(again.delivery_id).toBeGreaterThan(id)
  })

  it('`deliveries show` and `recipients list` replace terminal control characters in names', async () => {
    const { delivery_id: id } = await send('--email', 'evil@example.com', '--name', 'E\u001b]0;owned\u0007\u202ebad')
    for (const words of [
      ['deliveries', 'show', String(id)],
      ['recipients', 'list', '--mode', 'test', '--q', 'evil@'],
    ]) {
      const { out } = await runInWorkspace(...words)
      expect(out).toContain('E\ufffd]0;owned')
      for (const control of ['\u001b', '\u0007', '\u202e']) expect(out).not.toContain(control)
    }
  })
})

describe('carillon recipients', () => {
  it('`recipients create`, `list`, `show` and `delete` manage a recipient', async () => {
    const flags = ['--email', 'grace@example.com', '--locale', 'en', '--tag', 'beta', '--tag', 'vip']
    const more = ['--metadata', 'customer=17', '--preferred-channel', 'email', '--telegram-chat-id', '99']
    const made = await json('recipients', 'create', 'Grace', ...flags, ...more)
    expect(made).toMatchObject({ tags: ['beta', 'vip'], metadata: { customer: '17' }, mode: 'live' })
    const id = String(made.id)
    expect((await runInWorkspace('recipients', 'list', '--tag', 'vip')).out).toBe(
      `${id}\tGrace\tgrace@example.com, 99\ten\tbeta, vip\n`,
    )
    const { out } = await runInWorkspace('recipients', 'show', id)
    expect(out).toMatch(/^email {6}grace@example\.com$/m)
    expect(out).toMatch(/^metadata {3}\{"customer":"17"\}$/m)
    expect(await runInWorkspace('recipients', 'create', 'Bad', '--email', 'nope')).toMatchObject({
      code: 1,
      err: expect.stringContaining('  email  '),
    })
    expect(await runInWorkspace('recipients', 'delete', id)).toMatchObject({ code: 2 })
    expect(await json('recipients', 'delete', id, '--yes')).toEqual({ id: made.id, deleted: true })
    expect((await json('recipients', 'list', '--q', 'grace')).data).toEqual([])
  })
})

describe('carillon opt-outs', () => {
  it('`opt-outs add`, `list` and `lift` manage opt-outs by address or id', async () => {
    expect(await runInWorkspace('opt-outs', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: 'There are no opt-outs.\n',
    })
    expect(await runInWorkspace('opt-outs', 'add', 'Ada@example.com')).toMatchObject({
      code: 0,
      out: 'ada@example.com receives no more email.\n',
    })
    const { id } = await json('opt-outs', 'add', 'bob@example.com')
    expect((await runInWorkspace('opt-outs', 'list', '--q', 'ada')).out).toMatch(
      /^\d+\tada@example\.com\ta member, or the provider\t20/,
    )
    expect(await runInWorkspace('opt-outs', 'lift', 'ada@example.com')).toMatchObject({ code: 2 })
    expect(await runInWorkspace('opt-outs', 'lift', 'ADA@example.com', '--yes')).toMatchObject({ code: 0 })
    expect(await json('opt-outs', 'lift', String(id), '--yes')).toEqual({ id, lifted: true })
    expect(await runInWorkspace('opt-outs', 'lift', 'ada@example.com', '--yes')).toMatchObject({
      code: 1,
      err: 'ada@example.com has not opted out.\n',
    })
  })
})
