// An import of 10,000 recipients, a second import that changes some of them, and an automation for a tag.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload, waitForImport } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const PEOPLE = 10_000
/** The second file repeats this number of rows from the first file. */
const REPEATED = 3000
const RENAMED = 2000

describe.each(databases)('large imports on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let base: string
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    base = `/workspaces/${tenant.workspace}`
  })
  afterAll(() => test.stop())

  /** Every tenth row has a tag. The first `renamed` rows have another name. */
  const file = (people: number, renamed: number) =>
    `name,email,tags,metadata.number\n${Array.from({ length: people }, (_, n) => {
      return `${n < renamed ? 'New' : 'Old'} ${n},p${n}@example.com,${n % 10 === 0 ? 'vip' : ''},${n}\n`
    }).join('')}`

  it('imports and updates 10,000 recipients with visible progress, and starts an automation once for each tagged recipient', async () => {
    const { body: rule } = await test.manage('POST', `${base}/automations`, {
      name: 'Welcome',
      trigger: { type: 'contact.tagged', tag: 'vip' },
      source: tenant.source,
      template: 'hello',
    })
    const { status, body } = await upload(test, tenant, `${file(PEOPLE, 0)}Bad,bad,,\n`, 'mode=test')
    expect([status, body.rows, body.done, body.refused]).toEqual([202, PEOPLE + 1, 1, 1])
    const seen = new Set<number>()
    await test.until(async () => {
      const { body: now } = await test.manage('GET', `${base}/recipients/imports/${body.id}`)
      expect(now.done).toBe(now.created + now.updated + now.unchanged + now.refused)
      seen.add(now.done)
      return now.ended_at !== null
    })
    // The progress was visible while the import ran.
    expect(seen.size).toBeGreaterThan(2)
    expect(await waitForImport(test, tenant, body.id)).toMatchObject({ state: 'done', created: PEOPLE, refused: 1 })
    const again = await upload(test, tenant, file(REPEATED, RENAMED), 'mode=test')
    expect(await waitForImport(test, tenant, again.body.id)).toMatchObject({
      state: 'done',
      created: 0,
      updated: RENAMED,
      unchanged: REPEATED - RENAMED,
      refused: 0,
      done: REPEATED,
    })
    const runs = await test.until(async () => {
      const { runs } = (await test.manage('GET', `${base}/automations/${rule.id}`)).body
      return runs.waiting === 0 && runs
    })
    expect(runs).toEqual({ waiting: 0, sent: PEOPLE / 10, refused: 0 })
    const newest = (await test.manage('GET', `${base}/recipients?mode=test&limit=1`)).body.data
    const last = PEOPLE - 1
    expect(newest).toMatchObject([
      { name: `Old ${last}`, email: `p${last}@example.com`, tags: [], metadata: { number: String(last) } },
    ])
  })
})
