// Marks of sensitive variables. The tests add a mark after a message was accepted, remove marks, remove marked
// templates and restore versions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE, CODE_PARTS, LOCALES, MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'
import { chatMessage } from '../harness/telegram.ts'

describe.each(databases)('marks of sensitive variables, %s', (kind) => {
  let s: SensitiveTest

  beforeAll(async () => {
    s = await startSensitiveTest(kind)
  })
  afterAll(() => s.stop())

  it('viewers see no text of a message if a variable of its template was marked as sensitive after the message was accepted', async () => {
    const { test, tenant, at, newTemplate, send, readAs, textAs } = s
    const slug = await newTemplate({ sensitive: [] })
    const id = await send(slug)
    await test.settled(tenant, id, 'sent')
    expect((await readAs('viewer', `/deliveries/${id}`)).content.vars.code).toBe(CODE)
    await test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    const { content } = await readAs('viewer', `/deliveries/${id}`)
    expect(content).toMatchObject({ body: MASK, vars: { name: 'Ada', code: MASK } })
    expect(content).not.toHaveProperty('subject')
    expect(content).not.toHaveProperty('own')
    expect((await readAs('viewer', `/test-inbox/${id}`)).message.body).toBe(MASK)
    expect(await textAs('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
    expect(await textAs('viewer', `/test-inbox/${id}`)).not.toMatch(CODE_PARTS)
    expect(await textAs('admin', `/deliveries/${id}`)).toContain(CODE)
  })

  it('viewers still see a mask in a message after its template was removed', async () => {
    const { test, tenant, at, newTemplate, send, textAs } = s
    const slug = await newTemplate()
    const id = await send(slug)
    await test.settled(tenant, id, 'sent')
    await test.manage('DELETE', `${at}/templates/${slug}`)
    expect(await textAs('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
  })

  it('keeps the marks of a template in its versions, after a save without the field `sensitive`, and after a restore', async () => {
    const { test, at, newTemplate } = s
    const slug = await newTemplate()
    const one = `${at}/templates/${slug}`
    expect((await test.manage('GET', one)).body.sensitive).toEqual(['code'])
    expect((await test.manage('PUT', one, { name: 'Two', locales: LOCALES })).body.sensitive).toEqual(['code'])
    expect((await test.manage('PUT', one, { name: 'Three', locales: LOCALES, sensitive: [] })).body.sensitive).toEqual(
      [],
    )
    expect((await test.manage('GET', `${one}/versions/1`)).body.sensitive).toEqual(['code'])
    expect((await test.manage('POST', `${one}/versions/1/restore`, {})).body).toMatchObject({
      version: 4,
      sensitive: ['code'],
    })
    await test.service.db.query({
      text: `update template_versions set sensitive = null where version = 3 and template_id = (select id from templates where slug = $1)`,
      values: [slug],
    })
    expect((await test.manage('GET', `${one}/versions/3`)).body.sensitive).toBeNull()
    expect((await test.manage('POST', `${one}/versions/3/restore`, {})).body.sensitive).toEqual(['code'])
    for (const wrong of [['a b'], ['{{x}}'], [''], ['code', 'code'], 'code', [1]])
      expect((await test.manage('PUT', one, { name: 'x', locales: LOCALES, sensitive: wrong })).status).toBe(422)
  })

  it('after a template is removed, hides all its messages if the template had marks, and otherwise hides none of them', async () => {
    const { test, tenant, at, newTemplate, send, readAs, textAs } = s
    const marked = await newTemplate({ sensitive: [] })
    const plain = await newTemplate({ sensitive: [] })
    const hidden = await send(marked)
    const shown = await send(plain)
    for (const id of [hidden, shown]) await test.settled(tenant, id, 'sent')
    await test.manage('PUT', `${at}/templates/${marked}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    for (const slug of [marked, plain]) await test.manage('DELETE', `${at}/templates/${slug}`)
    for (const path of [`/deliveries/${hidden}`, `/test-inbox/${hidden}`])
      expect(await textAs('viewer', path), path).not.toMatch(CODE_PARTS)
    expect((await readAs('viewer', `/deliveries/${shown}`)).content.vars.code).toBe(CODE)
    expect(await textAs('viewer', `/test-inbox/${shown}`)).toContain(CODE)
    expect(await textAs('admin', `/deliveries/${hidden}`)).toContain(CODE)
  })

  it('after a mark was removed from a template, its older messages stay hidden, and messages accepted later are shown', async () => {
    const { test, tenant, at, newTemplate, send, readAs, textAs } = s
    const slug = await newTemplate({ sensitive: [] })
    const save = (sensitive: string[]) =>
      test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive })
    const before = await send(slug)
    await save(['code'])
    const during = await send(slug)
    await save([])
    test.clock.advance(1000)
    const after = await send(slug)
    for (const id of [before, during, after]) await test.settled(tenant, id, 'sent')
    for (const id of [before, during]) expect(await textAs('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
    expect((await readAs('viewer', `/deliveries/${during}`)).content.body).toBe(`Hello Ada, **${MASK}**`)
    expect((await readAs('viewer', `/deliveries/${after}`)).content.vars.code).toBe(CODE)
  })

  it('conversations hide a message from viewers if a variable of its template was marked after the send, and the template was then removed', async () => {
    const { test, tenant, at, newTemplate, send, readAs, textAs, sendUpdate } = s
    const slug = await newTemplate({ sensitive: [] })
    const recipient = { name: 'Gil', telegram_chat_id: '7003', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    await test.settled(tenant, id, 'sent')
    await sendUpdate(chatMessage(7003, 'Thanks'))
    const [conversation] = await test.until(async () => {
      const { data } = await readAs('viewer', '/conversations?channel=telegram')
      return data.length > 0 && data
    })
    await test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    await test.manage('DELETE', `${at}/templates/${slug}`)
    expect(await textAs('viewer', `/conversations/${conversation.id}`)).not.toMatch(CODE_PARTS)
    expect(await textAs('admin', `/conversations/${conversation.id}`)).toContain(CODE)
  })

  it('masks the variables of an automation after its template was removed', async () => {
    const { test, tenant, at, newTemplate, textAs } = s
    const slug = await newTemplate()
    const made = await test.manage('POST', `${at}/automations`, {
      name: 'Login',
      trigger: { type: 'contact.tagged', tag: 'x' },
      source: tenant.source,
      template: slug,
      vars: { name: 'Ada', code: CODE },
    })
    await test.manage('DELETE', `${at}/templates/${slug}`)
    for (const path of ['/automations', `/automations/${made.body.id}`]) {
      expect(await textAs('viewer', path), path).not.toMatch(CODE_PARTS)
      expect(await textAs('admin', path), path).toContain(CODE)
    }
  })

  it('when a workspace has removed more than 2,000 marks, viewers see no variable of older messages', async () => {
    const { test, tenant, at, newTemplate, send, readAs } = s
    const marks = async () => {
      const text = 'select slug, name from dropped_marks where workspace_id = $1'
      return (await test.service.db.query({ text, values: [tenant.workspace] })).rows
    }
    const plain = await newTemplate({ sensitive: [] })
    const slug = await newTemplate({ sensitive: ['code', 'other'] })
    const before = await send(plain)
    await test.service.db.query({
      text: `insert into dropped_marks (workspace_id, slug, name, dropped_at)
             select $1, 'long-gone', 'name_' || n, $2 from generate_series(1, $3::int) n`,
      values: [tenant.workspace, test.clock.now(), 1999 - (await marks()).length],
    })
    const save = (sensitive: string[]) =>
      test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive })
    await save(['other'])
    expect((await marks()).length).toBe(2000)
    expect((await readAs('viewer', `/deliveries/${before}`)).content.vars).toEqual({ name: 'Ada', code: CODE })
    await save([])
    expect(await marks()).toEqual([{ slug: '', name: '' }])
    expect((await readAs('viewer', `/deliveries/${before}`)).content).toMatchObject({
      body: MASK,
      vars: { name: MASK, code: MASK },
    })
    test.clock.advance(1000)
    const after = await send(plain)
    expect((await readAs('viewer', `/deliveries/${after}`)).content.vars).toEqual({ name: 'Ada', code: CODE })
    await test.service.db.query({
      text: 'delete from dropped_marks where workspace_id = $1',
      values: [tenant.workspace],
    })
  })

  it('refuses to restore a template version when the template would then mark more than 50 variables', async () => {
    const { test, at, newTemplate } = s
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
    const slug = await newTemplate({ sensitive: names('a', 30) })
    const one = `${at}/templates/${slug}`
    await test.manage('PUT', one, { name: 'Two', locales: LOCALES, sensitive: names('b', 21) })
    const refused = await test.manage('POST', `${one}/versions/1/restore`, {})
    expect([refused.status, refused.body.details]).toEqual([
      422,
      {
        sensitive: [
          'the restored template would mark 51 variables as sensitive, but the limit is 50; remove marks from the template first',
        ],
      },
    ])
    await test.manage('PUT', one, { name: 'Three', locales: LOCALES, sensitive: names('b', 20) })
    const restored = await test.manage('POST', `${one}/versions/1/restore`, {})
    expect([restored.status, restored.body.sensitive?.length]).toEqual([200, 50])
  })

  it('a restored template has the marks of the restored version and the marks of the current version', async () => {
    const { test, tenant, at, newTemplate, send, textAs } = s
    const slug = await newTemplate({ sensitive: [] })
    const one = `${at}/templates/${slug}`
    const id = await send(slug)
    await test.settled(tenant, id, 'sent')
    await test.manage('PUT', one, { name: 'Two', locales: LOCALES, sensitive: ['code'] })
    await test.manage('PUT', one, { name: 'Three', locales: LOCALES, sensitive: ['name'] })
    expect((await test.manage('POST', `${one}/versions/2/restore`, {})).body.sensitive).toEqual(['name', 'code'])
    expect((await test.manage('POST', `${one}/versions/1/restore`, {})).body.sensitive).toEqual(['name', 'code'])
    expect(await textAs('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
  })
})
