// Changes of many recipients in one request: ids by a filter, tags and removal.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('many recipients, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())
  beforeEach(async () => {
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/recipients`
  })

  const add = async (name: string, tags: string[] = []): Promise<number> =>
    (await test.manage('POST', at, { name, email: `${name}@x.example`, tags })).body.id
  const tagsOf = async (id: number) => (await test.manage('GET', `${at}/${id}`)).body.tags

  it('lists the ids of the recipients that match, in pages', async () => {
    const ids: number[] = []
    for (const name of ['ada', 'bea', 'cleo']) ids.push(await add(name, ['vip']))
    await add('dora')
    await test.manage('POST', at, { name: 'test', email: 't@x.example', mode: 'test', tags: ['vip'] })
    const first = (await test.manage('GET', `${at}/ids?tag=vip&limit=2`)).body
    expect(first.data).toEqual([ids[2], ids[1]])
    const rest = (await test.manage('GET', `${at}/ids?tag=vip&limit=2&cursor=${first.next_cursor}`)).body
    expect(rest).toEqual({ data: [ids[0]], next_cursor: null })
    expect((await test.manage('GET', `${at}/ids?q=BEA`)).body.data).toEqual([ids[1]])
    expect((await test.manage('GET', `${at}/ids`)).body.data).toHaveLength(4)
  })

  it('adds and removes tags, and returns which recipients have changed', async () => {
    const [ada, bea] = [await add('ada', ['old', 'vip']), await add('bea', ['vip'])]
    const { status, body } = await test.manage('POST', `${at}/tags`, {
      ids: [ada, bea, 999_999],
      add_tags: ['vip'],
      remove_tags: ['old'],
    })
    expect([status, body]).toEqual([200, { changed: [ada], unchanged: 1, refused: [], missing: 1 }])
    expect([await tagsOf(ada), await tagsOf(bea)]).toEqual([['vip'], ['vip']])
  })

  it('emits contact.updated for each changed recipient', async () => {
    const [ada, bea] = [await add('ada'), await add('bea', ['vip'])]
    const url = 'http://127.0.0.1:9/events'
    const { id } = (
      await test.manage('POST', `/workspaces/${tenant.workspace}/subscriptions`, { url, events: ['contact.updated'] })
    ).body
    await test.manage('POST', `${at}/tags`, { ids: [ada, bea], add_tags: ['vip'] })
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/subscriptions/${id}/events`)).body
    expect(data).toHaveLength(1)
  })

  it('refuses a recipient that would have too many tags, and changes the others', async () => {
    const full = await add(
      'full',
      Array.from({ length: 100 }, (_, n) => `tag-${n}`),
    )
    const free = await add('free')
    const { body } = await test.manage('POST', `${at}/tags`, { ids: [full, free], add_tags: ['one more'] })
    expect(body).toEqual({ changed: [free], unchanged: 0, refused: [full], missing: 0 })
    expect(await tagsOf(full)).toHaveLength(100)
  })

  it('removes recipients and keeps their deliveries', async () => {
    const ids = [await add('ada'), await add('bea')]
    const { body: tested } = await test.manage('POST', at, { mode: 'test', name: 'cleo', email: 'cleo@x.example' })
    const message = { recipient: { id: tested.id }, channel: 'email', template: 'hello', vars: { name: 'Cleo' } }
    const { body: sent } = await test.send(tenant.testKey, message)
    const { status, body } = await test.manage('POST', `${at}/remove`, { ids: [...ids, tested.id, 999_999] })
    expect([status, body]).toEqual([200, { removed: [...ids, tested.id], missing: 1 }])
    expect((await test.manage('GET', `${at}/${ids[0]}`)).status).toBe(404)
    const path = `/workspaces/${tenant.workspace}/deliveries/${sent.delivery_id}`
    expect((await test.manage('GET', path)).status).toBe(200)
  })

  it.each([
    ['tags', { ids: [] }, 'ids'],
    ['tags', { ids: Array.from({ length: 501 }, (_, n) => n + 1) }, 'ids'],
    ['tags', { ids: [1, 1] }, 'ids'],
    ['tags', { ids: [1], add_tags: ['a'], remove_tags: ['a'] }, 'remove_tags'],
    ['remove', { ids: [1], mode: 'test' }, 'mode'],
  ])('refuses the request %s with %j', async (path, body, field) => {
    const answer = await test.manage('POST', `${at}/${path}`, body)
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([422, [field]])
  })

  it('changes no recipient of another workspace, and nothing for viewers', async () => {
    const id = await add('ada', ['vip'])
    const other = await test.tenant()
    const theirs = `/workspaces/${other.workspace}/recipients`
    expect((await test.manage('POST', `${theirs}/tags`, { ids: [id], add_tags: ['x'] })).body.missing).toBe(1)
    expect((await test.manage('POST', `${theirs}/remove`, { ids: [id] })).body).toEqual({ removed: [], missing: 1 })
    expect((await test.manage('GET', `${theirs}/ids`)).body.data).toEqual([])
    const viewer = await addMember(test, tenant.workspace, 'viewer', `v-${kind}@x.example`)
    expect((await viewer.request('POST', `${at}/tags`, { ids: [id], add_tags: ['x'] })).status).toBe(403)
    expect((await viewer.request('POST', `${at}/remove`, { ids: [id] })).status).toBe(403)
    expect(await tagsOf(id)).toEqual(['vip'])
  })
})
