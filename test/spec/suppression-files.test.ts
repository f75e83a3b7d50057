// Files of suppressions: the file that Carillon exports, and the files that email providers export.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRow } from '../../src/recipients/suppression-columns.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

interface Entry {
  channel: string
  address: string
  reason: string
  origin: string
  detail: string | null
  note: string | null
  at: string
}

describe.each(databases)('files of suppressions, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind, {}, 'api')
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const upload = (text: string, query = '', type = 'text/csv', of = tenant) =>
    test.call('POST', `/manage/workspaces/${of.workspace}/suppressions/import${query}`, {
      key: readFileSync(join(test.dataDir, 'admin-token'), 'utf8').trim(),
      body: text,
      headers: { 'content-type': type },
    })
  const list = async (query: string, of = tenant): Promise<Entry[]> =>
    (await test.manage('GET', `/workspaces/${of.workspace}/suppressions?${query}`)).body.data

  it.each<[string, string, string, [address: string, reason: string, at: string | undefined][]]>([
    [
      'Amazon SES without titles',
      '',
      'ses-1@example.com,BOUNCE\r\nses-2@example.com,COMPLAINT\r\n',
      [
        ['ses-1@example.com', 'hard_bounce', undefined],
        ['ses-2@example.com', 'complaint', undefined],
      ],
    ],
    [
      'Amazon SES with titles',
      '',
      'EmailAddress,Reason,LastUpdateTime\nses-3@example.com,BOUNCE,2026-01-02T03:04:05Z\n',
      [['ses-3@example.com', 'hard_bounce', '2026-01-02T03:04:05.000Z']],
    ],
    [
      'SendGrid',
      '?reason=hard_bounce',
      'status,reason,email,created\n5.1.1,550 5.1.1 no such user,sg-1@example.com,1767225600\n',
      [['sg-1@example.com', 'hard_bounce', '2026-01-01T00:00:00.000Z']],
    ],
    [
      'Postmark',
      '',
      'EmailAddress,SuppressionReason,Origin,CreatedAt\npm-1@example.com,HardBounce,Recipient,2026-01-01T00:00:00-05:00\npm-2@example.com,SpamComplaint,Recipient,2026-01-01T00:00:00-05:00\npm-3@example.com,ManualSuppression,Customer,2026-01-01T00:00:00-05:00\npm-4@example.com,ManualSuppression,Recipient,2026-01-01T00:00:00-05:00\n',
      [
        ['pm-1@example.com', 'hard_bounce', '2026-01-01T05:00:00.000Z'],
        ['pm-2@example.com', 'complaint', '2026-01-01T05:00:00.000Z'],
        ['pm-3@example.com', 'manual', '2026-01-01T05:00:00.000Z'],
        ['pm-4@example.com', 'unsubscribed', '2026-01-01T05:00:00.000Z'],
      ],
    ],
    [
      'Mailgun',
      '?reason=complaint',
      'address,created_at\nmg-1@example.com,"Thu, 01 Jan 2026 00:00:00 UTC"\n',
      [['mg-1@example.com', 'complaint', '2026-01-01T00:00:00.000Z']],
    ],
    [
      'Mailgun with tags',
      '?reason=unsubscribed',
      'address,tags,created_at\nmg-2@example.com,*,"Thu, 01 Jan 2026 00:00:00 UTC"\n',
      [['mg-2@example.com', 'unsubscribed', '2026-01-01T00:00:00.000Z']],
    ],
    [
      'suppressions of Resend',
      '',
      'id,email,origin,source_id,created_at\n1,rs-4@example.com,manual,,2026-01-01T00:00:00Z\n2,rs-5@example.com,bounce,17,2026-01-01 00:00:00.000000+00\n3,rs-6@example.com,complaint,,2026-01-01T00:00:00Z\n',
      [
        ['rs-4@example.com', 'manual', '2026-01-01T00:00:00.000Z'],
        ['rs-5@example.com', 'hard_bounce', '2026-01-01T00:00:00.000Z'],
        ['rs-6@example.com', 'complaint', '2026-01-01T00:00:00.000Z'],
      ],
    ],
    [
      'emails of Resend',
      '',
      'id,created_at,subject,to,last_event\n1,2026-01-01T00:00:00Z,Hi,rs-1@example.com,suppressed\n2,2026-01-01T00:00:00Z,Hi,rs-2@example.com,delivered\n3,2026-01-01T00:00:00Z,Hi,rs-3@example.com,complained\n',
      [
        ['rs-1@example.com', 'manual', '2026-01-01T00:00:00.000Z'],
        ['rs-3@example.com', 'complaint', '2026-01-01T00:00:00.000Z'],
      ],
    ],
  ])('imports a file of %s', async (_name, query, file, expected) => {
    const { status, body } = await upload(file, query)
    expect([status, body.problems, body.added]).toEqual([200, [], expected.length])
    for (const [address, reason, at] of expected)
      expect(await list(`address=${address}`)).toMatchObject([
        { address, reason, origin: 'import', ...(at === undefined ? {} : { at }) },
      ])
  })

  it('keeps the text of a mail server as the detail, and skips rows that report no final failure', async () => {
    const file =
      'email,reason,created\nd-1@example.com,550 5.1.1 no such user,1767225600\nd-2@example.com,opened,1767225600\n'
    const { body } = await upload(file, '?reason=hard_bounce')
    expect(body).toMatchObject({ rows: 2, added: 1, known: 0, skipped: 1, refused: 0, problems: [] })
    expect(await list('q=d-1')).toMatchObject([{ detail: '550 5.1.1 no such user' }])
  })

  it('shortens a long detail', async () => {
    expect((await upload(`email,reason,detail\nlong@example.com,bounce,${'x'.repeat(5000)}\n`)).body).toMatchObject({
      added: 1,
      refused: 0,
    })
    expect(await list('q=long')).toMatchObject([{ detail: 'x'.repeat(500) }])
  })

  it('an export can be imported in another workspace, and a second import changes nothing', async () => {
    const other = await test.tenant()
    const source = await test.tenant()
    const add = (body: object) => test.manage('POST', `/workspaces/${source.workspace}/suppressions`, body)
    await add({ address: 'round@example.com', note: '=a note, "quoted"' })
    await add({ address: '+393331234567', channel: 'whatsapp', reason: 'unsubscribed' })
    const exported = await fetch(`${test.url}/v1/manage/workspaces/${source.workspace}/suppressions/export`, {
      headers: { authorization: `Bearer ${readFileSync(join(test.dataDir, 'admin-token'), 'utf8').trim()}` },
    })
    expect(exported.headers.get('content-disposition')).toContain('suppressions-live.csv')
    const text = await exported.text()
    expect((await upload(text, '', 'text/csv', other)).body).toMatchObject({ rows: 2, added: 2, known: 0 })
    expect((await upload(text, '', 'text/csv', other)).body).toMatchObject({ rows: 2, added: 0, known: 2 })
    const comparable = ({ channel, address, reason, note, at }: Entry) => ({ channel, address, reason, note, at })
    const entries = async (of: Tenant) =>
      (await list('', of)).map(comparable).sort((a, b) => (a.address < b.address ? -1 : 1))
    expect(await entries(other)).toEqual(await entries(source))
  })

  it('a row with a problem is reported with its line and does not affect the other rows', async () => {
    const file = 'email,reason\nno-address,bounce\nfine@example.com,bounce\nstrange@example.com,whatever\n,bounce\n'
    const { body } = await upload(file)
    expect(body).toMatchObject({ rows: 4, added: 1, refused: 3 })
    expect(body.problems).toMatchObject([
      { line: 2, problem: expect.stringContaining('the address') },
      { line: 4, problem: expect.stringContaining('states no known reason') },
      { line: 5, problem: 'has no address' },
    ])
  })

  it('a dry run stores nothing, and counts what an import would add', async () => {
    await upload('dry-known@example.com,BOUNCE\n')
    const file = 'dry@example.com,BOUNCE\nDRY@example.com,BOUNCE\ndry-known@example.com,BOUNCE\n'
    const { body } = await upload(file, '?dry_run=true')
    expect(body).toMatchObject({ rows: 3, added: 1, known: 2, refused: 0 })
    expect(await list('q=dry%40')).toEqual([])
  })

  it('skips bounces that may be temporary: in the list of emails from Resend, or with a status code that begins with 4', async () => {
    const emails = 'id,created_at,subject,to,last_event\n1,2026-01-01T00:00:00Z,Hi,soft-1@example.com,bounced\n'
    expect((await upload(emails)).body).toMatchObject({ added: 0, skipped: 1, refused: 0 })
    const file =
      'status,reason,email,created\n4.2.2,mailbox full,soft-2@example.com,1767225600\n,450 over quota,soft-3@example.com,1767225600\n5.1.1,550 no such user at 10.4.2.1,hard-1@example.com,1767225600\n'
    expect((await upload(file, '?reason=hard_bounce')).body).toMatchObject({ added: 1, skipped: 2, refused: 0 })
    expect(await list('q=hard-1')).toHaveLength(1)
  })

  it.each(['0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 'Mon, 01 Jan 1900 00:00:00 GMT'])(
    'a row with the impossible time %s gets the time of the import',
    async (at) => {
      const address = `time-${at.length}@example.com`
      expect((await upload(`email,reason,at\n${address},bounce,"${at}"\n`)).body).toMatchObject({ added: 1 })
      const [entry] = await list(`address=${address}`)
      expect(new Date(entry!.at).getFullYear()).toBeGreaterThan(2000)
    },
  )

  it('refuses a file without addresses, an empty file, another content type, and an open quotation mark', async () => {
    expect((await upload('name,city\nAda,Torino\n')).body.details).toHaveProperty('header')
    expect((await upload('')).body.details).toHaveProperty('file')
    expect((await upload('email,reason\n')).body.details).toHaveProperty('file')
    expect((await upload('{}', '', 'application/json')).status).toBe(415)
    expect((await upload('email,reason\na@example.com,"bounce\n')).body.details).toHaveProperty('file')
  })
})

it('removes NUL characters from the texts of a row, because the database cannot store them', () => {
  const read = readRow(
    { address: [0], detail: [1], note: [2] },
    ['ada@example.com', '\0no\0 user', '\0'],
    'hard_bounce',
  )
  expect(read).toMatchObject({ entry: { detail: 'no user', note: null } })
})
