// The placeholder {{preferences_url}}: a link to the recipient's preferences in the texts of every channel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const DAY = 24 * 3_600_000

describe.each(databases)('{{preferences_url}} on %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string
  let recipient: number
  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
    await test.manage('POST', `${at}/categories`, { slug: 'news', name: 'News' })
    const body = { name: 'Ada', mode: 'test', locale: 'en', email: 'ada@example.com', phone: '+39333111222' }
    Object.assign(body, { telegram_chat_id: '7', whatsapp_phone: '+39333111222' })
    recipient = (await test.manage('POST', `${at}/recipients`, body)).body.id
  })
  afterAll(() => test.stop())

  const create = async (slug: string, content: object, more: object = {}) => {
    const answer = await owner.request('POST', `${at}/templates`, {
      slug,
      name: slug,
      locales: { en: { subject: 'Hi', body: 'Choose: {{preferences_url}}', ...content } },
      ...more,
    })
    expect([answer.status, answer.body.details]).toEqual([201, undefined])
  }
  const send = async (template: string, channel: string, more: object = {}) => {
    const { body } = await test.send(tenant.testKey, { recipient: { id: recipient }, template, channel, ...more })
    expect(body.details).toBeUndefined()
    await test.settled(tenant, body.delivery_id, 'sent')
    return body.delivery_id as number
  }
  const messageOf = async (id: number, reader = owner) =>
    (await reader.request('GET', `${at}/test-inbox/${id}`)).body.message
  const linkIn = (text: string) => /https?:\/\/[^\s"<>)]+\/preferences\/[0-9a-f]{106}/.exec(text)?.[0] ?? ''
  const opened = async (link: string) => {
    const page = await fetch(`${test.url}${new URL(link).pathname}`)
    return [page.status, (await page.text()).includes('News')]
  }

  it.each(['sms', 'telegram', 'push', 'whatsapp'])(
    'a %s with the placeholder contains the link [D191]',
    async (channel) => {
      const slug = `plain-${channel}`
      await create(slug, {})
      const { body } = await messageOf(await send(slug, channel))
      expect(await opened(linkIn(body))).toEqual([200, true])
    },
  )

  it.each([
    ['Markdown', { markdown: '[Choose]({{preferences_url}}) or {{preferences_url}}' }],
    ['HTML', { html: '<a href="{{preferences_url}}">Choose</a>' }],
    [
      'MJML',
      {
        mjml: '<mjml><mj-body><mj-section><mj-column><mj-text><a href="{{preferences_url}}">Choose</a></mj-text></mj-column></mj-section></mj-body></mjml>',
      },
    ],
  ])('an email in %s contains the link, with placeholders and with Liquid', async (format, email) => {
    for (const engine of ['placeholders', 'liquid']) {
      const slug = `${format}-${engine}`.toLowerCase()
      await create(slug, { channels: { email } }, { engine })
      const { html, text } = await messageOf(await send(slug, 'email'))
      const link = linkIn(html)
      expect(html).toContain(`href="${link}"`)
      expect(text).toContain(link)
      expect(await opened(link)).toEqual([200, true])
    }
  })

  it('a layout contains the link', async () => {
    const content = '<body>{{content}}<a href="{{preferences_url}}">Choose</a></body>'
    const layout = { slug: 'choose', name: 'Choose', format: 'html', locales: { en: { content } } }
    expect((await owner.request('POST', `${at}/layouts`, layout)).status).toBe(201)
    await create('in-layout', { body: 'Hi' }, { layout: 'choose' })
    const { html } = await messageOf(await send('in-layout', 'email'))
    expect(await opened(linkIn(html))).toEqual([200, true])
  })

  it('is no variable of the template, counts with its real length, and a variable of the request has priority', async () => {
    await create('length', {})
    const id = await send('length', 'sms')
    const { body, segments } = await messageOf(id)
    const preview = await owner.request('POST', `${at}/templates/length/preview`, { channel: 'sms' })
    const { missing, variables, message } = preview.body
    expect([missing, variables, message.segments]).toEqual([[], [], segments])
    expect(message.text.length).toBe(body.length)
    const own = await messageOf(await send('length', 'sms', { vars: { preferences_url: 'https://own.example' } }))
    expect(own.body).toBe('Choose: https://own.example')
  })

  it('shows the link neither in the delivery nor to a viewer of the test inbox, and expires 30 days after its message', async () => {
    await create('hidden', {})
    const id = await send('hidden', 'sms')
    const link = linkIn((await messageOf(id)).body)
    const viewer = await addMember(test, tenant.workspace, 'viewer', `viewer-${kind}@x.example`)
    expect(JSON.stringify(await messageOf(id, viewer))).not.toContain('/preferences/')
    const delivery = JSON.stringify((await owner.request('GET', `${at}/deliveries/${id}`)).body)
    expect(delivery).not.toContain(link)
    expect((await opened(link))[0]).toBe(200)
    const last = link.endsWith('0') ? '1' : '0'
    expect((await opened(link.slice(0, -1) + last))[0]).toBe(404)
    test.clock.advance(32 * DAY)
    expect((await opened(link))[0]).toBe(404)
  })
})
