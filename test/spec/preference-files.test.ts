// Preferences in files of recipients: the columns of an import, and the column of an export.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('preferences in files on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    await prepare(tenant)
  })
  afterAll(() => test.stop())

  const manage = (method: string, path: string, body?: object, { workspace } = tenant) =>
    test.manage(method, `/workspaces/${workspace}${path}`, body)
  const prepare = async (of: Tenant) => {
    for (const slug of ['news', 'tips']) await manage('POST', '/categories', { slug, name: slug }, of)
    await manage('POST', '/categories', { slug: 'security', name: 'Security', required: true }, of)
  }
  const take = (file: string, of = tenant, query = 'mode=test') => importFile(test, of, file, query)
  const exported = async (of = tenant): Promise<string> =>
    (await manage('GET', '/recipients/export?mode=test', undefined, of)).body
  const preferencesOf = async (email: string, of = tenant) => {
    const { body } = await manage('GET', `/recipients?mode=test&q=${encodeURIComponent(email)}`, undefined, of)
    const { body: found } = await manage('GET', `/recipients/${body.data[0].id}/preferences`, undefined, of)
    const chosen = found.data.filter(
      (one: { allowed: unknown; channels: object }) => one.allowed !== null || Object.keys(one.channels).length > 0,
    )
    return {
      unsubscribed: found.unsubscribed_at !== null,
      ...Object.fromEntries(
        chosen.map((one: { category: string; allowed: unknown; channels: object }) => [
          one.category,
          [one.allowed, one.channels],
        ]),
      ),
    }
  }

  it('an import sets preferences with a column for each category and with JSON, for new and stored recipients', async () => {
    const first = await take('email,preferences.news,preferences.tips\none@files.example,no,YES\ntwo@files.example,,\n')
    expect(first).toMatchObject({ created: 2, refused: 0 })
    expect(await preferencesOf('one@files.example')).toEqual({
      unsubscribed: false,
      news: [false, {}],
      tips: [true, {}],
    })
    expect(await preferencesOf('two@files.example')).toEqual({ unsubscribed: false })
    const json = '"{""news"":{""channels"":{""sms"":false}},""tips"":{""allowed"":null},""*"":{""allowed"":false}}"'
    const second = await take(`email,preferences\none@files.example,${json}\ntwo@files.example,\n`)
    expect(second).toMatchObject({ created: 0, updated: 1, unchanged: 1, refused: 0 })
    expect(await preferencesOf('one@files.example')).toEqual({ unsubscribed: true, news: [false, { sms: false }] })
    expect(await take(`email,preferences\none@files.example,${json}\n`)).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it('a dry run changes no preferences', async () => {
    const result = await take(
      'email,preferences.news\ndry@files.example,no\none@files.example,yes\n',
      tenant,
      'mode=test&dry_run=true',
    )
    expect(result).toMatchObject({ created: 1, updated: 1 })
    expect(await preferencesOf('one@files.example')).toMatchObject({ news: [false, { sms: false }] })
  })

  it('refuses rows with unknown and required categories and with other values', async () => {
    const rows = ['a@files.example,no,,', 'b@files.example,,no,', 'c@files.example,,,maybe', 'd@files.example,,,yes']
    const { id, created, refused } = await take(
      `email,preferences.offers,preferences.security,preferences.news\n${rows.join('\n')}\n`,
    )
    expect([created, refused]).toEqual([1, 3])
    const { body } = await manage('GET', `/recipients/imports/${id}/refused`)
    expect(body.data.map(({ problems }: { problems: object }) => problems)).toEqual([
      { preferences: ['offers is not a category of this workspace; known categories: news, security or tips'] },
      { preferences: ['security is required, so it cannot be declined'] },
      { 'preferences.news': ['must be yes or no'] },
    ])
    const wrong = await take('email,preferences\ne@files.example,"{""news"":{""channels"":{""fax"":true}}}"\n')
    expect(wrong).toMatchObject({ refused: 1 })
  })

  it('an export contains the preferences, and an import of it into another workspace restores them', async () => {
    const file = await exported()
    expect(file).toContain(',preferences\r\n')
    expect(file).toContain('"{""*"":{""allowed"":false},""news"":{""allowed"":false,""channels"":{""sms"":false}}}"')
    const other = await test.tenant()
    await prepare(other)
    const [header = '', ...lines] = file.trim().split('\r\n')
    const withoutIds = [header, ...lines.map((line) => line.replace(/^\d+/, ''))].join('\n')
    const result = await take(withoutIds, other)
    expect(result).toMatchObject({ refused: 0 })
    expect(await preferencesOf('one@files.example', other)).toEqual(await preferencesOf('one@files.example'))
  })
})
