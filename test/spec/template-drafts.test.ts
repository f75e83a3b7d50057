// Drafts of templates: saving with errors, publishing, conflicts, copies, tags, and the list without texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('drafts of templates, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/templates`
  })
  afterAll(() => test.stop())

  const content = (body: string, more: object = {}) => ({ name: 'Hello', locales: { en: { body } }, ...more })
  const textSent = async (template: string) => {
    const sent = await test.send(tenant.testKey, {
      recipient: { email: 'ada@example.com', locale: 'en' },
      template,
      vars: { name: 'Ada' },
    })
    if (sent.status !== 202) return sent.body.error
    return (await owner.request('GET', `/workspaces/${tenant.workspace}/deliveries/${sent.body.delivery_id}`)).body
      .content.body
  }

  it('sends the published content until a draft is published, and lists the changes of the unpublished draft', async () => {
    const saved = await owner.request('PUT', `${at}/hello/draft`, content('Draft for {{name}}'))
    expect(saved.body).toMatchObject({
      revision: 1,
      based_on: 1,
      updated_by: 'Ada',
      problems: [],
      engine: 'placeholders',
    })
    expect(await textSent('hello')).toBe('Hello Ada')
    const { body } = await owner.request('GET', `${at}/hello/changes`)
    expect(body).toMatchObject({ based_on: 1, version: 1, problems: [] })
    expect(body.changes).toContainEqual({
      field: 'locales.en.body',
      before: 'Hello {{name}}',
      after: 'Draft for {{name}}',
    })
    expect(body.changes).toContainEqual({ field: 'locales.it.body', before: 'Ciao {{name}}', after: null })
    const published = await owner.request('POST', `${at}/hello/publish`, { revision: 1, version: 1 })
    expect(published.body).toMatchObject({ version: 2, draft: null, published: true, updated_by: 'Ada' })
    expect(await textSent('hello')).toBe('Draft for Ada')
    expect((await owner.request('GET', `${at}/hello/draft`)).status).toBe(404)
  })

  it('saves a draft with errors and names the lines of the errors, but refuses to publish this draft', async () => {
    const wrong = content('Hello\n{% if name %}', { engine: 'liquid' })
    const saved = await owner.request('PUT', `${at}/hello/draft`, wrong)
    expect([saved.status, saved.body.problems]).toEqual([
      200,
      [
        {
          field: 'locales.en.body',
          message: 'tag {% if name %} not closed',
          line: 2,
          column: 1,
          severity: 'error',
        },
      ],
    ])
    const refused = await owner.request('POST', `${at}/hello/publish`, {})
    expect([refused.status, refused.body.details]).toEqual([
      422,
      { 'locales.en.body': ['line 2, column 1: tag {% if name %} not closed'] },
    ])
    expect(await textSent('hello')).toBe('Draft for Ada')
    expect((await owner.request('DELETE', `${at}/hello/draft`)).status).toBe(204)
  })

  it('refuses to save or publish a draft that is based on an older draft, and names the author of the newer draft', async () => {
    const bob = await addMember(test, tenant.workspace, 'admin', 'bob@shop.example')
    await owner.request('PUT', `${at}/hello/draft`, content('By Ada', { revision: 0 }))
    const second = await bob.request('PUT', `${at}/hello/draft`, content('By Bob', { revision: 1 }))
    expect(second.body.revision).toBe(2)
    const late = await owner.request('PUT', `${at}/hello/draft`, content('Late', { revision: 1 }))
    expect([late.status, late.body.current]).toEqual([
      409,
      { revision: 2, updated_by: 'bob', updated_at: expect.any(String) },
    ])
    expect((await owner.request('POST', `${at}/hello/publish`, { revision: 1 })).status).toBe(409)
    expect((await owner.request('POST', `${at}/hello/publish`, { revision: 2, version: 1 })).status).toBe(409)
    expect((await owner.request('GET', `${at}/hello`)).body.draft).toMatchObject({ revision: 2, updated_by: 'bob' })
  })

  it('keeps the draft when a PUT request replaces the published template [D139]', async () => {
    const put = await owner.request('PUT', `${at}/hello`, content('Replaced'))
    expect(put.body).toMatchObject({ version: 3, draft: { revision: 2, based_on: 2 } })
    expect(await textSent('hello')).toBe('Replaced')
  })

  it('sends and previews a draft only on request', async () => {
    const sent = await owner.request('POST', `${at}/hello/test-send`, { channel: 'email', draft: true })
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    const inbox = await owner.request('GET', `/workspaces/${tenant.workspace}/test-inbox/${sent.body.delivery_id}`)
    expect(inbox.body.message.body).toBe('By Bob')
    const preview = (draft: boolean) =>
      owner.request('POST', `${at}/hello/preview`, { channel: 'email', locale: 'en', draft })
    expect((await preview(true)).body.body).toBe('By Bob')
    expect((await preview(false)).body.body).toBe('Replaced')
  })

  it('copies a template as a draft, which no message can use before it is published', async () => {
    const copy = await owner.request('POST', `${at}/hello/clone`, { slug: 'copy', name: 'Copy', from: 'published' })
    expect([copy.status, copy.body]).toEqual([
      201,
      expect.objectContaining({ slug: 'copy', name: 'Copy', published: false, version: 0, locales: {} }),
    ])
    expect(await textSent('copy')).toBe('template_not_found')
    expect((await owner.request('DELETE', `${at}/copy/draft`)).status).toBe(409)
    expect((await owner.request('POST', `${at}/hello/clone`, { slug: 'copy' })).status).toBe(409)
    expect((await owner.request('POST', `${at}/copy/publish`, {})).body).toMatchObject({ version: 1, published: true })
    expect(await textSent('copy')).toBe('Replaced')
    expect((await owner.request('GET', `${at}/copy/versions`)).body.data).toHaveLength(1)
  })

  it('restores an old version as the draft and publishes nothing', async () => {
    const restored = await owner.request('POST', `${at}/hello/versions/1/restore`, { as: 'draft' })
    expect(restored.body).toMatchObject({ version: 3, draft: { based_on: 3 } })
    const draft = await owner.request('GET', `${at}/hello/draft`)
    expect(draft.body.locales.it.body).toBe('Ciao {{name}}')
  })

  it('lists templates without their texts, with tags, search, order and pages', async () => {
    const list = async (query: string) =>
      (await owner.request('GET', `/workspaces/${tenant.workspace}/template-summaries?${query}`)).body
    await owner.request('PUT', `${at}/copy/tags`, { tags: ['billing', 'orders'] })
    await owner.request('POST', at, { slug: 'zeta', publish: false, tags: ['billing'], ...content('z') })
    const { data } = await list('sort=slug&order=desc')
    expect(data.map(({ slug }: { slug: string }) => slug)).toEqual(['zeta', 'hello', 'copy'])
    expect(data[0]).toMatchObject({ published: false, tags: ['billing'], locales: ['en'], email_format: 'text' })
    expect(data[0].draft).toMatchObject({ revision: 1, based_on: 0 })
    expect((await list('tag=orders')).data).toHaveLength(1)
    expect((await list('state=unpublished')).data).toMatchObject([{ slug: 'zeta' }])
    expect((await list('q=ZET')).data).toMatchObject([{ slug: 'zeta' }])
    const first = await list('sort=updated&limit=2')
    const second = await list(`sort=updated&limit=2&cursor=${first.next_cursor}`)
    const slugs = [...first.data, ...second.data].map(({ slug }: { slug: string }) => slug)
    expect(slugs.toSorted()).toEqual(['copy', 'hello', 'zeta'])
    expect(second.next_cursor).toBeNull()
    const tags = await owner.request('GET', `/workspaces/${tenant.workspace}/template-tags`)
    expect(tags.body.data).toEqual([
      { tag: 'billing', templates: 2 },
      { tag: 'orders', templates: 1 },
    ])
    expect((await list('cursor=bm8')).details).toEqual({ cursor: ['is not a cursor of this list'] })
  })

  it('names the automations that send a template, and the minute in which the template was last used', async () => {
    await owner.request('POST', `/workspaces/${tenant.workspace}/automations`, {
      name: 'Welcome',
      trigger: { type: 'contact.created' },
      source: tenant.source,
      template: 'hello',
    })
    await textSent('hello')
    const used = await test.until(async () => {
      const { body } = await owner.request('GET', `${at}/hello`)
      return body.last_used_at === null ? undefined : body
    })
    expect(used.used_by.automations).toMatchObject([{ name: 'Welcome' }])
    expect(used.last_used_at).toMatch(/:00\.000Z$/)
    const { data } = (await owner.request('GET', `/workspaces/${tenant.workspace}/template-summaries?q=hello`)).body
    const summary = data.find(({ slug }: { slug: string }) => slug === 'hello')
    expect(summary).toMatchObject({ used_by: 1, last_used_at: used.last_used_at })
  })

  it('saves Liquid as a draft but publishes it only after the upgrade from 0.1.0 is finished', async () => {
    const { db } = test.service
    const { rows } = await db.query<{ finished_version: string }>({ text: 'select finished_version from installation' })
    const finish = (version: string | null) =>
      db.query({ text: 'update installation set finished_version = $1', values: [version] })
    await finish(null)
    const draft = { slug: 'early', publish: false, ...content('Hi {{ name }}', { engine: 'liquid' }) }
    expect((await owner.request('POST', at, draft)).status).toBe(201)
    const refused = await owner.request('POST', `${at}/early/publish`, {})
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('migrate --finish')])
    await finish(rows[0]?.finished_version ?? null)
    expect((await owner.request('POST', `${at}/early/publish`, {})).status).toBe(200)
    expect(await textSent('early')).toBe('Hi Ada')
  })

  it('shows drafts to viewers and lets only admins change them, in their own workspace', async () => {
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'viewer@shop.example')
    expect((await viewer.request('GET', `${at}/hello/draft`)).status).toBe(200)
    expect((await viewer.request('PUT', `${at}/hello/draft`, content('x'))).status).toBe(403)
    expect((await viewer.request('POST', `${at}/hello/publish`, {})).status).toBe(403)
    const other = await test.tenant()
    const elsewhere = `/workspaces/${other.workspace}/templates`
    expect((await viewer.request('GET', `${elsewhere}/hello/draft`)).status).toBe(404)
    expect((await owner.request('GET', `${elsewhere}/copy/draft`)).status).toBe(404)
    expect((await owner.request('GET', `/workspaces/${other.workspace}/template-tags`)).body.data).toEqual([])
  })
})
