// Actions over HTTP: valid, repeated, forged and expired tokens, and the pages that recipients see.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, linkInMessage, sendButtons } from '../harness/buttons.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000
describe.each(databases)('actions on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const buttons = (actions?: object[], more?: object) => sendButtons(test, tenant.testKey, actions, more)
  const json = { accept: 'application/json' }
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR).toISOString()

  it('uses an action on the first GET and returns 410 on later requests [ACT-05, ACT-07, ACT-09, D24b]', async () => {
    const { link, links } = await buttons([action('ok', { label: 'Yes, please' }), action('no')])
    const first = await click(link)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(first.text).toContain('<h1>Done</h1>')
    expect(first.text).toContain('Your choice “Yes, please” was received.')
    for (const method of ['GET', 'POST', 'HEAD']) expect((await click(link, {}, method)).status).toBe(410)
    expect((await click(link)).text).toContain('<h1>Already used</h1>')
    expect((await click(links[1]!)).status).toBe(200)
  })

  it('returns the status of an action, or its error code, as JSON when the client accepts JSON', async () => {
    const { link } = await buttons([action('ok', { label: 'Yes' })])
    const clickAsJson = async (url: string) => {
      const { status, headers, text } = await click(url, json)
      expect(headers.get('content-type')).toContain('application/json')
      return [status, JSON.parse(text)]
    }
    expect(await clickAsJson(link)).toEqual([200, { status: 'taken', action: { slug: 'ok', label: 'Yes' } }])
    expect(await clickAsJson(link)).toMatchObject([410, { error: 'action_used' }])
    expect(await clickAsJson(forgedOf(link))).toMatchObject([403, { error: 'forbidden' }])
    expect(await clickAsJson(`${test.url}/v1/svc/action/${'A'.repeat(64)}`)).toMatchObject([
      404,
      { error: 'not_found' },
    ])
    expect((await click(link, { accept: 'text/html,application/json;q=0.9' })).headers.get('content-type')).toContain(
      'html',
    )
  })

  it.each([
    ['that was never issued', 'A'.repeat(64)],
    ['that is too short', 'abc'],
    ['that is too long', 'A'.repeat(65)],
    ['with an invalid character', `${'A'.repeat(63)}-`],
    ['with percent-encoded bytes', `${'A'.repeat(60)}%C3%A8%00`],
  ])('returns 404 for an action token %s [ACT-12, D24b]', async (_title, token) => {
    const answer = await click(`${test.url}/v1/svc/action/${token}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.text).toContain('<h1>Link not found</h1>')
  })

  it('returns 403 for an action token with a forged MAC and does not use the action [ACT-13, D24b]', async () => {
    const { link } = await buttons([action('ok', { label: 'Yes' }), action('no')])
    const { link: other } = await buttons()
    for (const forged of [forgedOf(link), link.slice(0, -24) + other.slice(-24)]) {
      for (const method of ['GET', 'POST']) {
        const answer = await click(forged, {}, method)
        expect(answer.status).toBe(403)
        expect(answer.text).toContain('<h1>Not a genuine link</h1>')
        expect(answer.text).not.toContain('Yes')
      }
    }
    expect((await click(link)).status).toBe(200)
  })

  it('does not repeat the action token in the 404 response when a slash follows the token in the URL', async () => {
    const { link } = await buttons()
    const answer = await click(`${link}/`)
    expect([answer.status, answer.text.includes(link.slice(-64))]).toEqual([404, false])
    expect((await click(link)).status).toBe(200)
  })

  it('accepts an action 71 hours and 59 minutes after its send request [ACT-10]', async () => {
    const { link } = await buttons()
    test.clock.advance(72 * HOUR - 60_000)
    expect((await click(link)).status).toBe(200)
  })

  it('returns 410 for an action 72 hours after its send request [ACT-11, D24b]', async () => {
    const { link } = await buttons()
    test.clock.advance(72 * HOUR)
    const answer = await click(link)
    expect(answer.status).toBe(410)
    expect(answer.text).toContain('<h1>Expired</h1>')
    expect(JSON.parse((await click(link, json)).text)).toMatchObject({ error: 'action_expired' })
  })

  it('counts the 72 hours of an action from scheduled_for when the message is scheduled for later [D24c]', async () => {
    const { links } = await buttons([action('ok'), action('no')], { scheduled_for: inHours(48) })
    test.clock.advance(119 * HOUR)
    expect((await click(links[0]!)).status).toBe(200)
    test.clock.advance(1 * HOUR)
    expect((await click(links[1]!)).status).toBe(410)
    const past = await buttons([action('ok')], { scheduled_for: inHours(-48) })
    test.clock.advance(71 * HOUR)
    expect((await click(past.link)).status).toBe(200)
  })

  it('moves the expiry of actions when their delivery is moved to a later time, and keeps the links from the 202 response valid [D24d]', async () => {
    const { id, links } = await buttons([action('ok'), action('no'), action('maybe')], { scheduled_for: inHours(10) })
    const at = `/workspaces/${tenant.workspace}/deliveries/${id}`
    for (const hours of [100, 200])
      expect((await test.manage('PATCH', at, { scheduled_for: inHours(hours) })).status).toBe(200)
    test.clock.advance(200 * HOUR)
    await test.settled(tenant, id, 'sent')
    test.clock.advance(71 * HOUR)
    expect((await click(links[0]!)).status).toBe(200)
    expect((await click(await linkInMessage(test, tenant, id, 1))).status).toBe(200)
    test.clock.advance(1 * HOUR)
    expect((await click(links[2]!)).status).toBe(410)
  })

  it('expires an action sooner when its delivery is moved to an earlier time', async () => {
    const { id, link } = await buttons([action('ok')], { scheduled_for: inHours(100) })
    await test.manage('PATCH', `/workspaces/${tenant.workspace}/deliveries/${id}`, { scheduled_for: inHours(1) })
    test.clock.advance(73 * HOUR)
    expect((await click(link)).status).toBe(410)
  })

  it('accepts the action link of a message in the test inbox [ACT-04]', async () => {
    const { id, link } = await buttons()
    expect(await linkInMessage(test, tenant, id)).toBe(link)
    expect((await click(await linkInMessage(test, tenant, id))).status).toBe(200)
  })

  it('returns 429 after sixty wrong action tokens in a minute and still accepts a valid token', async () => {
    const wrong = `${test.url}/v1/svc/action/${'A'.repeat(64)}`
    const { link } = await buttons()
    test.clock.advance(60_000)
    for (let request = 0; request < 60; request++) expect((await click(wrong)).status).toBe(404)
    const answer = await click(wrong)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(answer.text).toContain('<h1>Too many attempts</h1>')
    expect((await click(forgedOf(link), { accept: 'application/json' })).status).toBe(429)
    expect((await click(link)).status).toBe(200)
    expect((await click(link)).status).toBe(410)
    test.clock.advance(60_000)
    expect((await click(wrong)).status).toBe(404)
  })
})

function forgedOf(link: string): string {
  return link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
}
