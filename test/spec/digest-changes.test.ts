// Changes while a digest is open: its recipient or its template is deleted, or it gets more messages than it may have.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digests as limits } from '../../src/limits.ts'
import { startDigestTest } from '../harness/digests.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000

describe.each(databases)('changes while a digest is open, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    ;({ test, tenant, at } = await startDigestTest(kind))
  })
  afterAll(() => test.stop())

  const BODY = '{% for item in items %}{{ item.author }},{% endfor %}{{ items_count }}/{{ more }}'
  const createTemplate = async (slug: string, body = BODY) => {
    const locales = { en: { subject: 'New', body } }
    const made = await test.manage('POST', `${at}/templates`, { slug, name: slug, engine: 'liquid', locales })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return slug
  }
  const message = (template: string, recipient: object, author: string) => ({
    recipient,
    template,
    vars: { author },
    digest: { key: 'k', wait: '10m' },
  })
  const send = async (template: string, recipient: object, author: string, key = tenant.testKey) => {
    const { status, body } = await test.send(key, message(template, recipient, author))
    expect([status, body.message]).toEqual([202, undefined])
    return body
  }
  const person = (name: string) => ({ email: `${name}@customer.example`, locale: 'en' })
  const contentOf = async (id: number) => {
    test.clock.advance(11 * MINUTE)
    return (await test.settled(tenant, id, 'sent')).content
  }
  const quotaUsed = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used

  it('a digest of a deleted recipient is sent with its messages, and a new message to the address opens another digest', async () => {
    const slug = await createTemplate('people')
    const first = await send(slug, person('ada'), 'Ada')
    await send(slug, person('ada'), 'Bob')
    expect((await test.manage('DELETE', `${at}/recipients/${first.recipient.id}`)).status).toBeLessThan(300)
    const byId = await test.send(tenant.testKey, message(slug, { id: first.recipient.id }, 'Cy'))
    expect(byId.status).toBe(404)
    const next = await send(slug, person('ada'), 'Di')
    expect([next.delivery_id === first.delivery_id, next.digest]).toEqual([false, { items: 1 }])
    expect((await contentOf(first.delivery_id)).body).toBe('Ada,Bob,2/0')
    expect((await contentOf(next.delivery_id)).body).toBe('Di,1/0')
  })

  it('a template that is deleted while its digest is open refuses further messages, and the digest fails once and is refunded', async () => {
    const slug = await createTemplate('gone')
    const before = await quotaUsed()
    const { delivery_id: id } = await send(slug, person('bob'), 'Ada', tenant.liveKey)
    await test.manage('DELETE', `${at}/templates/${slug}`)
    const refused = await test.send(tenant.liveKey, message(slug, person('bob'), 'Bob'))
    expect([refused.status, refused.body.error]).toEqual([404, 'template_not_found'])
    test.clock.advance(11 * MINUTE)
    const failed = await test.settled(tenant, id, 'failed')
    expect(failed).toMatchObject({ reason: 'digest_failed', refunded: true, digest: { items: 1 } })
    expect(failed.content.items.list).toEqual([{ vars: { author: 'Ada' } }])
    expect(await quotaUsed()).toBe(before)
  })

  it('a template that is created again before its digest closes renders the messages of the digest', async () => {
    const slug = await createTemplate('back')
    const { delivery_id: id } = await send(slug, person('cy'), 'Ada')
    await test.manage('DELETE', `${at}/templates/${slug}`)
    await createTemplate(slug, 'again: {{ items[0].author }}')
    expect((await send(slug, person('cy'), 'Bob')).delivery_id).toBe(id)
    expect((await contentOf(id)).body).toBe('again: Ada')
  })

  it('10,000 messages are one digest, the template gets the first hundred, and the next message opens another digest', async () => {
    const slug = await createTemplate('many')
    const before = await quotaUsed()
    const { delivery_id: id } = await send(slug, person('di'), '1', tenant.liveKey)
    const addItems = (from: number, to: number, stored: boolean) =>
      test.service.db.query({
        text: `insert into digest_items (delivery_id, position, added_at, item, characters)
               select $1, n, $5, case when $4 then jsonb_build_object('vars', jsonb_build_object('author', n::text)) end, 30
               from generate_series($2::int, $3::int) n`,
        values: [id, from, to, stored, test.clock.now()],
      })
    await addItems(2, limits.items - 1, true)
    for (const author of ['100', '101']) await send(slug, person('di'), author, tenant.liveKey)
    await addItems(limits.items + 2, limits.most - 1, false)
    const last = await send(slug, person('di'), 'last', tenant.liveKey)
    expect([last.delivery_id, last.digest]).toEqual([id, { items: limits.most }])
    const next = await send(slug, person('di'), 'next', tenant.liveKey)
    expect([next.delivery_id === id, next.digest]).toEqual([false, { items: 1 }])
    const open = (await test.manage('GET', `${at}/deliveries/${id}/digest`)).body
    expect([open.items, open.list.length, open.more]).toEqual([10_000, 100, 9900])
    test.clock.advance(2000)
    const { content } = await test.until(async () => {
      const { body } = await test.manage('GET', `${at}/deliveries/${id}`)
      return body.content.items.count === limits.most && body
    })
    const list = Array.from({ length: 100 }, (_, n) => `${n + 1},`).join('')
    expect(content.body).toBe(`${list}10000/9900`)
    expect((await quotaUsed()) - before).toBe(2)
    expect((await test.manage('GET', `${at}/deliveries/${id}/digest`)).body).toMatchObject({
      items: 10_000,
      more: 9900,
    })
  })
})
