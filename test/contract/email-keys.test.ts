// SQL and JavaScript compute the same key for an email address, on both kinds of database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailKey } from '../../src/lib/text/email-address.ts'
import { emailKeyOf } from '../../src/store/email-key.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('keys of email addresses on %s', (kind) => {
  let test: TestService

  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  it('computes the same email key in SQL and JavaScript for every character', async () => {
    const { rows } = await test.service.db.query<{ code: number; key: string }>({
      text: `select code, ${emailKeyOf('chr(code)')} as key from generate_series(1, 1114111) code
             where code not between 55296 and 57343 and ${emailKeyOf('chr(code)')} <> chr(code)`,
    })
    const wrong = rows.filter(({ code, key }) => key !== emailKey(String.fromCodePoint(code)))
    expect([rows.length, wrong]).toEqual([26, []])
  })

  it('the index on the email keys of members compares keys byte by byte', async () => {
    const { rows } = await test.service.db.query<{ plan: string }>({
      text: `select indexdef as plan from pg_indexes where indexname = 'members_by_email_key'`,
    })
    expect(rows[0]?.plan).toContain('COLLATE "C"')
  })
})
