// The commands carillon recipients import, carillon recipients export, carillon automation, carillon subscription and
// carillon whatsapp-template.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { approvedTemplate, graphSettings, templatePage } from '../harness/graph.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
let folder: string
let provider: Provider
beforeAll(async () => {
  test = await startTestService('postgres')
  tenant = await test.tenant()
  provider = await startProvider()
  provider.reply(({ path }) =>
    path.includes('message_templates')
      ? templatePage([approvedTemplate('order_shipped', [{ type: 'BODY', text: 'Order {{1}} left' }])])
      : { status: 200, body: 'thanks' },
  )
  folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-people-'))
})
afterAll(async () => {
  await test.stop()
  await provider.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { run, json, runWithInput } = commandsIn(
  () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }),
  () => ['--workspace', String(tenant.workspace)],
)
const inFolder = (name: string) => path.join(folder, name)

describe('carillon recipients import and export', () => {
  it('`recipients import` prints the refused rows, also in a dry run, and imports these rows after they are corrected', async () => {
    writeFileSync(inFolder('people.csv'), 'name;email;tags\nAda;ada@example.com;vip\nBo;bo@;\n')
    const dry = await run('recipients', 'import', inFolder('people.csv'), '--dry-run')
    expect(dry).toEqual({
      code: 1,
      out: '1 created, 1 refused (dry run: no recipient was changed).\n',
      err: 'line 3: email is not an email address\n',
    })
    expect((await json('recipients', 'list')).data).toEqual([])
    const refused = inFolder('refused.csv')
    const real = await run('recipients', 'import', inFolder('people.csv'), '--refused', refused)
    expect([real.code, real.out]).toEqual([1, '1 created, 1 refused.\n'])
    const corrected = readFileSync(refused, 'utf8').replace('bo@', 'bo@example.com')
    const again = await runWithInput(corrected, 'recipients', 'import', '-', '--json')
    expect([again.code, again.err]).toEqual([0, ''])
    expect(JSON.parse(again.out)).toMatchObject({ state: 'done', created: 1, refused: 0, refused_rows: [] })
    expect((await json('recipients', 'list', '--tag', 'vip')).data).toMatchObject([{ name: 'Ada' }])
  })

  it('`recipients import` refuses a file that is not a table and prints the reason', async () => {
    writeFileSync(inFolder('latin.csv'), Buffer.from('email,name\na@example.com,José\n', 'latin1'))
    const refused = await run('recipients', 'import', inFolder('latin.csv'))
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('line 2 is not UTF-8')
    expect(await run('recipients', 'import', inFolder('nowhere.csv'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    })
    const stdin = await runWithInput('name\nAda\n', 'recipients', 'import', '-')
    expect(stdin.err).toContain('needs a column that identifies people')
  })

  it('`recipients import` matches rows by the column of `--match-by` and prints the recipient with which a row conflicts [D56c]', async () => {
    const phone = '+393330000077'
    const made = await json('recipients', 'create', 'Mamma', '--email', 'mamma@example.com', '--whatsapp-phone', phone)
    expect((await run('recipients', 'show', String(made.id))).out).toContain('it (default)')
    const file = `name,email,whatsapp_phone\nFiglia,figlia@example.com,${phone}\n`
    const refused = await runWithInput(file, 'recipients', 'import', '-')
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`line 2: whatsapp_phone belongs to recipient ${made.id} (Mamma), whose email differs`),
    ])
    const matched = await runWithInput(file, 'recipients', 'import', '-', '--match-by', 'whatsapp_phone')
    expect(matched).toEqual({ code: 0, out: '1 updated.\n', err: '' })
    expect((await runWithInput(file, 'recipients', 'import', '-', '--match-by', 'phone')).code).toBe(1)
    await run('recipients', 'delete', String(made.id), '--yes')
  })

  it('`recipients import` reports every row of an export as unchanged', async () => {
    const { code, out } = await run('recipients', 'export')
    expect(code).toBe(0)
    expect(out).toMatch(/^\ufeffid,name,email,/)
    const back = await runWithInput(out, 'recipients', 'import', '-')
    expect(back).toEqual({ code: 0, out: '2 unchanged.\n', err: '' })
    expect((await json('recipients', 'export', '--tag', 'vip')).csv.split('\r\n')).toHaveLength(3)
  })
})

describe('carillon automation', () => {
  it('`automation create`, `list`, `enable`, `disable`, `show`, `runs` and `delete` manage an automation', async () => {
    expect(await run('automation', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^There is no automation yet/),
    })
    const made = await json(
      'automation',
      'create',
      'Welcome',
      '--template',
      'hello',
      '--tag',
      'new',
      '--var',
      'name={{name}}',
    )
    expect(made).toMatchObject({ trigger: { type: 'contact.tagged', tag: 'new' }, vars: { name: '{{name}}' } })
    const id = String(made.id)
    expect((await run('automation', 'list')).out).toBe(`${id}\tWelcome\ttagged new\thello\tenabled\n`)
    expect((await run('automation', 'disable', id)).out).toBe(`Automation ${id} (Welcome) is disabled.\n`)
    expect((await json('automation', 'enable', id)).enabled).toBe(true)
    await json('recipients', 'create', 'Cleo', '--email', 'cleo@example.com', '--tag', 'new', '--mode', 'test')
    await test.until(async () => (await json('automation', 'show', id)).runs.sent === 1)
    expect((await run('automation', 'show', id)).out).toContain('1 sent, 0 refused, 0 waiting')
    expect((await run('automation', 'runs', id, '--state', 'sent')).out).toMatch(/\tCleo \(\d+\)\tsent\t\d+\t\n$/)
    expect((await json('automation', 'create', 'R', '--template', 'hello', '--keyword', 'hi')).trigger).toEqual({
      type: 'message.received',
      keyword: 'hi',
    })
    expect((await json('automation', 'create', 'C', '--template', 'hello', '--disabled')).enabled).toBe(false)
    for (const words of [
      ['create', 'X'],
      ['create', 'X', '--template', 'hello', '--tag', 'a', '--keyword', 'b'],
      ['delete', id],
      ['show', 'one'],
    ])
      expect([words, (await run('automation', ...words)).code]).toEqual([words, 2])
    expect((await run('automation', 'delete', id, '--yes')).out).toBe(`Automation ${id} was deleted.\n`)
    expect(await run('automation', 'runs', id)).toMatchObject({ code: 1, out: '' })
  })
})

describe('carillon subscription', () => {
  it('`subscription` commands create, test, inspect, replay, change and delete a subscription', async () => {
    expect((await run('subscription', 'list')).err).toMatch(/^There are no subscriptions yet/)
    const url = `${provider.url}/events`
    const made = await run('subscription', 'create', url, '--event', 'contact.created')
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^whsec_\S+\n$/)])
    const id = /Subscription (\d+) was created/.exec(made.err)![1]!
    expect((await run('subscription', 'list')).out).toBe(`${id}\t${url}\tactive\t0\tcontact.created\n`)
    expect((await run('subscription', 'test', id)).out).toMatch(/^contact\.created: received, 200, \d+ ms\n$/)
    await json('recipients', 'create', 'Dan', '--email', 'dan@example.com')
    const [entry] = await test.until(async () => {
      const { data } = await json('subscription', 'events', id, '--status', 'received', '--event', 'contact.created')
      return data.length === 2 && data
    })
    const shown = await run('subscription', 'show-event', id, String(entry.id))
    expect(shown.out).toMatch(/attempt 1 {2}20\S+ \S+Z {2}200 {2}\d+ ms\n/)
    expect(shown.out).toContain('"name": "Dan"')
    expect((await run('subscription', 'attempts', id)).out.split('\n')).toHaveLength(3)
    expect((await json('subscription', 'replay', id, '--event-id', entry.event_id)).replayed).toBe(1)
    expect((await run('subscription', 'replay', id, '--failed')).out).toBe('0 events are sent again.\n')
    expect((await json('subscription', 'replay', id, '--since', '1h')).replayed).toBeGreaterThan(0)
    expect((await json('subscription', 'update', id, '--event', 'delivery.sent')).events).toEqual(['delivery.sent'])
    const rotated = await json('subscription', 'rotate-secret', id)
    expect(rotated.secret).not.toBe(made.out.trim())
    expect((await run('subscription', 'rotate-secret', id, '--immediately')).err).toBe('The old secret is invalid.\n')
    expect((await run('subscription', 'disable', id)).out).toBe(`Subscription ${id} (${url}) is disabled.\n`)
    expect((await run('subscription', 'show', id)).out).toMatch(/status +disabled\n/)
    expect((await json('subscription', 'reactivate', id)).status).toBe('active')
    for (const words of [
      ['create', url],
      ['update', id],
      ['replay', id],
      ['delete', id],
      ['events', id, '--status', 'odd'],
    ])
      expect([words, (await run('subscription', ...words)).code]).toEqual([words, 2])
    provider.reply(() => ({ status: 500, body: 'broken' }))
    expect(await run('subscription', 'test', id)).toMatchObject({ code: 1, err: expect.stringContaining('500') })
    expect((await run('subscription', 'delete', id, '--yes')).code).toBe(0)
    expect((await run('subscription', 'show', id)).code).toBe(1)
  })
})

describe('carillon whatsapp-template', () => {
  it('`whatsapp-template sync` reads the approved templates, and `whatsapp-template list` prints them', async () => {
    provider.reply(() =>
      templatePage([approvedTemplate('order_shipped', [{ type: 'BODY', text: 'Order {{1}} left' }])]),
    )
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
    expect((await test.manage('PUT', at, { settings: graphSettings(provider.url).whatsapp })).status).toBe(200)
    expect((await run('whatsapp-template', 'sync')).out).toMatch(/^1 template, 1 of them usable, read 20\S+ \S+Z\.\n$/)
    expect((await run('whatsapp-template', 'list', '--q', 'order')).out).toMatch(
      /^order_shipped\t\S+\tAPPROVED\tusable\t/,
    )
    expect((await json('whatsapp-template', 'list', '--q', 'nothing')).data).toEqual([])
  })
})
