// Imports the largest permitted file of recipients, and a file with one row too many.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imports } from '../../src/limits.ts'
import { upload, waitForImport } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { logProgress } from './progress.ts'

describe.each(databases)('an import, %s', (kind) => {
  let service: TestService
  let tenant: Tenant
  beforeAll(async () => {
    service = await startTestService(kind)
    tenant = await service.tenant()
  })
  afterAll(() => service.stop())

  const fileOf = (people: number) =>
    `name,email\n${Array.from({ length: people }, (_, n) => `Person ${n},p${n}@example.com\n`).join('')}`
  const people = async () => {
    const { rows } = await service.service.db.query<{ people: number; kept: number }>({
      text: `select (select count(*) from recipients where workspace_id = $1)::int as people,
               (select count(*) from import_rows)::int as kept`,
      values: [tenant.workspace],
    })
    return rows[0]!
  }

  it(`accepts a file with ${imports.rows} recipients, refuses a file with one more row, and stores no row of the refused file`, async (test) => {
    const refused = await upload(service, tenant, fileOf(imports.rows + 1), 'mode=test')
    expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large'])
    expect(refused.body.message).toContain(String(imports.rows))
    expect(await people()).toEqual({ people: 0, kept: 0 })
    logProgress(test, `${imports.rows + 1} people are refused`)
    const began = performance.now()
    const { status, body } = await upload(service, tenant, fileOf(imports.rows), 'mode=test')
    expect([status, body.rows, body.refused]).toEqual([202, imports.rows, 0])
    const uploaded = performance.now()
    logProgress(test, `${imports.rows} people are kept`)
    const done = await waitForImport(service, tenant, body.id, 1500)
    expect(done).toMatchObject({ state: 'done', created: imports.rows, refused: 0 })
    expect((await people()).people).toBe(imports.rows)
    const seconds = (from: number, to: number) => Math.round((to - from) / 1000)
    test.task.meta.figures = `${imports.rows} people stored in ${seconds(began, uploaded)} s and created in ${seconds(uploaded, performance.now())} s; ${imports.rows + 1} refused`
    logProgress(test, test.task.meta.figures)
  }, 2_000_000)
})
