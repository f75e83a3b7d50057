// Emails in HTML and MJML, layouts, and content that is refused with its line.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const LETTER = `<!doctype html><html><head></head><body>
<header>{{brand_name}}</header>
{{content}}
<footer><a href="{{unsubscribe_url}}">Leave</a></footer></body></html>`
const SECTION = '<mj-section><mj-column><mj-text>Hi {{name}}</mj-text></mj-column></mj-section>'
const button = { slug: 'yes', label: 'Yes & go', callback_url: 'https://shop.example/callback' }

describe.each(databases)('emails in HTML and MJML, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let tenant: Tenant
  let at: string

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
    const letter = { slug: 'letter', name: 'Letter', format: 'html', locales: { en: { content: LETTER } } }
    expect((await owner.request('POST', `${at}/layouts`, letter)).status).toBe(201)
  })
  afterAll(() => test.stop())

  const create = (slug: string, email: object, more: object = {}) =>
    owner.request('POST', `${at}/templates`, {
      slug,
      name: slug,
      locales: { en: { subject: 'Hi {{name}}', body: 'Hi {{name}}', channels: { email } } },
      ...more,
    })
  const messageOf = async (template: string, more: object = {}) => {
    const sent = await test.send(tenant.testKey, {
      recipient: { email: 'ada@example.com', locale: 'en' },
      template,
      vars: { name: '<i>Ada</i>' },
      ...more,
    })
    expect(sent.body).toMatchObject({ status: 'queued' })
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    return (await owner.request('GET', `${at}/test-inbox/${sent.body.delivery_id}`)).body.message
  }

  it('sends HTML with escaped values, and adds the buttons and the unsubscribe link if the HTML lacks them', async () => {
    expect((await create('html', { html: '<p>Hi {{name}}</p>' })).status).toBe(201)
    const { html, text, unsubscribe_url: link } = await messageOf('html', { actions: [button] })
    expect(html).toContain('<p>Hi &lt;i&gt;Ada&lt;/i&gt;</p>')
    expect(html).toMatch(/^<!doctype html>\s*<html lang="en"/)
    expect(html).toContain('Yes &amp; go')
    expect(html).toContain(`href="${link}"`)
    expect(text).toContain('Hi <i>Ada</i>')
  })

  it('puts the buttons and the unsubscribe link at their placeholders in the HTML, and does not add them again', async () => {
    await create('placed', { html: '<a href="{{unsubscribe_url}}">Stop</a><div>{{actions}}</div><p>End</p>' })
    const { html, unsubscribe_url: link } = await messageOf('placed', { actions: [button] })
    expect(html).toContain(`<a href="${link}">Stop</a>`)
    expect(html.match(/Yes &amp; go/g)).toHaveLength(1)
    expect(html.split(link)).toHaveLength(2)
  })

  it('puts text, Markdown and HTML into a layout, and fills the placeholders of the layout', async () => {
    await create('in-layout', { html: '<p>Hi {{name}}</p>' }, { layout: 'letter' })
    const { html } = await messageOf('in-layout')
    expect(html).toContain('<header>Test</header>\n<p>Hi &lt;i&gt;Ada&lt;/i&gt;</p>')
    expect(html).toContain('>Leave</a></footer>')
    await create('marked', { markdown: '**Hi** {{name}}' }, { layout: 'letter' })
    expect((await messageOf('marked')).html).toContain('<strong>Hi</strong> &lt;i&gt;Ada&lt;/i&gt;')
  })

  it('compiles MJML when the template is published, and the resulting HTML requests no fonts [D137b]', async () => {
    const made = await create('mjml', { mjml: `<mjml><mj-body>${SECTION}</mj-body></mjml>` })
    expect([made.status, made.body.details]).toEqual([201, undefined])
    const { html } = await messageOf('mjml')
    expect(html).toContain('Hi &lt;i&gt;Ada&lt;/i&gt;</div>')
    expect(html).toContain('<html lang="en" dir="ltr"')
    expect(html).not.toMatch(/fonts\.googleapis|@import|<link/)
  })

  it('puts the sections of MJML and their styles into a layout', async () => {
    const made = await create('sections', { mjml: SECTION }, { layout: 'letter' })
    expect(made.status).toBe(201)
    const { html } = await messageOf('sections')
    expect(html).toMatch(/<style[^>]*>[^<]*mj-column-per-100[\s\S]*<\/head>/)
    expect(html.indexOf('<header>Test</header>')).toBeLessThan(html.indexOf('Hi &lt;i&gt;Ada'))
    const whole = await create('whole', { mjml: `<mjml><mj-body>${SECTION}</mj-body></mjml>` }, { layout: 'letter' })
    expect(whole.body.details['locales.en.channels.email.mjml']).toEqual([expect.stringContaining('only sections')])
  })

  it('keeps conditions of Liquid between the sections of MJML', async () => {
    const mjml = `<mjml><mj-body>{% if data.vip %}${SECTION}{% endif %}${SECTION}</mj-body></mjml>`
    expect((await create('vip', { mjml }, { engine: 'liquid' })).status).toBe(201)
    const count = async (vip: boolean) =>
      (await messageOf('vip', { data: { vip } })).html.match(/&lt;i&gt;Ada/g)?.length
    expect([await count(true), await count(false)]).toEqual([2, 1])
  })

  it('refuses scripts, frames, event handlers and external files, and names the line of each [D137]', async () => {
    for (const [html, message] of [
      ['<p>\n<script>x</script>', 'line 2, column 1: <script> is not allowed'],
      ['<iframe src="x"></iframe>', 'line 1, column 1: <iframe> is not allowed'],
      ['a\n\n<img onerror="x">', 'line 3, column 1: the attribute onerror is not allowed'],
      ['<a href=" java\tscript:x">', 'line 1, column 1: the address in href is not allowed'],
      ['<link rel="stylesheet" href="x">', 'line 1, column 1: <link> is not allowed'],
      ['<style>@import url(x)</style>', 'line 1, column 8: @import is not allowed'],
    ] as const) {
      const { status, body } = await create('unsafe', { html })
      expect([status, body.details]).toEqual([
        422,
        { 'locales.en.channels.email.html': [expect.stringContaining(message)] },
      ])
    }
  })

  it('refuses MJML with wrong elements, files or fonts, and reports ten thousand errors in a short answer', async () => {
    const field = 'locales.en.channels.email.mjml'
    const refusalOf = async (inner: string) => {
      const { status, body } = await create('wrong', { mjml: `<mjml>\n<mj-body>${inner}</mj-body></mjml>` })
      return [status, body.details?.[field]]
    }
    expect(await refusalOf('<mj-foo />')).toEqual([422, [expect.stringMatching(/^in line 2: .*mj-foo/)]])
    expect(await refusalOf('\n<mj-include path="/etc/passwd" />')).toEqual([
      422,
      [expect.stringMatching(/^line 3, column 1: <mj-include> is not allowed/)],
    ])
    expect(await refusalOf('<mj-font name="x" href="https://x.example" />')).toEqual([
      422,
      [expect.stringContaining('<mj-font> is not allowed')],
    ])
    expect(await refusalOf(`${'<mj-section>'.repeat(200)}`)).toEqual([422, [expect.stringContaining('nested')]])
    const [status, messages] = await refusalOf('<mj-x/>\n'.repeat(10_000))
    expect(status).toBe(422)
    expect(messages.length).toBeLessThanOrEqual(51)
    expect((await messageOf('mjml')).html).toContain('Ada')
  })

  it('refuses an email with both Markdown and HTML, and a template whose layout does not exist', async () => {
    const two = await create('two', { html: '<p>x</p>', markdown: 'x' })
    expect(two.body.details).toEqual({ 'locales.en.channels.email': [expect.stringContaining('markdown and html')] })
    const document = await create('document', { html: '<html><body>x</body></html>' }, { layout: 'letter' })
    expect(document.body.details['locales.en.channels.email.html']).toEqual([
      expect.stringContaining('only the content'),
    ])
    const none = await create('none', { html: '<p>x</p>' }, { layout: 'nothing' })
    expect(none.body.details).toEqual({ layout: [expect.stringContaining('is not a layout')] })
  })

  it('refuses a layout that lacks {{content}}, contains {{content}} twice, or contains an unknown placeholder or a script [D138]', async () => {
    for (const [content, message] of [
      ['<body></body>', 'must contain {{content}}'],
      ['{{content}}\n{{content}}', 'line 2, column 1: contains {{content}} again'],
      ['{{content}}{{name}}', 'name is not a placeholder of layouts'],
      ['{{content}}<script>x</script>', '<script> is not allowed'],
    ] as const) {
      const { status, body } = await owner.request('POST', `${at}/layouts`, {
        slug: 'wrong',
        name: 'Wrong',
        format: 'html',
        locales: { en: { content } },
      })
      expect([status, body.details]).toEqual([
        422,
        { 'locales.en.content': expect.arrayContaining([expect.stringContaining(message)]) },
      ])
    }
  })

  it('uses a changed layout at once, refuses a change of an outdated version, and refuses to delete a layout that templates use', async () => {
    const { body } = await owner.request('GET', `${at}/layouts/letter`)
    expect(body).toMatchObject({ version: 1, used_by: 3 })
    const changed = { name: 'Letter', format: 'html', locales: { en: { content: LETTER.replace('Leave', 'Bye') } } }
    const put = await owner.request('PUT', `${at}/layouts/letter`, { ...changed, version: 1 })
    expect(put.body.version).toBe(2)
    expect((await owner.request('PUT', `${at}/layouts/letter`, { ...changed, version: 1 })).status).toBe(409)
    expect((await messageOf('in-layout')).html).toContain('>Bye</a>')
    const removed = await owner.request('DELETE', `${at}/layouts/letter`)
    expect([removed.status, removed.body.message]).toEqual([409, expect.stringContaining('in-layout')])
    const free = { slug: 'free', name: 'Free', format: 'mjml', locales: { en: { content: MJML_LAYOUT } } }
    expect((await owner.request('POST', `${at}/layouts`, free)).status).toBe(201)
    expect((await owner.request('DELETE', `${at}/layouts/free`)).status).toBe(204)
    const other = await test.tenant()
    expect((await owner.request('GET', `/workspaces/${other.workspace}/layouts/letter`)).status).toBe(404)
  })

  it('previews an unsaved layout, and unsaved content in a saved layout', async () => {
    const layout = { format: 'mjml', locales: { en: { content: MJML_LAYOUT, text_footer: 'From {{brand_name}}' } } }
    const { body } = await owner.request('POST', `${at}/layout-preview`, layout)
    expect(body).toMatchObject({ locale: 'en', problems: [], text: expect.stringContaining('From Test') })
    expect(body.html).toContain('Lorem ipsum')
    const preview = await owner.request('POST', `${at}/template-preview`, {
      channel: 'email',
      vars: { name: 'Ada' },
      template: {
        name: 'x',
        layout: 'letter',
        locales: { en: { body: 'x', channels: { email: { mjml: SECTION } } } },
      },
    })
    expect(preview.body.problems).toEqual([])
    expect(preview.body.message.html).toMatch(/<header>Test<\/header>[\s\S]*Hi Ada/)
  })
})

const MJML_LAYOUT = `<mjml><mj-body>
<mj-section><mj-column><mj-text>{{brand_name}}</mj-text></mj-column></mj-section>
{{content}}
</mj-body></mjml>`
