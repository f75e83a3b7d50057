// The test inbox: filters, search, brief messages and clearing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, type Browser } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('the test inbox, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let inbox: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())
  beforeEach(async () => {
    tenant = await test.tenant()
    inbox = `/workspaces/${tenant.workspace}/test-inbox`
  })

  const send = async (recipient: object, name: string, more: object = {}): Promise<number> => {
    const message = { recipient: { locale: 'en', ...recipient }, template: 'hello', vars: { name }, ...more }
    const { body } = await test.send(tenant.testKey, message)
    await test.settled(tenant, body.delivery_id, 'sent')
    return body.delivery_id
  }
  const idsIn = async (query: string) =>
    (await test.manage('GET', `${inbox}${query}`)).body.data.map(({ id }: { id: number }) => id)
  const addTemplate = (slug: string, body: string) =>
    test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug,
      name: slug,
      locales: { en: { subject: 'News', body }, it: { subject: 'Novità', body } },
    })

  it('filters by channel and template, and searches names, addresses, subjects and texts', async () => {
    await addTemplate('news', 'A needle in the hay')
    const email = await send({ name: 'Ada', email: 'ada@x.example' }, 'Ada')
    const chat = await send({ name: 'Bea', telegram_chat_id: '42' }, 'Bea', { channel: 'telegram' })
    const news = await send({ email: 'cleo@x.example' }, 'Cleo', { template: 'news' })
    expect(await idsIn('?channel=telegram')).toEqual([chat])
    expect(await idsIn('?channel=email')).toEqual([news, email])
    expect(await idsIn('?template=news&channel=email')).toEqual([news])
    expect(await idsIn('?q=NEEDLE')).toEqual([news])
    expect(await idsIn('?q=cleo@')).toEqual([news])
    expect(await idsIn('?q=bea')).toEqual([chat])
    expect(await idsIn('?q=%25')).toEqual([])
    expect((await test.manage('GET', `${inbox}?channel=pigeon`)).status).toBe(422)
  })

  it('a search with pages returns each message once', async () => {
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await send({ email: `${name}@x.example` }, name))
    const found: number[] = []
    let query = '?q=x.example&limit=2'
    for (let page = 0; page < 5; page++) {
      const { body } = await test.manage('GET', `${inbox}${query}`)
      found.push(...body.data.map(({ id }: { id: number }) => id))
      if (body.next_cursor === null) break
      query = `?q=x.example&limit=2&cursor=${body.next_cursor}`
    }
    expect(found).toEqual(ids.reverse())
  })

  it('a brief message contains only the subject and the first words of the text', async () => {
    await addTemplate('long', `Begin ${'word '.repeat(200)}`)
    const id = await send({ email: 'ada@x.example' }, 'Ada', { template: 'long' })
    const { data } = (await test.manage('GET', `${inbox}?brief=true`)).body
    expect(Object.keys(data[0].message)).toEqual(['subject', 'body'])
    expect(data[0].message.subject).toBe('News')
    expect(data[0].message.body).toMatch(/^Begin word .*…$/)
    expect(data[0].message.body.length).toBeLessThanOrEqual(160)
    expect((await test.manage('GET', `${inbox}/${id}`)).body.message.body.length).toBeGreaterThan(900)
  })

  it('the search of a viewer does not cover texts, because they may contain sensitive values', async () => {
    const id = await send({ name: 'Ada', email: 'ada@x.example' }, 'secretword')
    const viewer: Browser = await addMember(test, tenant.workspace, 'viewer', `viewer-${kind}@x.example`)
    const searched = async (q: string) => (await viewer.request('GET', `${inbox}?q=${q}`)).body.data.length
    expect(await idsIn('?q=secretword')).toEqual([id])
    expect(await searched('secretword')).toBe(0)
    expect(await searched('ada')).toBe(1)
  })

  it('clearing the test inbox hides the existing messages, and can be undone', async () => {
    const first = await send({ email: 'ada@x.example' }, 'Ada')
    const cleared = await test.manage('POST', `${inbox}/clear`, {})
    expect([cleared.status, cleared.body]).toEqual([200, { before: 0, cleared_to: first }])
    const empty = (await test.manage('GET', inbox)).body
    expect([empty.data, empty.next_cursor, empty.cleared_to]).toEqual([[], null, first])
    expect(await idsIn('?q=ada')).toEqual([])
    const second = await send({ email: 'bea@x.example' }, 'Bea')
    expect(await idsIn('')).toEqual([second])
    expect((await test.manage('GET', `${inbox}/${first}`)).status).toBe(200)
    await test.manage('POST', `${inbox}/clear`, { up_to: cleared.body.before })
    expect(await idsIn('')).toEqual([second, first])
  })

  it('clearing affects only the test inbox of one workspace, and a viewer or a member of another workspace cannot clear it', async () => {
    const id = await send({ email: 'ada@x.example' }, 'Ada')
    const other = await test.tenant()
    expect((await test.manage('POST', `/workspaces/${other.workspace}/test-inbox/clear`, {})).body.cleared_to).toBe(0)
    const viewer = await addMember(test, tenant.workspace, 'viewer', `second-${kind}@x.example`)
    expect((await viewer.request('POST', `${inbox}/clear`, {})).status).toBe(403)
    const stranger = await addMember(test, other.workspace, 'owner', `stranger-${kind}@x.example`)
    expect((await stranger.request('POST', `${inbox}/clear`, {})).status).toBe(404)
    expect((await test.manage('POST', '/workspaces/999999/test-inbox/clear', {})).status).toBe(404)
    expect((await test.manage('POST', `${inbox}/clear`, { up_to: -1 })).status).toBe(422)
    expect(await idsIn('')).toEqual([id])
  })
})
