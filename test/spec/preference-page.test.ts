// The preference page: its links, its form without scripts, and the one-click unsubscribe of a category.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf, preferenceLink, submit } from '../harness/preference-page.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'

const DAY = 24 * 3_600_000

describe.each(databases)('preference page on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let mail: MailServer
  let count = 0
  beforeAll(async () => {
    ;[test, mail] = await Promise.all([startTestService(kind), startMailServer()])
    tenant = await test.tenant()
    await manage('POST', '/categories', { slug: 'news', name: 'News <1>', names: { it: 'Notizie' } })
    await manage('POST', '/categories', { slug: 'security', name: 'Security', required: true })
  })
  afterAll(async () => {
    await test.stop()
    await mail.stop()
  })

  const manage = (method: string, path: string, body?: object) =>
    test.manage(method, `/workspaces/${tenant.workspace}${path}`, body)
  const newRecipient = async (locale = 'en') => {
    const body = { name: 'Ada', mode: 'test', locale, email: `page${++count}@customer.example` }
    return (await manage('POST', '/recipients', body)).body.id as number
  }
  const linkOf = (id: number) => preferenceLink(test, tenant.workspace, id)
  const post = async (link: string, fields: [string, string][]) => (await submit(link, fields)).text()
  const newsOf = async (id: number) => (await manage('GET', `/recipients/${id}/preferences`)).body.data[0]

  it('shows the categories in the language of the recipient, and saves the form without scripts [D176]', async () => {
    const id = await newRecipient('it')
    const link = await linkOf(id)
    const page = await fetch(link, { headers: { 'accept-language': 'de' } })
    const html = await page.text()
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('lang="it"')
    for (const text of ['Preferenze dei messaggi', 'Notizie', 'Questi messaggi arrivano finché'])
      expect(html).toContain(text)
    expect(formOf(html, 'Salva')).toEqual([
      ['channel', 'email'],
      ['shown', 'news'],
      ['allow', 'news/email'],
    ])
    expect((await newsOf(id)).channels).toEqual({})
    const saved = await post(link, [
      ['channel', 'email'],
      ['shown', 'news'],
    ])
    expect(saved).toContain('Le preferenze sono state salvate')
    expect((await newsOf(id)).channels).toEqual({ email: false })
    await post(link, formOf(saved, 'Annulla la modifica'))
    expect((await newsOf(id)).channels).toEqual({})
  })

  it('escapes the names of categories', async () => {
    const html = await (await fetch(await linkOf(await newRecipient()))).text()
    expect(html).toContain('News &lt;1&gt;')
  })

  it('ignores choices of unknown and required categories and unknown channels', async () => {
    const id = await newRecipient()
    const fields: [string, string][] = [
      ...['fax', 'sms', '', 'email', 'email'].map((value): [string, string] => ['channel', value]),
      ...['security', 'other', '', 'news', 'news'].map((value): [string, string] => ['shown', value]),
    ]
    await post(await linkOf(id), fields)
    const { body } = await manage('GET', `/recipients/${id}/preferences`)
    expect(body.data).toMatchObject([{ channels: { email: false } }, { channels: {}, allowed: null }])
  })

  it('one click on the unsubscribe link of a message declines only its category, and can be undone [D176b]', async () => {
    await manage('PUT', `/sources/${tenant.source}/connections/email`, {
      settings: { url: mail.url, from: 'hello@shop.example' },
    })
    const email = 'one-click@customer.example'
    const send = (category?: string) =>
      test.send(tenant.liveKey, {
        recipient: { email, locale: 'en' },
        template: 'hello',
        vars: { name: 'Ada' },
        ...(category === undefined ? {} : { category }),
      })
    const { body } = await send('news')
    await test.settled(tenant, body.delivery_id, 'sent')
    const arrived = mail.received.find(({ to }) => to[0] === email)
    if (!arrived) throw new Error('no email arrived')
    const { headers } = await parseMail(arrived)
    const value = headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
    const link = `${test.url}${new URL(value).pathname}`
    expect(await (await fetch(link)).text()).toContain('“News &lt;1&gt;” messages')
    const done = await post(link, [['List-Unsubscribe', 'One-Click']])
    expect(done).toContain('will receive no more “News &lt;1&gt;” messages')
    const choices = /href="([^"]+)"/.exec(done)?.[1] ?? ''
    const page = await fetch(new URL(choices, link))
    expect([page.status, (await page.text()).includes('“News &lt;1&gt;” from')]).toEqual([200, true])
    expect((await send('news')).status).toBe(422)
    expect((await send()).status).toBe(202)
    expect(await post(`${link}/undo`, [])).toContain('messages from')
    expect((await send('news')).status).toBe(202)
    const { recipient_id: id } = (await manage('GET', `/deliveries/${body.delivery_id}`)).body
    expect((await newsOf(id)).channels).toEqual({})
    await post(link, [])
    await manage('PATCH', `/recipients/${id}/preferences`, { news: { channels: { email: null } } })
    await manage('PATCH', `/recipients/${id}/preferences`, { news: { channels: { email: false } } })
    expect(await post(`${link}/undo`, [])).not.toContain('again')
    expect((await newsOf(id)).channels).toEqual({ email: false })
    await manage('PATCH', `/recipients/${id}/preferences`, { '*': { allowed: false } })
    const unsubscribed = await (await fetch(link)).text()
    expect(unsubscribed).toContain('Done: one-click@customer.example')
    expect(unsubscribed).not.toContain('<form')
    await post(`${link}/undo`, [])
    expect((await send()).status).toBe(422)
    const everything = await (await fetch(new URL(/href="([^"]+)"/.exec(unsubscribed)?.[1] ?? '', link))).text()
    expect(everything).toContain('You will receive no more messages')
  })

  it('a link expires after 30 days, and a link of a deleted recipient reports the deletion', async () => {
    const id = await newRecipient()
    const link = await linkOf(id)
    await manage('DELETE', `/recipients/${id}`)
    const page = await fetch(link)
    expect([page.status, (await page.text()).includes('were deleted')]).toEqual([410, true])
    const other = await linkOf(await newRecipient())
    expect((await fetch(other.replace(/[^/]+$/, 'forged'))).status).toBe(404)
    test.clock.advance(30 * DAY)
    expect((await fetch(other)).status).toBe(404)
  })

  it('a key with the scope `send` creates a link only for recipients of its workspace and mode', async () => {
    const id = await newRecipient()
    const create = (key: string, of: number | string = id, more: object = {}) =>
      test.call('POST', `/recipients/${of}/preference-link`, { key, ...more })
    const { status, body, headers } = await create(tenant.testKey)
    expect([status, Object.keys(body)]).toEqual([201, ['url', 'expires_at']])
    expect(headers.get('x-ratelimit-remaining')).not.toBeNull()
    expect((await create(tenant.testKey, id, { body: '' })).status).toBe(201)
    const other = await test.tenant()
    expect((await create(other.testKey)).status).toBe(404)
    expect((await create(tenant.liveKey)).status).toBe(404)
    expect((await create(tenant.testKey, 'x')).status).toBe(404)
    expect((await create('wrong')).status).toBe(401)
  })
})
