// The list of suppressions stays in step with the tables that processes of 0.1.0 read and write.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveDatabase } from '../../src/store/move.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('suppressions beside 0.1.0, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind, {}, 'api')
  })
  beforeEach(async () => {
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const run = (text: string, ...values: unknown[]) => test.service.db.query({ text, values })
  const list = async (): Promise<{ id: number; channel: string; address: string; reason: string }[]> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/suppressions`)).body.data
  const shown = async () => (await list()).map(({ channel, address, reason }) => [channel, address, reason])
  const optOuts = async () =>
    (await run('select id, address from opt_outs where workspace_id = $1 order by id', tenant.workspace)).rows
  const optOut = (address: string, delivery: number | null = null) =>
    run(
      `insert into opt_outs (workspace_id, mode, address, delivery_id, at) values ($1, 'live', $2, $3, now())
       on conflict (workspace_id, mode, address) do nothing`,
      tenant.workspace,
      address,
      delivery,
    )
  const recipient = async (): Promise<number> =>
    (
      await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, {
        name: 'Ada',
        telegram_chat_id: '42',
        email: 'Ada@x.example',
      })
    ).body.id
  const mark = (id: number, marks: object) =>
    run('update recipients set unusable = $2 where id = $1', id, JSON.stringify(marks))
  const at = '2026-01-01T00:00:00.000Z'

  it('an opt-out that 0.1.0 stores is added to the list with the same id, and is removed when 0.1.0 removes it', async () => {
    await optOut('ada@x.example', 17)
    await optOut('+39333')
    const [second, first] = await list()
    expect(first).toMatchObject({ channel: 'email', reason: 'unsubscribed', origin: 'link', delivery_id: 17 })
    expect(second).toMatchObject({ channel: 'whatsapp', origin: 'provider' })
    expect((await optOuts()).map(({ id }) => id)).toEqual([first?.id, second?.id])
    await run('delete from opt_outs where id = $1', first?.id)
    expect(await shown()).toEqual([['whatsapp', '+39333', 'unsubscribed']])
  })

  it('an opt-out in the list is also stored in the table of 0.1.0, but a suppression with another reason is not', async () => {
    const add = (body: object) => test.manage('POST', `/workspaces/${tenant.workspace}/suppressions`, body)
    const { body } = await add({ address: 'Bo@x.example', reason: 'unsubscribed' })
    await add({ address: 'cy@x.example', reason: 'hard_bounce' })
    expect(await optOuts()).toEqual([{ id: body.id, address: 'bo@x.example' }])
    await optOut('bo@x.example')
    expect(await list()).toHaveLength(2)
    await test.manage('DELETE', `/workspaces/${tenant.workspace}/opt-outs/${body.id}`)
    expect(await optOuts()).toEqual([])
    expect(await shown()).toEqual([['email', 'cy@x.example', 'hard_bounce']])
  })

  it('the list contains each address that 0.1.0 marks, and loses the address with the mark only for the reason `invalid`', async () => {
    const id = await recipient()
    const marks = {
      telegram: { address: '42', reason: 'the bot was blocked', at },
      email: { address: 'Ada@x.example', reason: '550 no such user', at },
    }
    await mark(id, marks)
    const both = [
      ['email', 'ada@x.example', 'hard_bounce'],
      ['telegram', '42', 'invalid'],
    ]
    expect(new Set(await shown())).toEqual(new Set(both))
    await mark(id, {})
    expect(await shown()).toEqual([['email', 'ada@x.example', 'hard_bounce']])
  })

  it('a mark adds no second entry for an address that is already in the list', async () => {
    const id = await recipient()
    for (const [channel, address, reason] of [
      ['email', 'ada@x.example', 'invalid'],
      ['pigeon', 'coop-1', 'hard_bounce'],
    ])
      await run(
        `insert into suppressions (workspace_id, mode, channel, address, reason, origin, at)
         values ($1, 'live', $2, $3, $4, 'provider', now())`,
        ...[tenant.workspace, channel, address, reason],
      )
    await mark(id, {
      email: { address: 'Ada@x.example', reason: 'deactivated', at },
      pigeon: { address: 'COOP-1', reason: 'gone', at },
    })
    expect(await shown()).toEqual([
      ['pigeon', 'coop-1', 'hard_bounce'],
      ['email', 'ada@x.example', 'invalid'],
    ])
  })

  it('a change of the address of a recipient does not lift the suppression of the former address', async () => {
    const id = await recipient()
    await mark(id, { telegram: { address: '42', reason: 'the bot was blocked', at } })
    const path = `/workspaces/${tenant.workspace}/recipients/${id}`
    expect((await test.manage('PATCH', path, { telegram_chat_id: '43' })).body).toMatchObject({ unusable: {} })
    expect(await shown()).toEqual([['telegram', '42', 'invalid']])
  })

  it('the migration copies the opt-outs and marks that exist, each once', async () => {
    const file = fileURLToPath(new URL('../../migrations/0035_suppressions.sql', import.meta.url))
    const statements = readFileSync(file, 'utf8').split('\n\n')
    const copies = statements.filter((statement) => /^insert into suppressions/.test(statement))
    expect(copies).toHaveLength(2)
    await optOut('ada@x.example')
    await mark(await recipient(), { telegram: { address: '42', reason: 'blocked', at } })
    const before = (await list()).map(({ id, ...entry }) => entry)
    await run('alter table suppressions disable trigger user')
    await run('delete from suppressions where workspace_id = $1', tenant.workspace)
    await run('alter table suppressions enable trigger user')
    for (const copy of [...copies, ...copies]) await run(copy)
    const after = (await list()).map(({ id, ...entry }) => entry)
    const sorted = (entries: object[]) => entries.map((entry) => JSON.stringify(entry)).sort()
    expect(sorted(after)).toEqual(sorted(before))
  })

  it('a moved database has each suppression once', async () => {
    await optOut('ada@x.example')
    await mark(await recipient(), { telegram: { address: '42', reason: 'blocked', at } })
    const target = await startTestService(kind, {}, 'api')
    try {
      const { rows } = await target.service.db.query<{ name: string }>({
        text: `select quote_ident(relname) as name from pg_class
               where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'schema\\_migrations%'`,
      })
      await target.service.db.query({ text: `truncate ${rows.map(({ name }) => name).join(', ')} cascade` })
      await moveDatabase(test.service.db, target.service.db)
      const { rows: moved } = await target.service.db.query({
        text: 'select channel, address, reason from suppressions where workspace_id = $1 order by channel',
        values: [tenant.workspace],
      })
      expect(moved).toEqual([
        { channel: 'email', address: 'ada@x.example', reason: 'unsubscribed' },
        { channel: 'telegram', address: '42', reason: 'invalid' },
      ])
      await target.service.db.query({
        text: 'delete from opt_outs where workspace_id = $1',
        values: [tenant.workspace],
      })
      const { rows: left } = await target.service.db.query({
        text: 'select channel from suppressions where workspace_id = $1',
        values: [tenant.workspace],
      })
      expect(left).toEqual([{ channel: 'telegram' }])
    } finally {
      await target.stop()
    }
  })
})
