// Importing recipients from a CSV file: created and updated recipients, refused rows with reasons, and events.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { importFile, upload, uploadPartly } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type Subscriber, startSubscriber } from '../harness/subscriber.ts'

const COUNTS = { created: 0, updated: 0, unchanged: 0, refused: 0, state: 'done' }

describe.each(databases)('recipient imports on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  const open: Subscriber[] = []
  /** A workspace without recipients and imports, for files that are refused. */
  let emptyTenant: Tenant | undefined
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ receiver }) => receiver.stop()))
  })
  afterAll(() => test.stop())
  const fresh = async () => {
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/recipients`
  }
  /** Returns the recipients, oldest first. */
  const people = async (query = '') => (await test.manage('GET', `${at}?limit=100&${query}`)).body.data.reverse()
  const problemsOf = async (file: string | Buffer) => {
    const { status, body } = await upload(test, tenant, file)
    return [status, body.details ?? body.message]
  }

  it('an import creates recipients from every column and emits contact.created for each recipient [EVT-19]', async () => {
    await fresh()
    const subscriber = await startSubscriber(test, tenant, ['contact.created', 'contact.updated'])
    open.push(subscriber)
    const file = [
      'Name;E-Mail;WhatsApp Phone;telegram-chat-id;messenger_psid;slack_channel;Locale;Tags;Preferred Channel;metadata;metadata.City',
      'Ada;ada@example.com;+39 333 123-4567;42;p-1;C01;en-GB;vip, new,vip;EMAIL;"{""age"":36,""city"":""x""}";Torino',
      '"<b>Bo</b>";;0039(333)7654321;;;;;;;;',
    ].join('\r\n')
    // A column name matches its field in any case and with spaces, hyphens or underscores. `E-Mail` matches no field.
    const result = await importFile(test, tenant, `\ufeff${file.replace('E-Mail', 'Email')}`)
    expect(result).toMatchObject({ ...COUNTS, created: 2, rows: 2, done: 2, problems: [] })
    const [ada, bo] = await people()
    expect(ada).toMatchObject({
      mode: 'live',
      name: 'Ada',
      email: 'ada@example.com',
      whatsapp_phone: '+393331234567',
      telegram_chat_id: '42',
      messenger_psid: 'p-1',
      slack_channel: 'C01',
      locale: 'en-GB',
      tags: ['vip', 'new'],
      preferred_channel: 'email',
      metadata: { age: 36, city: 'x', City: 'Torino' },
    })
    expect(bo).toMatchObject({
      name: '<b>Bo</b>',
      whatsapp_phone: '+393337654321',
      locale: 'it',
      email: null,
      tags: [],
    })
    const events = await subscriber.waitForEvents(2)
    expect(events.map(({ name, body }) => [name, body.data.origin, body.data.contact.id])).toEqual([
      ['contact.created', 'csv', ada.id],
      ['contact.created', 'csv', bo.id],
    ])
    const notInEvents = ['push', 'unusable', 'mode', 'locale_is_default', 'quiet_hours', 'time_zone']
    const contact = Object.entries(ada).filter(([name]) => !notInEvents.includes(name))
    expect(events[0]!.body.data.contact).toEqual(Object.fromEntries(contact))
  })

  it('an import matches recipients first by id, then by email, phone, chat id and psid, and an empty cell keeps the stored value', async () => {
    await fresh()
    const make = async (body: object) => (await test.manage('POST', at, body)).body
    const ada = await make({ name: 'Ada', email: 'ada@example.com', tags: ['old'], metadata: { a: 1, b: 2 } })
    const bo = await make({ name: 'Bo', whatsapp_phone: '+393330000001' })
    const cleo = await make({ name: 'Cleo', telegram_chat_id: '7', locale: 'en' })
    const dan = await make({ name: 'Dan', messenger_psid: 'p-9' })
    const eve = await make({ name: 'Eve', email: 'eve@example.com' })
    const subscriber = await startSubscriber(test, tenant, ['contact.created', 'contact.updated'])
    open.push(subscriber)
    const result = await importFile(
      test,
      tenant,
      `id,name,email,whatsapp_phone,telegram_chat_id,messenger_psid,tags,metadata,locale
,Ada L.,ADA@example.com,+393330000009,,,new|old,"{""b"":3}",
,,bo@example.com,+393330000001,,,,,
,Cleo,,,7,,,,en
,,,,,p-9,,,fr
${eve.id},Eve,eve@new.example,,,,,,
`,
    )
    expect(result).toMatchObject({ ...COUNTS, updated: 4, unchanged: 1, problems: [] })
    expect(await people()).toMatchObject([
      {
        id: ada.id,
        name: 'Ada L.',
        email: 'ADA@example.com',
        whatsapp_phone: '+393330000009',
        tags: ['old', 'new'],
        metadata: { a: 1, b: 3 },
      },
      { id: bo.id, name: 'Bo', email: 'bo@example.com', whatsapp_phone: '+393330000001' },
      { id: cleo.id, updated_at: cleo.updated_at },
      { id: dan.id, name: 'Dan', locale: 'fr' },
      { id: eve.id, email: 'eve@new.example' },
    ])
    const events = await subscriber.waitForEvents(4)
    expect(events.map(({ name, body: { data } }) => [name, data.contact.id, data.changed])).toEqual([
      ['contact.updated', ada.id, ['name', 'email', 'whatsapp_phone', 'tags', 'metadata']],
      ['contact.updated', bo.id, ['email']],
      ['contact.updated', dan.id, ['locale']],
      ['contact.updated', eve.id, ['email']],
    ])
  })

  it('an import reports refused rows by line, field and reason, and applies the other rows', async () => {
    await fresh()
    const ada = (await test.manage('POST', at, { name: 'Ada', email: 'ada@example.com' })).body
    const bo = (await test.manage('POST', at, { name: 'Bo', whatsapp_phone: '+393330000001', telegram_chat_id: '7' }))
      .body
    const result = await importFile(
      test,
      tenant,
      `id,name,email,whatsapp_phone,telegram_chat_id,locale,tags,preferred_channel,metadata,
,Good,good@example.com,,,,,,,

,Bad,no address,12345,,italiano!,,fax,{},
,Nobody,,,,,,,,
,Twin,GOOD@example.com,,,,,,,
,Taken,ada@example.com,+393330000001,,,,,,
999999999,Gone,gone@example.com,,,,,,,
1.5,Odd,odd@example.com,,,,,,,
,Short,short@example.com
,Json,json@example.com,,,,[1],,"[""x""]",
,Extra,extra@example.com,,,,,,,surplus
,Nul,nul@example.com,,,,,,"{""k"":""a\\u0000""}",
${bo.id},Same,,,,,,,,
,Same,,,7,,,,,
,Long,long@example.com,,,,${'x'.repeat(101)},,,
,"Two
lines",lines@example.com,,,,,,,
,Last,last@,,,,,,,
`,
    )
    expect(result).toMatchObject({ ...COUNTS, created: 2, updated: 1, refused: 13, rows: 16, done: 16 })
    expect(result.problems).toEqual([
      '4 email: is not an email address',
      '4 whatsapp_phone: must be a number with its country code, such as +393331234567',
      '4 locale: must be a language such as it or en-GB, of 10 characters at most',
      expect.stringMatching(/^4 preferred_channel: must be one of .*telegram/),
      expect.stringMatching(/^5 row: needs a cell that identifies the person: id, email/),
      '6 email: is already on line 2: only one person can have it',
      `7 whatsapp_phone: belongs to recipient ${bo.id} (Bo)`,
      expect.stringMatching(/^8 id: this workspace has no recipient 999999999 of this mode/),
      '9 id: must be the id of a recipient; leave the cell empty for a new recipient',
      '10 row: has 3 cells where the first line has 10: is a quotation mark missing?',
      '11 tags: is not a JSON list of texts',
      '11 metadata: is not a JSON object',
      '12 row: has a value in cell 10, but the first line names no column for it',
      expect.stringMatching(/^13 metadata\.k: contains a NUL character/),
      `15 row: duplicate of line 14 (recipient ${bo.id}, Same): each person may have only one row`,
      expect.stringMatching(/^16 tags: must NOT have more than 100 characters/),
      '19 email: is not an email address',
    ])
    expect(await people()).toMatchObject([
      { id: ada.id, whatsapp_phone: null },
      { id: bo.id, name: 'Same' },
      { name: 'Good' },
      { name: 'Two\nlines' },
    ])
  })

  it.each([
    ['', { file: ['is empty'] }],
    ['\n\n', { file: ['is empty'] }],
    ['name,email\n', { file: ['has no rows below its first line'] }],
    [
      'ada@example.com,Ada\n',
      { header: [expect.stringMatching(/^the first line must name the columns: id, name, email, whatsapp_phone/)] },
    ],
    [
      'name,emial,fax\nAda,ada@example.com,1\n',
      {
        header: [
          '"emial" is not a column; did you mean email?',
          '"fax" is not a column: use metadata.NAME for your own fields',
        ],
      },
    ],
    ['email,E-Mail\na,b\n', { header: [expect.stringMatching(/"E-Mail" is not a column; did you mean email\?/)] }],
    ['email,name,EMAIL\na,b,c\n', { header: ['email appears more than once'] }],
    ['email,metadata.a,metadata.a\na,b,c\n', { header: ['metadata.a appears more than once'] }],
    ['name,tags\nAda,x\n', { header: [expect.stringMatching(/^needs a column that identifies people: id, email/)] }],
    [
      'email\na@example.com\n"b@example.com\n',
      { file: [expect.stringMatching(/^line 3 begins a row with a quotation/)] },
    ],
    [
      Buffer.from('email,name\na@example.com,A\nb@example.com,José\n', 'latin1'),
      { file: [expect.stringMatching(/^line 3 is not UTF-8: save the file as CSV in UTF-8/)] },
    ],
  ])('refuses the whole import file %j and stores no row', async (file, details) => {
    emptyTenant ??= await test.tenant()
    tenant = emptyTenant
    at = `/workspaces/${tenant.workspace}/recipients`
    expect(await problemsOf(file)).toEqual([422, details])
    expect([await people(), (await test.manage('GET', `${at}/imports`)).body.data]).toEqual([[], []])
  })

  it('an import upload returns 415 for a wrong media type, 422 for a wrong query and 413 for a file over 50 MB', async () => {
    await fresh()
    const small = 'email\na@example.com\n'
    for (const type of ['application/json', 'text/plain', 'text/csv; charset=iso-8859-1', 'multipart/form-data'])
      expect([type, (await upload(test, tenant, type.includes('json') ? '{}' : small, '', type)).status]).toEqual([
        type,
        415,
      ])
    for (const query of ['mode=prod', 'dry_run=perhaps', 'file=x', 'name='])
      expect([query, (await upload(test, tenant, small, query)).status]).toEqual([query, 422])
    expect((await upload(test, { ...tenant, workspace: 999_999 }, small)).status).toBe(404)
    const tooLarge = await upload(test, tenant, Buffer.alloc(50 * 1024 * 1024 + 1))
    const message = 'A file may have at most 50 MB. Split it into several files.'
    expect([tooLarge.status, tooLarge.body]).toEqual([413, { error: 'payload_too_large', message }])
    expect((await test.manage('GET', `${at}/imports`)).body.data).toEqual([])
  })

  it('a dry run of an import reports the outcome of every row, but changes no recipient and emits no event', async () => {
    await fresh()
    await test.manage('POST', at, { name: 'Ada', email: 'ada@example.com' })
    const subscriber = await startSubscriber(test, tenant, ['contact.created', 'contact.updated'])
    open.push(subscriber)
    const before = await people()
    const file = 'name,email\nAda L.,ada@example.com\nBo,bo@example.com\nBad,bad\n'
    const result = await importFile(test, tenant, file, 'dry_run=true&name=customers.csv')
    expect(result).toMatchObject({
      ...COUNTS,
      dry_run: true,
      created: 1,
      updated: 1,
      refused: 1,
      name: 'customers.csv',
    })
    expect(await people()).toEqual(before)
    await importFile(test, tenant, file, 'mode=test')
    const events = await subscriber.waitForEvents(2)
    expect(events.map(({ request }) => request.headers['x-service-mode'])).toEqual(['test', 'test'])
    expect([await people(), (await people('mode=test')).length]).toEqual([before, 2])
  })

  it('returns the refused rows of an import as a CSV file that can be corrected and imported again', async () => {
    await fresh()
    const { id } = await importFile(test, tenant, "email;name\nbad;'=HYPERLINK(1)\nok@example.com;Ok\n")
    const refused = await test.manage('GET', `${at}/imports/${id}/refused`)
    expect(refused.body).toEqual({
      data: [
        { line: 2, problems: { email: ['is not an email address'] }, cells: { email: 'bad', name: "'=HYPERLINK(1)" } },
      ],
      next_cursor: null,
    })
    const file = await test.manage('GET', `${at}/imports/${id}/refused.csv`)
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="import-${id}-refused.csv"`)
    expect(file.body).toBe(
      "import_line,import_problem,email,name\r\n2,email: is not an email address,bad,'=HYPERLINK(1)\r\n",
    )
    const again = await importFile(test, tenant, file.body.replace('bad', 'good@example.com'))
    expect(again).toMatchObject({ ...COUNTS, created: 1 })
    expect((await people()).map(({ name }: { name: string }) => name)).toEqual(['Ok', '=HYPERLINK(1)'])
  })

  it('an export contains no formulas, and an import of the export changes nothing', async () => {
    await fresh()
    await test.manage('POST', at, {
      name: '=cmd|"/C calc"!A1',
      email: 'ada@example.com',
      whatsapp_phone: '+393331234567',
      tags: ['a b', 'c,d', '[e'],
      metadata: { list: [1, { deep: 'x;"y"' }] },
      locale: 'en',
      preferred_channel: 'email',
      slack_channel: '@ada',
    })
    await test.manage('POST', at, { name: "'-x", email: 'bo@example.com', tags: ['one', 'two'] })
    const file = await test.manage('GET', `${at}/export`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="recipients-live.csv"')
    const cells = file.body.split(/\r\n|,/)
    expect(cells.filter((cell: string) => /^"?[=@-]/.test(cell))).toEqual([])
    expect(cells).toContain('+393331234567')
    expect(await importFile(test, tenant, file.body)).toMatchObject({ ...COUNTS, unchanged: 2, problems: [] })
    const some = await test.manage('GET', `${at}/export?tag=one`)
    expect(some.body.split('\r\n')).toHaveLength(3)
    expect((await test.manage('GET', `${at}/export?mode=test`)).body.split('\r\n')).toHaveLength(2)
  })

  it('an export writes formulas as text, even if they have full-width characters or follow a line break, and an import restores them', async () => {
    await fresh()
    const names = ['＝1+1', '＋1', '－1', '＠SUM(A1)', "'＝1", '\u200b=1']
    for (const [index, name] of names.entries())
      await test.manage('POST', at, { name, email: `x${index}@example.com`, metadata: { note: '\n=1' } })
    const file = await test.manage('GET', `${at}/export`)
    const cells = file.body.split(/\r\n|,/)
    expect(cells.filter((cell: string) => /^"?[\s\u200b]*[=＝＋－＠]/.test(cell))).toEqual([])
    expect(await importFile(test, tenant, file.body)).toMatchObject({
      ...COUNTS,
      unchanged: names.length,
      problems: [],
    })
    expect((await people()).map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort())
  })

  it('cancels an import before all its rows are applied, and returns 409 for a second cancellation', async () => {
    await fresh()
    const { body } = await upload(
      test,
      tenant,
      `email\n${Array.from({ length: 3000 }, (_, n) => `p${n}@x.example\n`).join('')}`,
    )
    const one = `${at}/imports/${body.id}`
    const cancelled = await test.manage('POST', `${one}/cancel`)
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'cancelled'])
    const { created } = (await test.manage('GET', one)).body
    expect(created).toBeLessThan(3000)
    expect((await test.manage('POST', `${one}/cancel`)).status).toBe(409)
    expect((await test.manage('GET', `${at}?limit=1`)).body.data.length).toBe(Math.min(1, created))
  })

  it('lists imports newest first and returns 404 for the import of another workspace', async () => {
    await fresh()
    const first = await importFile(test, tenant, 'email\na@example.com\n', 'name=a.csv')
    const second = await importFile(test, tenant, 'email\nb@example.com\n')
    const list = await test.manage('GET', `${at}/imports?limit=1`)
    expect(list.body.data).toMatchObject([{ id: second.id, name: null }])
    const rest = await test.manage('GET', `${at}/imports?cursor=${list.body.next_cursor}`)
    expect(rest.body.data).toMatchObject([{ id: first.id, name: 'a.csv' }])
    const other = await test.tenant()
    for (const path of ['', '/refused', '/refused.csv'])
      expect(
        (await test.manage('GET', `/workspaces/${other.workspace}/recipients/imports/${first.id}${path}`)).status,
      ).toBe(404)
    expect(
      (await test.manage('POST', `/workspaces/${other.workspace}/recipients/imports/${first.id}/cancel`)).status,
    ).toBe(404)
  })

  it('answers an unfinished import upload with 503 when the process shuts down', async () => {
    await fresh()
    const ended = uploadPartly(test, tenant, `email\n${'a@example.com\n'.repeat(10_000)}`)
    await test.until(async () => (await test.manage('GET', `${at}/imports`)).body.data[0]?.state === 'receiving')
    await test.service.stop()
    expect(await ended).toMatchObject({ status: 503, body: { error: 'unavailable' } })
  })
})
