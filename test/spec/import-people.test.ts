// The table import_people maps import lines to recipients. Its rows exist only while the import is applied.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImportWork } from '../../src/recipients/import-work.ts'
import { upload, waitForImport } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('recipients of import lines, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let work: ReturnType<typeof startImportWork>
  beforeAll(async () => {
    test = await startTestService(kind, {}, 'api')
    tenant = await test.tenant()
    work = startImportWork({
      db: test.service.db,
      clock: test.clock,
      set: 1,
      onEventsRecorded: () => {},
      onError: () => {},
    })
  })
  afterAll(async () => {
    await work.stop()
    await test.stop()
  })

  const rows = async (text: string, values: unknown[] = []) => (await test.service.db.query({ text, values })).rows
  const people = async (id: number) => (await rows('select line from import_people where import_id = $1', [id])).length
  let count = 0
  const file = () => `email\n${++count}@a.example\n${++count}@a.example\n`
  const stateOf = async (id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/imports/${id}`)).body

  it('deletes the import_people rows of an import that failed permanently', async () => {
    await work.stop()
    const { body } = await upload(test, tenant, file())
    await rows(`update import_rows set record = 'null' where import_id = $1 and line = 3`, [body.id])
    work = startImportWork({
      db: test.service.db,
      clock: test.clock,
      set: 1,
      onEventsRecorded: () => {},
      onError: () => {},
    })
    await test.until(async () => (await people(body.id)) === 1)
    await test.until(async () => {
      test.clock.advance(10_000)
      return (await stateOf(body.id)).ended_at !== null
    })
    expect(await stateOf(body.id)).toMatchObject({ state: 'failed', created: 1 })
    expect(await people(body.id)).toBe(0)
  })

  it('an import fails and shows the reason when every insert of a recipient violates a unique constraint', async () => {
    await rows(`create function always_taken() returns trigger language plpgsql as
      $$ begin raise exception 'taken' using errcode = '23505'; end $$`)
    await rows('create trigger always_taken before insert on recipients for each row execute function always_taken()')
    try {
      const { body } = await upload(test, tenant, file())
      await test.until(async () => {
        test.clock.advance(10_000)
        return (await stateOf(body.id)).ended_at !== null
      })
      expect(await stateOf(body.id)).toMatchObject({
        state: 'failed',
        created: 0,
        problem: expect.stringContaining('taken'),
      })
    } finally {
      await rows('drop trigger always_taken on recipients')
      await rows('drop function always_taken')
    }
  })

  it('within a minute, deletes the remaining import_people rows of an ended import, and keeps the rows of a waiting import', async () => {
    const { body } = await upload(test, tenant, file())
    expect(await waitForImport(test, tenant, body.id)).toMatchObject({ state: 'done', created: 2 })
    const running = (
      await rows(
        `insert into imports (workspace_id, mode, dry_run, header, state, next_at, created_at)
         select workspace_id, mode, dry_run, header, 'waiting', $2, created_at from imports where id = $1 returning id`,
        [body.id, new Date(test.clock.now().getTime() + 3_600_000)],
      )
    )[0]!.id
    for (const id of [body.id, running])
      await rows('insert into import_people (import_id, recipient_id, line) values ($1, 7, 2)', [id])
    test.clock.advance(60_000)
    await test.until(async () => (await people(body.id)) === 0)
    expect(await people(running)).toBe(1)
  })
})
