// carillon token, the limits of API keys in carillon key, and their expiry in carillon doctor (decisions 65 and 66).
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carillon, commandsIn } from '../harness/command.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const DAY = 86_400_000
const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-tokens-'))
let test: TestService
beforeAll(async () => {
  test = await startTestService('postgres')
})
afterAll(async () => {
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { run, json } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))
const days = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / DAY)

describe('carillon token', () => {
  it('`token create` prints only the token, `token list` shows the state of the token, and `token revoke` revokes the token', async () => {
    const made = await run('token', 'create', 'Nightly report', '--scope', 'read', '--expires', '90d')
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('It is not shown again') })
    expect(made.out).toMatch(/^svcadm_[A-Za-z0-9]{40}\n$/)
    const token = made.out.trim()
    const reading = { CARILLON_URL: test.url, CARILLON_TOKEN: token, DATA_DIR: folder }
    expect(await carillon(['workspace', 'list'], reading)).toMatchObject({ code: 0 })
    const refused = await carillon(['workspace', 'create', 'X'], reading)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('has the scope read') })

    const { data } = await json('token', 'list')
    expect(data).toMatchObject([
      { name: 'Nightly report', scope: 'read', state: 'active', current: false },
      { name: 'admin-token file', scope: 'operator', expires_at: null, current: true },
    ])
    expect(days(data[0].expires_at)).toBe(90)
    const lines = (await run('token', 'list')).out.split('\n')
    expect(lines[0]).toMatch(/^\d+\tNightly report\tread\t…\w{4}\tactive\t/)
    expect(lines[1]).toMatch(/^\d+\tadmin-token file \*\toperator\t/)
    expect(JSON.stringify(data)).not.toContain(token)

    const id = String(data[0].id)
    expect(await run('token', 'revoke', id)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await run('token', 'revoke', id, '--yes')).toMatchObject({ code: 0, out: expect.stringContaining(id) })
    expect(await carillon(['workspace', 'list'], reading)).toMatchObject({ code: 1 })
    expect((await json('token', 'list')).data.map(({ state }: { state: string }) => state)).toEqual([
      'revoked',
      'active',
    ])
  })

  it('`token create` requires a scope, and a mistyped subcommand creates no token', async () => {
    expect(await run('token', 'create', 'X')).toMatchObject({ code: 2, err: expect.stringContaining('--scope') })
    expect(await run('token', 'create', 'X', '--scope', 'reed')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean read?'),
    })
    const before = (await json('token', 'list')).data.length
    expect(await run('token', 'lst')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "token list"?'),
    })
    expect(await run('token', '--setup', '--replace')).toMatchObject({ code: 2 })
    expect((await json('token', 'list')).data).toHaveLength(before)
  })

  it('`token --replace` writes a new token to a file that only its owner can read, and revokes all other tokens [D65g]', async () => {
    const file = path.join(test.dataDir, 'admin-token')
    const before = readFileSync(file, 'utf8')
    const other = (await json('token', 'create', 'Deploys', '--scope', 'manage')).token
    const live = (await json('token', 'list')).data.filter(({ state }: { state: string }) => state === 'active').length
    const env = { DATA_DIR: test.dataDir, ...test.databaseSettings }
    const replaced = await carillon(['token', '--replace', '--json'], env)
    expect({ code: replaced.code, err: replaced.err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(replaced.out)).toEqual({ file, ended: live })
    expect(statSync(file).mode & 0o077).toBe(0)
    const after = readFileSync(file, 'utf8')
    expect(after).not.toBe(before)
    for (const old of [before.trim(), other])
      expect((await test.call('GET', '/manage/session', { key: old })).status).toBe(401)
    const { data } = await json('token', 'list')
    expect(data.filter(({ state }: { state: string }) => state === 'active')).toEqual([
      expect.objectContaining({ name: 'admin-token file', scope: 'operator', current: true }),
    ])
    const log = await test.call('GET', '/manage/audit-log?limit=1', { key: after.trim() })
    expect(log.body.data[0]).toMatchObject({
      action: 'replaceTokens',
      actor: { kind: 'command' },
      object: { kind: 'management_token', id: String(data[0].id) },
    })
  })

  it('`token` refuses to create the 101st live token, but `token --replace` still works', async () => {
    const dataDir = path.join(folder, 'full')
    const env = { DATA_DIR: dataDir, ...test.databaseSettings }
    await test.service.db.pool.query(
      `insert into management_tokens (hash, hint, created_at)
       select decode(md5(n::text), 'hex'), 'many', now() from generate_series(1, 99) n`,
    )
    const full = await carillon(['token'], env)
    expect(full).toMatchObject({ code: 1, out: '', err: expect.stringContaining('100 live management tokens') })
    expect(await carillon(['token', '--replace'], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Number of other active tokens that were revoked: 100.'),
    })
    expect(await carillon(['workspace', 'list'], { DATA_DIR: dataDir, CARILLON_URL: test.url })).toMatchObject({
      code: 0,
    })
    // The token in the service's data directory is revoked now.
    await carillon(['token'], { DATA_DIR: test.dataDir, ...test.databaseSettings })
  })

  it('a command with an expired token prints when the token expired and how to create another token', async () => {
    const { token } = await json('token', 'create', 'Short', '--scope', 'manage', '--expires', '1d')
    test.clock.advance(DAY)
    const { code, err } = await carillon(['workspace', 'list'], { CARILLON_URL: test.url, CARILLON_TOKEN: token })
    expect(code).toBe(1)
    expect(err).toMatch(/^This management token expired at 20\S+Z\. Create another one\.\nRun "carillon token"/)
  })
})

describe('carillon key', () => {
  const flags = ['--workspace', 'Demo', '--source', 'Demo']

  it('`key create` accepts a name, scopes and an expiry, and `key update` changes the name and the expiry', async () => {
    const limits = ['--name', 'Report', '--scope', 'read', '--expires', '30d']
    const { id, key } = await json('key', 'create', ...limits, ...flags)
    expect((await test.call('GET', '/usage', { key })).status).toBe(200)
    expect((await test.send(key, {})).body.error).toBe('forbidden')
    const listed = async () => (await json('key', 'list', ...flags)).data.find((one: { id: number }) => one.id === id)
    expect(await listed()).toMatchObject({ name: 'Report', scopes: ['read'], last_used_at: expect.any(String) })
    expect((await run('key', 'list', ...flags)).out).toMatch(new RegExp(`^${id}\tapi\ttest\t.*\tReport\tread\t20`, 'm'))
    expect(await json('key', 'update', String(id), '--name', 'none', '--expires', 'never', ...flags)).toMatchObject({
      name: null,
      expires_at: null,
    })
    expect(await run('key', 'update', String(id), ...flags)).toMatchObject({ code: 2 })
    const both = await json('key', 'create', '--scope', 'read', '--scope', 'send', ...flags)
    expect(both.scopes.sort()).toEqual(['read', 'send'])
  })
})

describe('carillon doctor', () => {
  const keysAndTokens = async () => {
    const { out } = await carillon(['doctor', '--json'], {
      CARILLON_URL: test.url,
      DATA_DIR: test.dataDir,
      ...test.databaseSettings,
    })
    const checks = JSON.parse(out).checks as { what: string; level: string; says: string; remedy?: string }[]
    return checks.filter(({ what }) => ['key', 'keys', 'token'].includes(what))
  }

  it('`doctor` lists the keys and management tokens that expire within two weeks, or reports that no key and no token expires', async () => {
    const at = '/workspaces/1/sources/1/api-keys'
    const admin = readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8').trim()
    const manage = (method: string, place: string, body?: unknown) =>
      test.call(method, `/manage${place}`, { key: admin, body })
    for (const { id, name } of (await manage('GET', '/tokens')).body.data)
      if (name === 'Short') await manage('DELETE', `/tokens/${id}`)
    expect(await keysAndTokens()).toMatchObject([{ what: 'keys', level: 'ok' }])
    // The command uses the real time. The service uses the test clock, which earlier tests set to a later time.
    const soon = new Date(test.clock.now().getTime() + 5 * DAY).toISOString()
    const { id } = (await manage('POST', at, { mode: 'test', name: 'Shop', expires_at: soon })).body
    await manage('POST', at, {
      mode: 'test',
      expires_at: new Date(test.clock.now().getTime() + 60 * DAY).toISOString(),
    })
    await manage('POST', '/tokens', { name: 'CI', scope: 'read', expires_at: soon })
    expect(await keysAndTokens()).toEqual([
      {
        what: 'key',
        level: 'warn',
        says: expect.stringMatching(
          new RegExp(`^The api key ${id} "Shop" \\(…\\w{4}\\) of Demo in Demo expires at ${soon}`),
        ),
        remedy: expect.stringContaining(`carillon key update ${id} --expires 90d --workspace 1 --source 1`),
      },
      {
        what: 'token',
        level: 'warn',
        says: expect.stringContaining('"CI"'),
        remedy: expect.stringContaining('carillon token create'),
      },
    ])
    test.clock.advance(6 * DAY)
    expect((await keysAndTokens()).map(({ says }) => / expired at /.test(says))).toEqual([true, true])
  })
})
