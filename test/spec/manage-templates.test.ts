// The management API for templates: content, versions, locales and previews.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const ORDER = {
  it: { subject: 'Ordine {{order}}', body: 'Ciao {{name}}, ordine {{order}}.' },
  en: {
    subject: 'Order {{order}}',
    body: 'Hello {{name}}, order {{order}}.',
    channels: {
      email: { subject: 'Your order {{order}}' },
      telegram: { body: 'Order {{order}}!' },
      whatsapp: { template: 'order_sent', language: 'en', body: 'Hello {{1}}, order {{2}}.' },
      discord: { embeds: [{ title: 'Order {{order}}' }] },
    },
  },
}

describe.each(databases)('templates in the management API, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/templates`
  })
  afterAll(() => test.stop())

  const newTemplate = async (locales: object = ORDER) => {
    const slug = `order-${count++}`
    expect((await test.manage('POST', at, { slug, name: 'Order', locales })).status).toBe(201)
    return `${at}/${slug}`
  }

  it('creates, reads, lists, replaces and deletes a template', async () => {
    const created = await test.manage('POST', at, { slug: 'first', name: 'First', locales: ORDER })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ slug: 'first', name: 'First', essential: false, version: 1, locales: ORDER })
    const one = `${at}/first`
    expect((await test.manage('GET', one)).body).toEqual(created.body)
    expect((await test.manage('GET', at)).body.data).toContainEqual(created.body)
    const locales = { de: { body: 'Hallo' } }
    const put = await test.manage('PUT', one, { name: 'Second', essential: true, locales })
    expect(put.body).toMatchObject({ slug: 'first', name: 'Second', essential: true, version: 2, locales })
    expect((await test.manage('DELETE', one)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await test.manage(method, one)).status).toBe(404)
    expect((await test.manage('PUT', one, { name: 'x', locales })).status).toBe(404)
    expect((await test.manage('POST', `${one}/preview`, { channel: 'email' })).status).toBe(404)
  })

  it('returns 409 for a second template with the same slug', async () => {
    const slug = (await newTemplate()).split('/').pop()
    const { status, body } = await test.manage('POST', at, { slug, name: 'Again', locales: ORDER })
    expect([status, body.error]).toEqual([409, 'conflict'])
  })

  it('refuses to replace a template if the request contains an outdated version [D4i]', async () => {
    const one = await newTemplate()
    const change = { name: 'Changed', locales: ORDER, version: 1 }
    expect((await test.manage('PUT', one, change)).body.version).toBe(2)
    const late = await test.manage('PUT', one, change)
    expect([late.status, late.body.error]).toEqual([409, 'conflict'])
    const both = await Promise.all([1, 2].map(() => test.manage('PUT', one, { ...change, version: 2 })))
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('returns 422 when a request changes the slug of a template', async () => {
    const one = await newTemplate()
    const slug = one.split('/').pop()
    expect((await test.manage('PUT', one, { slug, name: 'Same', locales: ORDER })).status).toBe(200)
    const { status, body } = await test.manage('PUT', one, { slug: 'another', name: 'Other', locales: ORDER })
    expect([status, Object.keys(body.details)]).toEqual([422, ['slug']])
  })

  it('accepts a template slug of 100 characters and refuses a slug of 101 characters', async () => {
    expect((await test.manage('POST', at, { slug: 's'.repeat(100), name: 'Long', locales: ORDER })).status).toBe(201)
    expect((await test.manage('GET', `${at}/${'s'.repeat(100)}`)).status).toBe(200)
    expect((await test.manage('POST', at, { slug: 's'.repeat(101), name: 'Long', locales: ORDER })).status).toBe(422)
  })

  it.each([
    [{ slug: '' }, 'slug'],
    [{ slug: '-x' }, 'slug'],
    [{ slug: 'a b' }, 'slug'],
    [{ slug: '../x' }, 'slug'],
    [{ name: '' }, 'name'],
    [{ essential: 'yes' }, 'essential'],
    [{ locales: {} }, 'locales'],
    [{ locales: { it: {} } }, 'locales.it.body'],
    [{ locales: { it: { body: '' } } }, 'locales.it.body'],
    [{ locales: { it: { body: 'a\u0000b' } } }, 'locales.it.body'],
    [{ locales: { it: { body: 'a\ud800' } } }, 'locales.it.body'],
    [{ locales: { it: { body: 'x', text: 'y' } } }, 'locales.it.text'],
    [{ locales: { it: { body: 'x', channels: { fax: { body: 'y' } } } } }, 'locales.it.channels.fax'],
    [{ locales: { it: { body: 'x' }, IT: { body: 'y' } } }, 'locales.IT'],
    [{ locales: { '12': { body: 'x' } } }, 'locales.12'],
    [{ body: 'x' }, 'body'],
  ])('returns 422 for a request to create a template with the fields %j', async (part, field) => {
    const whole = { slug: 'refused', name: 'Refused', locales: ORDER, ...part }
    const { status, body } = await test.manage('POST', at, whole)
    expect([status, Object.keys(body.details)]).toEqual([422, [field]])
  })

  it('treats placeholders with the names of JavaScript built-ins as plain text', async () => {
    const raw = '{"slug":"odd","name":"Odd","locales":{"it":{"body":"{{constructor}} {{__proto__}}"}}}'
    expect((await test.manage('POST', at, raw)).status).toBe(201)
    const { body } = await test.manage('POST', `${at}/odd/preview`, { channel: 'telegram', vars: { constructor: 'c' } })
    expect(body).toMatchObject({ body: 'c {{__proto__}}', missing: ['__proto__'] })
    const poisoned = '{"slug":"odd2","name":"Odd","locales":{"it":{"body":"x"},"__proto__":{"body":"y"}}}'
    expect((await test.manage('POST', at, poisoned)).status).toBeGreaterThanOrEqual(400)
    expect((await test.manage('POST', at, poisoned)).status).toBeLessThan(500)
  })

  it('a template preview shows the content of each channel, with missing variables and problems', async () => {
    const one = await newTemplate()
    const preview = async (channel: string, more: object = {}) =>
      (
        await test.manage('POST', `${one}/preview`, {
          channel,
          locale: 'en',
          vars: { order: '17', name: 'Ada' },
          ...more,
        })
      ).body
    expect(await preview('email')).toMatchObject({
      channel: 'email',
      locale: 'en',
      subject: 'Your order 17',
      body: 'Hello Ada, order 17.',
      missing: [],
      problems: [],
    })
    expect(await preview('telegram')).toMatchObject({ subject: 'Order 17', body: 'Order 17!' })
    expect(await preview('discord')).toMatchObject({ own: { embeds: [{ title: 'Order 17' }] } })
    expect(await preview('whatsapp')).toMatchObject({ missing: ['1', '2'], own: { template: 'order_sent' } })
    expect(await preview('email', { vars: { order: '{{name}}' } })).toMatchObject({
      subject: 'Your order {{name}}',
      missing: ['name'],
    })
    expect((await preview('discord', { vars: { order: 'x'.repeat(2000), name: '' } })).problems).toMatchObject([
      { field: 'template', message: 'the text has 2015 characters; discord takes 2000' },
      { field: 'template', message: 'embeds.0.title has 2006 characters; discord takes 256' },
    ])
    expect(await preview('fax')).toMatchObject({
      error: 'validation_failed',
      details: { channel: [expect.any(String)] },
    })
    expect(await preview('email', { vars: { order: 17 } })).toMatchObject({
      details: { 'vars.order': [expect.any(String)] },
    })
  })

  it('a template preview chooses the locale like a send: exact locale, its language, default locale, Italian, then the only locale [D32]', async () => {
    const one = await newTemplate()
    const localeFor = async (place: string, locale?: string) =>
      (await test.manage('POST', `${place}/preview`, { channel: 'email', ...(locale ? { locale } : {}) })).body
    expect(await localeFor(one, 'en')).toMatchObject({ locale: 'en' })
    expect(await localeFor(one, 'en-GB')).toMatchObject({ locale: 'en' })
    expect(await localeFor(one, 'fr')).toMatchObject({ locale: 'it' })
    expect(await localeFor(one)).toMatchObject({ locale: 'it' })
    expect(await localeFor(await newTemplate({ de: { body: 'Hallo' } }), 'fr')).toMatchObject({ locale: 'de' })
    const neither = await newTemplate({ de: { body: 'Hallo' }, fr: { body: 'Salut' } })
    expect(await localeFor(neither, 'es')).toMatchObject({ details: { locale: ['the template has de, fr'] } })
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { default_locale: 'fr' })
    expect(await localeFor(neither, 'es')).toMatchObject({ locale: 'fr' })
  })

  it('a send uses a changed template immediately, and returns template_not_found after the template was deleted', async () => {
    const one = await newTemplate({ en: { body: 'Old' } })
    const template = one.split('/').pop()
    const send = () => test.send(tenant.testKey, { recipient: { email: 'a@example.com' }, template, channel: 'email' })
    const bodyOf = async (id: number) =>
      (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body.content.body
    expect(await bodyOf((await send()).body.delivery_id)).toBe('Old')
    await test.manage('PUT', one, { name: 'Order', locales: { en: { body: 'New' } } })
    expect(await bodyOf((await send()).body.delivery_id)).toBe('New')
    await test.manage('DELETE', one)
    expect((await send()).body.error).toBe('template_not_found')
  })

  it('pages through templates in the order of their creation', async () => {
    const { workspace } = await test.tenant()
    for (const slug of ['c', 'a', 'b'])
      await test.manage('POST', `/workspaces/${workspace}/templates`, { slug, name: slug, locales: ORDER })
    const seen: string[] = []
    let query = '?limit=2'
    while (query !== '') {
      const { body } = await test.manage('GET', `/workspaces/${workspace}/templates${query}`)
      seen.push(...body.data.map(({ slug }: { slug: string }) => slug))
      query = body.next_cursor === null ? '' : `?limit=2&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(['hello', 'c', 'a', 'b'])
  })
})
