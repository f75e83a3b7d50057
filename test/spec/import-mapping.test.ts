// The mapping of columns in imports: aliases, the preview of a file, and columns that the caller names.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importFile, upload } from '../harness/imports.ts'
import { addMember } from '../harness/members.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const FILE = `E-mail;Full name;Company;Notes
ada@x.example;Ada;Analytical Engines;likes cards
bea@x.example;Bea;Looms;none
`

describe.each(databases)('the columns of an import, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())
  beforeEach(async () => {
    tenant = await test.tenant()
  })

  const mapped = (columns: unknown) => `columns=${encodeURIComponent(JSON.stringify(columns))}`
  const recipients = async () =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients`)).body.data.reverse()

  async function preview(file: string | Buffer, type = 'text/csv'): Promise<Pick<Answer, 'status' | 'body'>> {
    const token = readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8').trim()
    const answer = await fetch(`${test.url}/v1/manage/workspaces/${tenant.workspace}/recipients/import/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: file as string,
    })
    return { status: answer.status, body: await answer.json() }
  }

  it('a column with a common alias, such as "Full Name", is imported as the column of this alias', async () => {
    const result = await importFile(test, tenant, 'E-mail,Full Name,Tag\nada@x.example,Ada,vip\n')
    expect(result).toMatchObject({ state: 'done', created: 1, refused: 0 })
    expect(await recipients()).toMatchObject([{ name: 'Ada', email: 'ada@x.example', tags: ['vip'] }])
  })

  it('a file that contains a column and also an alias of this column is refused, and the error names the alias', async () => {
    const { status, body } = await upload(test, tenant, 'email,E-mail\na@x.example,b@x.example\n')
    expect([status, Object.keys(body.details)]).toEqual([422, ['header']])
    expect(body.details.header[0]).toMatch(/"E.mail" is not a column/)
  })

  it('the caller maps each column of a file to a field or to metadata, or skips the column', async () => {
    const result = await importFile(test, tenant, FILE, mapped(['email', 'name', 'metadata.company', null]))
    expect(result).toMatchObject({ state: 'done', created: 2, refused: 0 })
    expect(await recipients()).toMatchObject([
      { name: 'Ada', email: 'ada@x.example', metadata: { company: 'Analytical Engines' } },
      { name: 'Bea', email: 'bea@x.example', metadata: { company: 'Looms' } },
    ])
  })

  it('a row with too few cells is refused, even if the missing cell belongs to a skipped column', async () => {
    const file = 'email,name,x\na@x.example,A,1\nb@x.example,B\n'
    const result = await importFile(test, tenant, file, mapped(['email', 'name', null]))
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(result.problems).toEqual(['3 row: has 2 cells where the first line has 3: is a quotation mark missing?'])
  })

  it.each([
    [['email', 'name'], 'columns'],
    [['email', 'name', 'nonsense', null], 'header'],
    [['email', 'email', null, null], 'header'],
    [[null, 'name', null, null], 'header'],
    [{ email: 0 }, 'columns'],
    [['email', 'name', 7, null], 'columns'],
  ])('refuses the mapping %j and changes no recipient', async (columns, field) => {
    const { status, body } = await upload(test, tenant, FILE, mapped(columns))
    expect([status, Object.keys(body.details)]).toEqual([422, [field]])
    expect(await recipients()).toEqual([])
  })

  it('the preview of a file returns the title, the recognized field and the first values of each column', async () => {
    const { status, body } = await preview(FILE)
    expect(status).toBe(200)
    expect(body.columns).toEqual([
      { title: 'E-mail', column: 'email', samples: ['ada@x.example', 'bea@x.example'] },
      { title: 'Full name', column: 'name', samples: ['Ada', 'Bea'] },
      { title: 'Company', column: null, samples: ['Analytical Engines', 'Looms'] },
      { title: 'Notes', column: null, samples: ['likes cards', 'none'] },
    ])
    expect(body.identifying).toContain('email')
    expect(await recipients()).toEqual([])
  })

  it('the preview accepts the beginning of a file that ends in the middle of a row', async () => {
    const cut = Buffer.from('name,email,note\nAda,ada@x.example,x\nBè,b@x.example,"unfinished à')
    const { status, body } = await preview(cut.subarray(0, cut.length - 1))
    expect([status, body.columns?.[0]?.samples[0]]).toEqual([200, 'Ada'])
  })

  it('the preview refuses an empty file, another media type and a file that is too large', async () => {
    expect((await preview('')).status).toBe(422)
    expect((await preview(FILE, 'text/plain')).status).toBe(415)
    expect((await preview(`email\n${'x'.repeat(300 * 1024)}`)).status).toBe(413)
  })

  it('a viewer cannot preview a file, and a member of another workspace learns nothing about the workspace', async () => {
    const path = `/workspaces/${tenant.workspace}/recipients/import/preview`
    const viewer = await addMember(test, tenant.workspace, 'viewer', `v-${kind}@x.example`)
    expect((await viewer.request('POST', path, {})).status).toBe(403)
    const other = await test.tenant()
    const stranger = await addMember(test, other.workspace, 'owner', `s-${kind}@x.example`)
    expect((await stranger.request('POST', path, {})).status).toBe(404)
  })
})
