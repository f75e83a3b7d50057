// The limits of the preference page: the size of its form, slow and invalid requests, and links of other workspaces.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodies, lengths, records, wrongRequests } from '../../src/limits.ts'
import { formOf, preferenceLink, submit } from '../harness/preference-page.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const DAY = 24 * 3_600_000
const SERIES = 'series-'

describe('limits of the preference page', () => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService('embedded', { BODY_TIMEOUT: '1' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const manage = (method: string, path: string, body?: object, { workspace } = tenant) =>
    test.manage(method, `/workspaces/${workspace}${path}`, body)
  /** Creates a recipient with an address on each channel, and returns its id and a link to its preferences. */
  const newRecipient = async (of = tenant) => {
    const n = String(++count).padStart(5, '0')
    const addresses = {
      email: `limits${n}@customer.example`,
      whatsapp_phone: `+3933311${n}`,
      phone: `+3933322${n}`,
      telegram_chat_id: `limits-${n}`,
      messenger_psid: `1000${n}`,
      push: [{ kind: 'expo', token: `ExponentPushToken[limits-${n}]` }],
    }
    const body = { name: 'Ada', mode: 'test', locale: 'en', ...addresses }
    const { body: stored } = await manage('POST', '/recipients', body, of)
    return { id: stored.id as number, link: await preferenceLink(test, of.workspace, stored.id) }
  }

  it('accepts the complete form of a workspace with the most and longest categories', async () => {
    for (let n = 0; n < records.categories; n++) {
      const slug = `${SERIES}${n}-`.padEnd(lengths.templateSlug, 'x')
      expect((await manage('POST', '/categories', { slug, name: `Series ${n}` })).status).toBe(201)
    }
    const { id, link } = await newRecipient()
    const fields = formOf(await (await fetch(link)).text(), 'Save preferences')
    expect(fields.filter(([name]) => name === 'allow').length).toBe(6 * records.categories)
    expect(new URLSearchParams(fields).toString().length).toBeLessThan(bodies.small)
    const saved = await submit(
      link,
      fields.filter(([name, value]) => name !== 'allow' || !value.endsWith('/sms')),
    )
    expect(saved.status).toBe(200)
    const page = await saved.text()
    const { body } = await manage('GET', `/recipients/${id}/preferences`)
    expect(body.data.every(({ channels }: { channels: object }) => Object.keys(channels).join() === 'sms')).toBe(true)
    const undone = await submit(link, formOf(page, 'Undo this change'))
    expect(undone.status).toBe(200)
    expect((await manage('GET', `/recipients/${id}/preferences`)).body.data[0].channels).toEqual({})
  })

  it('returns 413 for a form above the size limit, and changes nothing', async () => {
    const { id, link } = await newRecipient()
    const tooLong: [string, string][] = [
      ['everything', '1'],
      ['shown', 'x'.repeat(bodies.small)],
    ]
    expect((await submit(link, tooLong)).status).toBe(413)
    expect((await manage('GET', `/recipients/${id}/preferences`)).body.unsubscribed_at).toBeNull()
  })

  it('returns 408 for a form that stops arriving', async () => {
    const { link } = await newRecipient()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 1000 }
    const { answer } = rawRequest(test.url, `POST ${new URL(link).pathname}`, headers, 'everything=1')
    expect((await answer).status).toBe(408)
  })

  it('a link shows and changes only the recipient for whom it was created', async () => {
    const other = await test.tenant()
    await manage('POST', '/categories', { slug: 'private', name: 'Private' }, other)
    const [own, foreign] = [await newRecipient(), await newRecipient(other)]
    expect(await (await fetch(own.link)).text()).not.toContain('Private')
    await submit(own.link, [
      ['channel', 'email'],
      ['shown', 'private'],
      ['lift', 'category/private'],
    ])
    const { body } = await manage('GET', `/recipients/${foreign.id}/preferences`, undefined, other)
    expect(body.data).toMatchObject([{ category: 'private', channels: {}, allowed: null }])
    expect((await manage('GET', `/recipients/${foreign.id}/preferences`)).status).toBe(404)
  })

  it('returns 404 for an altered and an expired link, also to a form, and changes nothing', async () => {
    const { id, link } = await newRecipient()
    const last = link.endsWith('A') ? 'B' : 'A'
    const unsubscribeLink = link.replace('/preferences/', '/unsubscribe/')
    for (const wrong of [link.slice(0, -1) + last, link.slice(0, -4), unsubscribeLink])
      expect([(await fetch(wrong)).status, (await submit(wrong, [['everything', '1']])).status]).toEqual([404, 404])
    test.clock.advance(30 * DAY)
    expect((await submit(link, [['everything', '1']])).status).toBe(404)
    expect((await manage('GET', `/recipients/${id}/preferences`)).body.unsubscribed_at).toBeNull()
  })

  it('shows a page with status 429 after too many invalid links from one network, and still accepts a valid link', async () => {
    const { link } = await newRecipient()
    const wrong = link.replace(/[^/]+$/, 'forged')
    const statuses: number[] = []
    for (let n = 0; n < wrongRequests.links + 5; n++) statuses.push((await fetch(wrong)).status)
    expect([...new Set(statuses)]).toEqual([404, 429])
    const page = await fetch(wrong, { headers: { 'accept-language': 'it' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await page.text()).toContain('Troppi tentativi')
    const json = await fetch(wrong, { headers: { accept: 'application/json' } })
    expect([json.status, await json.json()]).toMatchObject([429, { error: 'rate_limited' }])
    expect([(await fetch(link)).status, (await submit(link, [])).status]).toEqual([200, 200])
  })
})
