// Unknown addresses: a page for browsers, and JSON for all other clients.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../harness/service.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('an unknown address', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('embedded')
  })
  afterAll(() => test.stop())

  const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${test.url}${path}`, { method, headers })

  it.each(['/nowhere', '/v1/nowhere', '/v1/svc/nowhere/x'])('shows a page to a browser: %s', async (path) => {
    const answer = await open(path, { accept: BROWSER, 'accept-language': 'it-IT,it;q=0.9' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('vary')).toContain('accept')
    const html = await answer.text()
    expect(html).toContain('<html lang="it">')
    expect(html).toContain('Pagina non trovata')
    expect(html).not.toContain(path)
  })

  it.each([
    ['that cannot be decoded', '/%zz', 400],
    ['with a segment that is too long', `/v1/svc/unsubscribe/${'a'.repeat(5000)}`, 404],
  ])('shows a page to a browser at an address %s, and JSON to other clients', async (_, path, status) => {
    const page = await open(path, { accept: BROWSER, 'accept-language': 'fr' })
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('Page introuvable')
    const answer = await open(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json; charset=utf-8'])
  })

  it.each([
    ['without an Accept header', undefined, 'GET'],
    ['that accepts any type', '*/*', 'GET'],
    ['that prefers JSON', 'application/json, text/html;q=0.5', 'GET'],
    ['that sends a form', BROWSER, 'POST'],
  ])('returns JSON to a client %s', async (_, accept, method) => {
    const answer = await open('/nowhere', accept === undefined ? {} : { accept }, method)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: 'not_found' })
  })

  it('does not repeat a script in the address', async () => {
    const html = await (await open('/%3Cscript%3Ealert(1)%3C/script%3E', { accept: BROWSER })).text()
    expect(html).not.toContain('<script')
  })
})
