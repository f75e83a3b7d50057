// Import rows with the phone of another recipient do not change that recipient. With match_by, the rows are matched to
// recipients by the named column only (decision 56).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile, upload } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const PHONE = '+393330000001'
const mother = { name: 'Mamma', email: 'mamma@example.com', whatsapp_phone: PHONE }
const daughterRow = `name,email,whatsapp_phone\nFiglia,figlia@example.com,${PHONE}\n`

describe.each(databases)('recipient matching of imports, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/recipients`
  const people = async () => (await test.manage('GET', at())).body.data.reverse()
  /** Creates a workspace with one recipient, the mother. The daughter is an import row with the same phone. */
  const withMother = async () => {
    tenant = await test.tenant()
    return (await test.manage('POST', at(), mother)).body as { id: number }
  }

  it.each(['', 'dry_run=true'])(
    'an import with query "%s" refuses a row whose phone belongs to a recipient with another email address [D56c]',
    async (query) => {
      const { id } = await withMother()
      const result = await importFile(test, tenant, daughterRow, query)
      expect(result).toMatchObject({ created: 0, updated: 0, refused: 1, match_by: 'all' })
      expect(result.problems).toEqual([
        `2 whatsapp_phone: belongs to recipient ${id} (Mamma), whose email differs; leave this cell empty for a new person, or match by whatsapp_phone alone to change recipient ${id}`,
      ])
      expect(await people()).toMatchObject([mother])
    },
  )

  it('an import with match_by=whatsapp_phone updates the recipient that has the phone', async () => {
    const { id } = await withMother()
    const result = await importFile(test, tenant, daughterRow, 'match_by=whatsapp_phone')
    expect(result).toMatchObject({ updated: 1, refused: 0, match_by: 'whatsapp_phone' })
    expect(await people()).toMatchObject([{ id, name: 'Figlia', email: 'figlia@example.com', whatsapp_phone: PHONE }])
  })

  it('an import with match_by=email matches recipients only by email address, and refuses a row with the phone of another recipient', async () => {
    const { id } = await withMother()
    const file = `id,name,email,whatsapp_phone\n999999,Mamma 2,MAMMA@example.com,\n,Figlia,figlia@example.com,${PHONE}\n,Nonna,,+393330000002\n`
    const result = await importFile(test, tenant, file, 'match_by=email')
    expect(result).toMatchObject({ created: 0, updated: 1, refused: 2 })
    expect(result.problems).toEqual([
      expect.stringContaining(`3 whatsapp_phone: belongs to recipient ${id} (Mamma 2), whose email differs`),
      '4 email: is empty, but this import matches people by it',
    ])
    expect(await people()).toMatchObject([{ id, name: 'Mamma 2', whatsapp_phone: PHONE }])
  })

  it('refuses the whole import file when match_by is an unknown column or a column that the file lacks', async () => {
    await withMother()
    const missing = await upload(test, tenant, daughterRow, 'match_by=telegram_chat_id')
    expect([missing.status, missing.body.details]).toEqual([
      422,
      { header: ['needs the column telegram_chat_id, because this import matches people by it'] },
    ])
    const unknown = await upload(test, tenant, daughterRow, 'match_by=fax')
    expect([unknown.status, Object.keys(unknown.body.details)]).toEqual([422, ['match_by']])
    expect(await people()).toMatchObject([mother])
  })

  it('an import row that matches by email replaces the phone, and a row that matches by phone fills an empty email address', async () => {
    await withMother()
    await test.manage('POST', at(), { name: 'Nonna', whatsapp_phone: '+393330000002' })
    const file = `email,whatsapp_phone\nmamma@example.com,+393330000009\nnonna@example.com,+393330000002\n`
    expect(await importFile(test, tenant, file)).toMatchObject({ updated: 2, refused: 0 })
    expect(await people()).toMatchObject([
      { email: 'mamma@example.com', whatsapp_phone: '+393330000009' },
      { name: 'Nonna', email: 'nonna@example.com' },
    ])
  })

  it('an import refuses the second of two rows that share a phone, and names the line of the first row', async () => {
    tenant = await test.tenant()
    const file = `name,email,whatsapp_phone\nMamma,mamma@example.com,${PHONE}\nFiglia,figlia@example.com,${PHONE}\n`
    const result = await importFile(test, tenant, file)
    expect(result).toMatchObject({ created: 1, refused: 1 })
    expect(result.problems).toEqual(['3 whatsapp_phone: is already on line 2: only one person can have it'])
    expect(await people()).toMatchObject([mother])
  })

  it('an import treats chat ids that differ only in case as two chats', async () => {
    tenant = await test.tenant()
    const result = await importFile(test, tenant, 'name,telegram_chat_id\nAda,@Shop\nBo,@shop\n')
    expect(result).toMatchObject({ created: 2, problems: [] })
  })
})
