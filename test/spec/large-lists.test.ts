// Lists with large rows. A page ends after a number of bytes, and the next page continues after the last row of that
// page.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { records } from '../../src/limits.ts'
import { importFile } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const ROWS = 8

describe.each(databases)('lists with large rows, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let base: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  beforeEach(async () => {
    tenant = await test.tenant()
    base = `/workspaces/${tenant.workspace}`
  })
  afterAll(() => test.stop())

  const each = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: ROWS }, (_, n) => make(n)))
  const create = async (path: string, body: object) => {
    const { status, body: made } = await test.manage('POST', `${base}/${path}`, body)
    expect([status, made.details]).toEqual([201, undefined])
    return made
  }
  /** Reads all rows of the list page by page, and checks that each page has at most 1 MB of rows, or a single row. */
  const read = async (path: string): Promise<Record<string, unknown>[]> => {
    const pages: Record<string, unknown>[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { status, body } = await test.manage('GET', `${base}/${path}?limit=100${more}`)
      expect(status).toBe(200)
      const bytes = Buffer.byteLength(JSON.stringify(body.data))
      if (body.data.length !== 1) expect(bytes).toBeLessThanOrEqual(records.pageBytes + 2 + body.data.length)
      if (body.next_cursor !== null) expect(body.data.length).toBeGreaterThan(0)
      pages.push(body.data)
      cursor = body.next_cursor
    }
    expect(pages.length).toBeGreaterThan(1)
    return pages.flat()
  }
  const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id)
  const descending = (ids: number[]) => [...ids].sort((one, other) => other - one)
  const ascending = (ids: number[]) => [...ids].sort((one, other) => one - other)

  it('ends a page of templates at 1 MB and continues with the next template', async () => {
    const body = 'x'.repeat(records.templateText)
    const locales = Object.fromEntries(['en', 'it', 'de', 'fr'].map((locale) => [locale, { body }]))
    const made = await each(
      async (n) => (await create('templates', { slug: `t${n}`, name: 'T', locales })).id as number,
    )
    const listed = idsOf(await read('templates'))
    expect(listed.slice(1)).toEqual(ascending(made))
  })

  it('returns a template of more than 1 MB on a page without other templates', async () => {
    const languages = ['en', 'it', 'de', 'fr', 'es', 'pt', 'nl', 'sv', 'da', 'fi', 'pl', 'cs']
    const content = { body: 'x'.repeat(records.templateText) }
    const locales = Object.fromEntries(languages.map((language) => [language, content]))
    const made = await create('templates', { slug: 'large', name: 'Large', locales })
    const first = await test.manage('GET', `${base}/templates?limit=100`)
    expect(first.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(['hello'])
    const second = await test.manage('GET', `${base}/templates?limit=100&cursor=${first.body.next_cursor}`)
    expect([idsOf(second.body.data), second.body.next_cursor]).toEqual([[made.id], null])
  })

  it('ends a page of recipients at 1 MB, with and without a filter', async () => {
    const metadata = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(60_000)]))
    const made = await each(
      async () => (await create('recipients', { name: 'Ada', mode: 'live', tags: ['big'], metadata })).id as number,
    )
    expect(idsOf(await read('recipients'))).toEqual(descending(made))
    const pages = await test.manage('GET', `${base}/recipients?limit=100&tag=big`)
    expect(pages.body.data.length).toBeLessThan(ROWS)
    const rest = await test.manage('GET', `${base}/recipients?limit=100&tag=big&cursor=${pages.body.next_cursor}`)
    expect(idsOf([...pages.body.data, ...rest.body.data])).toEqual(descending(made))
    expect(rest.body.next_cursor).toBeNull()
  })

  it('ends a page of automations at 1 MB', async () => {
    const vars = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'x'.repeat(60_000)]))
    const fields = { trigger: { type: 'contact.created' }, source: tenant.source, template: 'hello', vars }
    const made = await each(async (n) => (await create('automations', { name: `A${n}`, ...fields })).id as number)
    expect(idsOf(await read('automations'))).toEqual(ascending(made))
  })

  it('ends a page of imports at 1 MB, and ends a page of refused import rows at 1 MB', async () => {
    const title = 'x'.repeat(180_000)
    const ids: number[] = []
    for (let n = 0; n < ROWS; n++)
      ids.push(
        (await importFile(test, tenant, `name,email,metadata.${title}\r\nAda,ada@example.com,1\r\n`, 'mode=test')).id,
      )
    expect(idsOf(await read('recipients/imports'))).toEqual(descending(ids))
    const lines = Array.from({ length: ROWS }, () => `Ada,no address,${'y'.repeat(180_000)}\r\n`)
    const { id } = await importFile(test, tenant, `name,email,metadata.note\r\n${lines.join('')}`, 'mode=test')
    const refused = await read(`recipients/imports/${id}/refused`)
    expect(refused.map(({ line }) => line)).toEqual(lines.map((_, n) => n + 2))
  })

  it('ends a page of the test inbox at 1 MB', async () => {
    const names = ['a', 'b', 'c', 'd']
    const body = names.map((name) => `{{${name}}}`).join('\n\n')
    await create('templates', {
      slug: 'long',
      name: 'Long',
      locales: { en: { subject: 'Long', body: 'short', channels: { email: { body, markdown: true } } } },
    })
    const vars = Object.fromEntries(names.map((name) => [name, '*'.repeat(50_000)]))
    const recipient = { name: 'Ada', email: 'ada@example.com', locale: 'en' }
    const sent = await each(async () => {
      const { status, body } = await test.send(tenant.testKey, { recipient, template: 'long', vars, channel: 'email' })
      expect([status, body.details]).toEqual([202, undefined])
      return body.delivery_id as number
    })
    await Promise.all(sent.map((id) => test.settled(tenant, id, 'sent', 'delivered', 'read')))
    expect(idsOf(await read('test-inbox'))).toEqual(descending(sent))
  })
})
