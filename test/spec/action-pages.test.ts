// Action pages: the workspace's brand, the recipient's language, the confirmation form, and no scripts.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, type Page, sendButtons } from '../harness/buttons.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('action pages on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const buttons = (actions?: object[], more?: object, owner = tenant) => sendButtons(test, owner.testKey, actions, more)
  const branded = async (workspace: object): Promise<Tenant> => {
    const made = await test.tenant()
    expect((await test.manage('PATCH', `/workspaces/${made.workspace}`, workspace)).status).toBe(200)
    return made
  }
  const sourceOf = (owner: Tenant) => `/workspaces/${owner.workspace}/sources/${owner.source}`
  const languageOf = ({ text }: Page) => /<html lang="([^"]+)">/.exec(text)?.[1]

  it('shows the name, color and logo of the workspace on an action page [ACT-08]', async () => {
    const shop = await branded({
      name: 'Shop Ltd',
      brand: { name: 'The Shop', color: '#FFEE00', logo_url: 'https://cdn.shop.example/logo.png?x=1&y=2' },
    })
    const { link } = await buttons([action('ok')], {}, shop)
    for (const page of [await click(link), await click(link)]) {
      expect(page.text).toContain('alt="The Shop"')
      expect(page.text).toContain('<img src="https://cdn.shop.example/logo.png?x=1&amp;y=2"')
      expect(page.text).toContain('--brand:#FFEE00;--on-brand:#000000')
      expect(page.text).toContain('· The Shop</title>')
      expect(page.headers.get('content-security-policy')).toContain('img-src https://cdn.shop.example;')
    }
    const plain = await buttons()
    expect((await click(plain.link)).text).toContain('<p class="sender">Test</p>')
  })

  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#aa3366', '#ffffff'],
    ['#77cc44', '#000000'],
  ])('an action page with the brand color %s shows its text in the readable color %s', async (color, ink) => {
    const shop = await branded({ brand: { color } })
    const { link } = await buttons([action('ok')], {}, shop)
    expect((await click(link)).text).toContain(`--brand:${color};--on-brand:${ink}`)
  })

  it.each([
    { color: 'red' },
    { color: '#fff' },
    { color: '#12345g' },
    { color: '#000000;}body{display:none' },
    { logo_url: 'http://cdn.example/logo.png' },
    { logo_url: 'javascript:alert(1)' },
    { logo_url: 'data:image/png;base64,AA==' },
  ])('refuses the workspace brand %j with 422', async (brand) => {
    const { status, body } = await test.manage('PATCH', `/workspaces/${tenant.workspace}`, { brand })
    expect([status, Object.keys(body.details)]).toEqual([422, [`brand.${Object.keys(brand)[0]}`]])
  })

  it('serves action pages without scripts, cookies, external resources or caching', async () => {
    const { link } = await buttons()
    for (const page of [await click(link), await click(link), await click(`${link}A`)]) {
      const style = /<style>([\s\S]*)<\/style>/.exec(page.text)![1]!
      const hash = createHash('sha256').update(style).digest('base64')
      expect(page.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('x-robots-tag')).toContain('noindex')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.headers.get('set-cookie')).toBeNull()
      expect(page.text).not.toMatch(/<script|<img|<link|\son\w+=|\ssrc=|url\(|@import/)
      expect(page.text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
      expect(style).toContain('prefers-color-scheme:dark')
    }
  })

  it('escapes markup in workspace names and button labels on action pages', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const shop = await branded({ name: `"${evil}'&amp;`, brand: { name: `</style>${evil}` } })
    const { link } = await buttons([action('ok', { label: '<b onclick=x>"\'</b>&lt;' })], {}, shop)
    await test.manage('PATCH', sourceOf(shop), { confirm_click: true })
    const pages = [await click(link), await click(link, {}, 'POST'), await click(link)]
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 410])
    for (const { text } of pages) {
      expect(text).not.toMatch(/<img|<b |<\/b>|onerror=alert\(1\)>/)
      expect(text).toContain('&lt;b onclick=x&gt;&quot;&#39;&lt;/b&gt;&amp;lt;')
      expect(text).toContain('&lt;/style&gt;&lt;img src=x onerror=alert(1)&gt;')
      expect(text.match(/<\/style>/g)).toHaveLength(1)
    }
  })

  it.each([
    ['it', 'Fatto', 'Già utilizzato'],
    ['en', 'Done', 'Already used'],
    ['de', 'Erledigt', 'Schon verwendet'],
    ['fr', 'C’est fait', 'Déjà utilisé'],
    ['es', 'Hecho', 'Ya se usó'],
  ])('if the language of a message is %s, its action page is in that language', async (locale, done, used) => {
    const slug = `in-${locale}`
    const locales = { [locale]: { subject: 'x', body: 'x' } }
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, { slug, name: slug, locales })
    const { link } = await buttons([action('ok')], {
      template: slug,
      recipient: { email: `${locale}@example.com`, locale },
    })
    const first = await click(link, { 'accept-language': 'xx, en;q=0.5' })
    expect([languageOf(first), first.text.includes(`<h1>${done}</h1>`)]).toEqual([locale, true])
    expect((await click(link)).text).toContain(`<h1>${used}</h1>`)
  })

  it("an action page falls back from the message's language to a language of the browser, then to the workspace's language", async () => {
    const locales = { ja: { subject: 'x', body: 'x' } }
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, { slug: 'ja', name: 'ja', locales })
    const { link } = await buttons([action('ok')], {
      template: 'ja',
      recipient: { email: 'j@example.com', locale: 'ja' },
    })
    expect(languageOf(await click(link, { 'accept-language': 'en;q=0.3, de-AT;q=0.8, ja' }))).toBe('de')
    expect(languageOf(await click(link, { 'accept-language': 'pt, en;q=0' }))).toBe('it')
    const unknown = `${test.url}/v1/svc/action/x`
    expect(languageOf(await click(unknown, { 'accept-language': 'fr-CA,fr;q=0.9' }))).toBe('fr')
    expect(languageOf(await click(unknown, { 'accept-language': '*' }))).toBe('en')
  })

  it('if the source has confirm_click, a GET request shows a form and a POST request uses the action [D25c]', async () => {
    const careful = await test.tenant()
    expect((await test.manage('PATCH', sourceOf(careful), { confirm_click: true })).body.confirm_click).toBe(true)
    const { link } = await buttons([action('ok', { label: 'Confirm order' })], {}, careful)
    for (const _ of [1, 2, 3]) {
      const page = await click(link)
      expect(page.status).toBe(200)
      expect(page.text).toContain('<form method="post"><button>Confirm order</button></form>')
    }
    const shown = await click(link, { accept: 'application/json' })
    expect(JSON.parse(shown.text)).toEqual({ status: 'open', action: { slug: 'ok', label: 'Confirm order' } })
    const taken = await click(link, { 'content-type': 'application/x-www-form-urlencoded' }, 'POST')
    expect([taken.status, taken.text.includes('<h1>Done</h1>')]).toEqual([200, true])
    for (const method of ['GET', 'POST']) {
      const again = await click(link, {}, method)
      expect([again.status, again.text.includes('<form')]).toEqual([410, false])
    }
  })

  it.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ['invalid JSON', { 'content-type': 'application/json' }, '{'],
    ['no body', {}, ''],
  ])('a POST request with %s to an action link uses the action', async (_title, headers, body) => {
    const { link } = await buttons()
    expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(200)
    expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(410)
  })

  it('recommends confirm_click after two actions of a message are used within two seconds', async () => {
    const scanned = await test.tenant()
    const recommended = async () => (await test.manage('GET', sourceOf(scanned))).body.confirm_click_recommended
    const slow = await buttons([action('yes'), action('no')], {}, scanned)
    await click(slow.links[0]!)
    test.clock.advance(2500)
    await click(slow.links[1]!)
    const apart = [await buttons([action('yes')], {}, scanned), await buttons([action('yes')], {}, scanned)]
    await Promise.all(apart.map(({ link }) => click(link)))
    expect(await recommended()).toBe(false)
    const { links } = await buttons([action('yes'), action('no')], {}, scanned)
    expect((await Promise.all(links.map((link) => click(link)))).map(({ status }) => status)).toEqual([200, 200])
    expect(await recommended()).toBe(true)
    await test.manage('PATCH', sourceOf(scanned), { confirm_click: true })
    expect(await recommended()).toBe(false)
    expect((await test.manage('GET', sourceOf(tenant))).body.confirm_click_recommended).toBe(false)
  })
})
