// The command `carillon suppressions`: list, add, lift, import and export.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

let test: TestService
let tenant: Tenant
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
  tenant = await test.tenant()
})
afterAll(() => test.stop())

const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir })
const { run, json, runWithInput } = commandsIn(env, () => ['--workspace', String(tenant.workspace)])

it('adds, lists and lifts a suppression by its address', async () => {
  expect((await run('suppressions', 'list')).err).toBe('There are no suppressions.\n')
  const added = await run('suppressions', 'add', 'Ada@x.example', '--note', 'asked by phone')
  expect(added).toMatchObject({ code: 0, out: 'ada@x.example is suppressed on email (manual).\n' })
  const listed = await run('suppressions', 'list', '--reason', 'manual')
  expect(listed.out).toMatch(/^\d+\tada@x\.example\tmanual\tmember\t.*\temail\tasked by phone$/m)
  expect(await run('suppressions', 'lift', 'ada@x.example', '--yes')).toMatchObject({ code: 0 })
  expect((await json('suppressions', 'list')).data).toEqual([])
})

it('`suppressions lift` refuses an address with several reasons, and with `--reason` lifts only this reason', async () => {
  await run('suppressions', 'add', 'bo@x.example')
  await run('suppressions', 'add', 'bo@x.example', '--reason', 'complaint')
  const refused = await run('suppressions', 'lift', 'bo@x.example', '--yes')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('complaint on email, manual on email')])
  expect((await run('suppressions', 'lift', 'bo@x.example', '--reason', 'complaint', '--yes')).code).toBe(1)
  const lift = ['suppressions', 'lift', 'bo@x.example', '--reason', 'complaint', '--note', 'asked', '--yes']
  expect((await run(...lift)).code).toBe(0)
  expect((await json('suppressions', 'list', '--q', 'bo@')).data).toMatchObject([{ reason: 'manual' }])
})

it('`suppressions lift` reads a number as an id, but with `--channel` as an address', async () => {
  const entry = (await json('suppressions', 'add', 'cy@x.example')) as { id: number }
  await run('suppressions', 'add', String(entry.id), '--channel', 'telegram')
  expect((await run('suppressions', 'lift', String(entry.id), '--channel', 'telegram', '--yes')).code).toBe(0)
  expect((await json('suppressions', 'list', '--channel', 'telegram')).data).toEqual([])
  expect((await json('suppressions', 'list', '--q', 'cy@')).data).toHaveLength(1)
  const asked = await run('suppressions', 'lift', String(entry.id))
  expect(asked.err).toContain('cy@x.example on email (manual)')
  expect((await run('suppressions', 'lift', String(entry.id), '--yes')).code).toBe(0)
  expect((await run('suppressions', 'lift', String(entry.id), '--yes')).err).toContain('No suppression')
})

it('imports a file from standard input, reports its problems, and exports the list', async () => {
  const file = 'email,reason\nses@x.example,bounce\nno-address,bounce\n'
  const imported = await runWithInput(file, 'suppressions', 'import', '-')
  expect(imported.code).toBe(1)
  expect(imported.out).toBe('2 rows: 1 added, 0 known, 0 skipped, 1 refused.\n')
  expect(imported.err).toContain('line 3: the address')
  expect((await run('suppressions', 'export', '--reason', 'hard_bounce')).out).toContain(
    'email,ses@x.example,hard_bounce,import,',
  )
})
