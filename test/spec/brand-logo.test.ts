// The logo of a workspace. Browsers and mail programs of recipients load the logo, so its URL must be safe.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, sendButtons } from '../harness/buttons.ts'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** URLs that a URL parser accepts, but whose host would end a directive in the content security policy of a page. */
const ENDING_A_DIRECTIVE = ['https://cdn.example;sandbox/logo.png', "https://cdn.example,*;script-src'/logo.png"]

describe.each(databases)('workspace logo on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind, { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const change = (logo_url: string | null) =>
    test.manage('PATCH', `/workspaces/${tenant.workspace}`, { brand: { logo_url } })

  it.each([...hostileUrls.map(([url]) => url), ...ENDING_A_DIRECTIVE, 'logo.png', 'https://'])(
    'refuses the workspace logo URL %s with 422',
    async (url) => {
      const changed = await change(url)
      expect([changed.status, Object.keys(changed.body.details ?? {})]).toEqual([422, ['brand.logo_url']])
      const created = await test.manage('POST', '/workspaces', { name: 'New', brand: { logo_url: url } })
      expect([created.status, Object.keys(created.body.details ?? {})]).toEqual([422, ['brand.logo_url']])
    },
  )

  it('shows a logo with an https URL on action pages and in emails', async () => {
    expect((await change('https://cdn.shop.example/logo.png?x=1')).status).toBe(200)
    const { id, link } = await sendButtons(test, tenant.testKey, [action('ok')])
    expect((await click(link)).headers.get('content-security-policy')).toContain('img-src https://cdn.shop.example;')
    await test.settled(tenant, id, 'sent')
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${id}`)
    expect(body.message.html).toContain('https://cdn.shop.example/logo.png?x=1')
    expect((await change(null)).status).toBe(200)
  })

  it('omits the logo from pages and emails if an earlier version saved a logo URL that is refused now', async () => {
    for (const url of [
      ...ENDING_A_DIRECTIVE,
      'http://cdn.example/logo.png',
      'https://user:pass@cdn.example/logo.png',
    ]) {
      await test.service.db.query({
        text: 'update workspaces set brand = jsonb_build_object($2::text, $3::text) where id = $1',
        values: [tenant.workspace, 'logo_url', url],
      })
      const { id, link } = await sendButtons(test, tenant.testKey, [action('ok')])
      const page = await click(link)
      expect([url, page.status, page.text.includes('<img')]).toEqual([url, 200, false])
      expect(page.headers.get('content-security-policy')).not.toMatch(/img-src|sandbox|script-src/)
      await test.settled(tenant, id, 'sent')
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${id}`)
      expect(body.message.html).not.toContain('<img')
    }
  })
})
