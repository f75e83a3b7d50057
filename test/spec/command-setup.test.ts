// The commands carillon workspace, carillon source and carillon key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('postgres')
})
afterAll(() => test.stop())

const { run, json } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))

describe('default workspace and source', () => {
  it('commands without `--workspace` and `--source` use the only workspace and the only source', async () => {
    expect(await run('source', 'list')).toMatchObject({ code: 0, out: expect.stringMatching(/^1\tDemo\t10000\tno\t/) })
    expect((await json('key', 'list')).data).toEqual([
      {
        kind: 'api',
        id: 1,
        mode: 'test',
        name: null,
        scopes: ['send', 'read'],
        hint: expect.any(String),
        state: 'active',
        created_at: expect.any(String),
        created_by: null,
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
      },
    ])
  })
})

describe('carillon workspace conditions', () => {
  it('`workspace conditions` prints each condition with its remedy and link, and exits with 1 for an error', async () => {
    expect(await run('workspace', 'conditions')).toEqual({ code: 0, out: 'No problems.\n', err: '' })
    await json('connection', 'set', 'discord', 'webhook_url=http://127.0.0.1:9/api/webhooks/1/x')
    await test.service.db.query({
      text: `update connections set paused_until = 'infinity', paused_at = $1, pause_reason = 'the webhook was deleted',
               known_pause_until = 'infinity', known_pause_reason = 'the webhook was deleted'`,
      values: [new Date('2030-01-31T09:00:00Z')],
    })
    const { code, out } = await run('workspace', 'conditions', 'Demo')
    expect(code).toBe(1)
    expect(
      out,
    ).toBe(`error    The Discord connection of the source "Demo" has been paused since 2030-01-31T09:00:00Z: the webhook was deleted.
         Correct the connection's settings, or resume the connection once the cause is gone. Its messages are sent as soon as the connection is saved or resumed.
         ${test.url}/w/1/sources/1/connections/discord
`)
    const asJson = await run('workspace', 'conditions', '--json')
    expect([asJson.code, JSON.parse(asJson.out)]).toMatchObject([
      1,
      [{ kind: 'connection_paused', channel: 'discord' }],
    ])
    await json('connection', 'resume', 'discord')
    expect((await run('workspace', 'conditions')).code).toBe(0)
  })
})

describe('carillon workspace conditions without a condition', () => {
  it('`workspace conditions` prints the number of failed messages of the last hour when there is no condition', async () => {
    await test.service.db.query({
      text: `insert into workspace_activity (workspace_id, minute, process, sent, delivered, failed)
             values (1, date_trunc('minute', $1::timestamptz), 'test', 0, 0, 1)`,
      values: [test.clock.now()],
    })
    const noConditions = { code: 0, out: 'No problems. 1 message failed in the last hour.\n', err: '' }
    expect(await run('workspace', 'conditions')).toEqual(noConditions)
    await test.service.db.query({ text: `delete from workspace_activity where process = 'test'`, values: [] })
  })
})

describe('carillon workspace', () => {
  it('`workspace create`, `list`, `show` and `update` manage workspaces', async () => {
    const made = await json(
      'workspace',
      'create',
      'Shop',
      '--plan',
      'pro',
      '--locale',
      'en',
      '--brand-name',
      'The shop',
    )
    expect(made).toMatchObject({ id: 2, name: 'Shop', plan: 'pro', quota: 10_000, brand: { name: 'The shop' } })
    const created = await run('workspace', 'create', 'Other')
    expect(created).toEqual({
      code: 0,
      out: 'Workspace 3 was created.\n',
      err: 'Next: carillon source create NAME --workspace 3\n',
    })
    expect((await json('workspace', 'list')).data.map(({ name }: { name: string }) => name)).toEqual([
      'Demo',
      'Shop',
      'Other',
    ])
    const lines = (await run('workspaces', 'list')).out.split('\n')
    expect(lines[1]).toMatch(/^2\tShop\tpro\t10000\t20\d\d-/)

    expect(await json('workspace', 'update', 'shop', '--quota', '25', '--whatsapp-limit', 'unlimited')).toMatchObject({
      quota: 25,
      whatsapp_limit: null,
    })
    expect(await json('workspace', 'update', '2', '--name', 'Store', '--brand-name', 'none')).toMatchObject({
      name: 'Store',
      quota: 25,
      brand: {},
    })
    expect(await json('workspace', 'show', 'Store')).toMatchObject({ id: 2, credits: 0, usage: { total_sent: 0 } })
    const shown = await run('workspace', 'show', '--workspace', 'Store')
    expect(shown.out).toMatch(/^name +Store$/m)
    expect(shown.out).toMatch(/^quota +0 of 25 in \d{4}-\d\d$/m)
    expect(await run('workspace', 'update', 'Store')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--quota'),
    })
  })

  it('commands require `--workspace` when there are several workspaces, and print the names of these workspaces', async () => {
    const several = await run('source', 'list')
    expect(several).toMatchObject({ code: 2, out: '' })
    expect(several.err).toBe('There are 3 workspaces. Choose one with --workspace: 1 Demo, 2 Store, 3 Other.\n')
    const mistyped = await run('source', 'list', '--workspace', 'Stor')
    expect(mistyped).toMatchObject({ code: 1, err: 'There is no workspace "Stor". Did you mean "Store"?\n' })
    const unknown = await run('source', 'list', '--workspace', '99', '--json')
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.out)).toMatchObject({ error: 'not_found', message: 'No workspace 99.' })
    const empty = await run('source', 'list', '--workspace', 'other')
    expect(empty).toEqual({
      code: 0,
      out: '',
      err: 'There is no source yet. Create one: carillon source create NAME --workspace 3\n',
    })
    expect(await run('key', 'list', '--workspace', '3')).toMatchObject({
      code: 1,
      err: 'There is no source yet. Create one: carillon source create NAME\n',
    })
  })

  it('`workspace credits add` changes the balance of a workspace, and `workspace credits list` prints the balance', async () => {
    const added = await run('workspace', 'credits', 'add', '500', '--note', 'Invoice 14', '--workspace', 'Store')
    expect(added).toEqual({ code: 0, out: 'Store now has 500 credits.\n', err: '' })
    expect(await json('workspace', 'credits', 'add', '-20', '--workspace', 'Store')).toMatchObject({ balance: 480 })
    expect(await run('workspace', 'credits', 'add', '-481', '--workspace', 'Store')).toMatchObject({
      code: 1,
      err: 'Refused: 1 field is invalid.\n  amount  would make the balance negative\n',
    })
    expect(await json('workspace', 'credits', 'list', '--workspace', 'Store')).toMatchObject({
      balance: 480,
      data: [{ amount: -20 }, { amount: 500, note: 'Invoice 14' }],
    })
    const ledger = await run('workspace', 'credits', 'list', '--workspace', 'Store', '--limit', '1')
    expect(ledger.out).toMatch(/^20\S+ \S+Z\tpurchase\t-20\t480\t\t\n$/)
    const cursor = /--cursor (\S+)/.exec(ledger.err)![1]!
    const rest = await json('workspace', 'credits', 'list', '--workspace', 'Store', '--cursor', cursor)
    expect(rest.data.map(({ amount }: { amount: number }) => amount)).toEqual([500])
  })

  it('`workspace list --all` prints all pages, and `workspace list --limit` reads several pages for a large number', async () => {
    await Promise.all(Array.from({ length: 105 }, (_, at) => test.manage('POST', '/workspaces', { name: `W${at}` })))
    expect((await json('workspace', 'list', '--all')).data).toHaveLength(108)
    expect((await json('workspace', 'list', '--limit', '103')).data).toHaveLength(103)
    const first = await json('workspace', 'list')
    expect(first.data).toHaveLength(50)
    expect(first.next_cursor).toEqual(expect.any(String))
    const several = await run('source', 'list')
    expect(several.err).toContain('There are 108 workspaces')
    expect(several.err).toContain(', …')
  })
})

describe('carillon source and key', () => {
  it('`source create`, `update`, `list` and `delete` manage sources', async () => {
    const flags = ['--workspace', 'Store']
    expect(await json('source', 'create', 'Checkout', '--rate-limit', '5000', ...flags)).toMatchObject({
      rate_limit: 5000,
    })
    const second = await run('source', 'create', 'Blog', ...flags)
    expect(second.out).toBe('Source 3 was created.\n')
    expect(second.err).toBe('Next: carillon key create --mode test --workspace 2 --source 3\n')
    expect(await json('source', 'update', 'Blog', '--confirm-click', 'on', '--name', 'News', ...flags)).toMatchObject({
      name: 'News',
      confirm_click: true,
    })
    expect(await run('source', 'update', 'News', ...flags)).toMatchObject({ code: 2 })
    const withoutYes = await run('source', 'delete', 'News', ...flags)
    expect(withoutYes).toMatchObject({ code: 2, out: '', err: expect.stringContaining('confirm with --yes') })
    expect((await json('source', 'list', ...flags)).data).toHaveLength(2)
    expect(await run('source', 'delete', 'News', '--yes', ...flags)).toMatchObject({
      code: 0,
      out: 'Source 3 was deleted.\n',
    })
    expect((await json('source', 'list', ...flags)).data).toHaveLength(1)
  })

  it('`key create` prints only the new API key on standard output, and the API key works until `key revoke` revokes it', async () => {
    const flags = ['--workspace', 'Store', '--source', 'checkout']
    const made = await run('key', 'create', ...flags)
    expect(made.code).toBe(0)
    expect(made.out).toMatch(/^svc_test_[A-Za-z0-9]{40}\n$/)
    expect(made.err).toContain('It is not shown again')
    const key = made.out.trim()
    expect((await test.call('GET', '/usage', { key })).status).toBe(200)
    const trigger = await run('key', 'create', '--kind', 'trigger', '--mode', 'live', ...flags)
    expect(trigger.out).toMatch(/^http:\/\/\S+\/v1\/wh\/svcwh_[A-Za-z0-9]+\n$/)
    expect(await json('key', 'create', '--mode', 'live', ...flags)).toMatchObject({
      mode: 'live',
      key: expect.any(String),
    })

    const { data } = await json('key', 'list', ...flags)
    expect(data.map(({ kind, mode }: Record<string, string>) => `${kind} ${mode}`).sort()).toEqual([
      'api live',
      'api test',
      'trigger live',
    ])
    expect(JSON.stringify(data)).not.toContain(key)
    const { id } = data.find(({ mode }: { mode: string }) => mode === 'test')
    expect(await run('key', 'revoke', String(id), ...flags)).toMatchObject({ code: 2 })
    expect(await run('key', 'revoke', String(id), '--yes', ...flags)).toMatchObject({ code: 0 })
    expect((await test.call('GET', '/usage', { key })).status).toBe(403)
    expect((await run('key', 'list', '--kind', 'api', ...flags)).out).toMatch(/\ttest\t…\w{4}\t\S+ \S+\t20\d\d-/)
    expect(await run('key', 'revoke', '999', '--yes', ...flags)).toMatchObject({
      code: 1,
      err: expect.stringContaining('999'),
    })
  })
})
