// Opt-outs: the unsubscribe link in every email, its page, the sends that an opt-out prevents, and the management API.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'

describe.each(databases)('opt-outs, %s', (kind) => {
  let test: TestService
  let mail: MailServer
  let tenant: Tenant
  let other: Tenant
  beforeAll(async () => {
    ;[test, mail] = await Promise.all([startTestService(kind), startMailServer()])
    ;[tenant, other] = [await test.tenant(), await test.tenant()]
    for (const { workspace, source } of [tenant, other]) {
      await test.manage('PUT', `/workspaces/${workspace}/sources/${source}/connections/email`, {
        settings: { url: mail.url, from: 'hello@shop.example' },
      })
      await test.manage('POST', `/workspaces/${workspace}/templates`, {
        slug: 'receipt',
        name: 'Receipt',
        essential: true,
        locales: { en: { subject: 'Receipt', body: 'You paid' } },
      })
    }
  })
  afterAll(async () => {
    await test.stop()
    await mail.stop()
  })

  const message = (email: string, more: object = {}) => ({
    recipient: { email },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  /** Sends an email to the address and returns the unsubscribe link in its header. */
  const linkFor = async (email: string, of = tenant, locale?: string): Promise<string> => {
    const recipient = { email, ...(locale === undefined ? {} : { locale }) }
    const { body } = await test.send(of.liveKey, message(email, { recipient }))
    await test.settled(of, body.delivery_id, 'sent')
    const arrived = mail.received.findLast(({ to }) => to[0] === email)!
    const { headers } = await parseMail(arrived)
    const url = new URL(headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1))
    return `${test.url}${url.pathname}`
  }
  const post = (link: string, init: RequestInit = {}) =>
    fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      ...init,
    })
  const optOuts = async (of = tenant, query = '') =>
    (await test.manage('GET', `/workspaces/${of.workspace}/opt-outs${query}`)).body.data

  it('the unsubscribe link shows a page, and only a POST request to the link opts out [D34c]', async () => {
    const link = await linkFor('page@example.com', tenant, 'en')
    const page = await fetch(link, { headers: { 'accept-language': 'en-GB,en;q=0.8' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('set-cookie')).toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain('page@example.com')
    expect(html).toMatch(/<form method="post">.*<button>Yes, unsubscribe<\/button><\/form>/)
    expect(html).not.toContain('<script')
    expect(html).toContain('<p class="sender">Test</p>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
    expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(link, { headers: { 'user-agent': 'GoogleImageProxy' } })).status).toBe(200)
    expect((await fetch(link, { method: 'PUT' })).status).toBe(405)
    expect(await optOuts(tenant, '?q=page@')).toEqual([])
    const done = await post(link, { headers: { 'accept-language': 'de' } })
    expect(done.status).toBe(200)
    expect(await done.text()).toContain('Done: page@example.com')
    expect(await optOuts(tenant, '?q=PAGE@')).toMatchObject([{ address: 'page@example.com', mode: 'live' }])
    expect(await (await fetch(link)).text()).not.toContain('Yes, unsubscribe')
  })

  it('the page has the language of the message, and the language of the browser only if the message has none', async () => {
    const german = { headers: { 'accept-language': 'de' } }
    const english = await linkFor('english@example.com', tenant, 'en')
    expect(await (await fetch(english, german)).text()).toContain('<html lang="en">')
    await test.service.db.query({
      text: `update deliveries set content = content - 'locale' where address = $1`,
      values: ['english@example.com'],
    })
    expect(await (await fetch(english, german)).text()).toContain('<html lang="de">')
  })

  it('an opt-out by the link can be undone on its page for a day', async () => {
    const link = await linkFor('undo@example.com', tenant, 'en')
    const done = await (await post(link)).text()
    const [, action] = /<form method="post" action="([^"]+)">/.exec(done) ?? []
    const undo = new URL(action!, link).href
    expect(undo).toBe(`${link}/undo`)
    expect((await fetch(undo, { redirect: 'manual' })).status).toBe(303)
    expect((await fetch(undo)).url).toBe(link)
    expect(await optOuts(tenant, '?q=undo@')).toHaveLength(1)
    expect(await (await post(undo)).text()).toContain('undo@example.com receives messages from Test again.')
    expect(await optOuts(tenant, '?q=undo@')).toEqual([])
    expect((await test.send(tenant.liveKey, message('undo@example.com'))).status).toBe(202)

    await post(link)
    test.clock.advance(24 * 3_600_000)
    expect(await (await fetch(link)).text()).not.toContain('<form')
    await post(undo)
    expect(await optOuts(tenant, '?q=undo@')).toHaveLength(1)
  })

  it('the link cannot undo an opt-out that a member has entered', async () => {
    const link = await linkFor('entered@example.com', tenant, 'en')
    await test.manage('POST', `/workspaces/${tenant.workspace}/opt-outs`, { address: 'entered@example.com' })
    expect(await (await fetch(link)).text()).not.toContain('<form')
    expect((await post(`${link}/undo`)).status).toBe(200)
    expect(await optOuts(tenant, '?q=entered@')).toHaveLength(1)
    expect((await post(`${test.url}/v1/svc/unsubscribe/forged/undo`)).status).toBe(404)
  })

  it.each<[string, RequestInit]>([
    ['as a form', {}],
    ['as multipart', { headers: {}, body: form() }],
    ['without a body', { headers: {}, body: null }],
    ['as invalid JSON', { headers: { 'content-type': 'application/json' }, body: '{' }],
  ])(
    'a one-click unsubscribe request %s opts the address out, and a second request changes nothing',
    async (how, init) => {
      const email = `click-${how.replaceAll(' ', '-')}@${'long-name.'.repeat(20)}example.com`
      const link = await linkFor(email)
      for (const _ of [1, 2]) expect((await post(link, init)).status).toBe(200)
      expect(await optOuts(tenant, `?q=${email}`)).toHaveLength(1)
    },
  )

  it('an opt-out applies to the whole workspace, and to the address in upper or lower case [D34]', async () => {
    const email = 'Holds@Example.com'
    expect((await post(await linkFor(email))).status).toBe(200)
    for (const address of [email, 'holds@example.com']) {
      const refused = await test.send(tenant.liveKey, message(address, { channel: 'email' }))
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.details)).toEqual(['recipient.email'])
      expect(refused.body.details['recipient.email'][0]).toContain('opted out')
      const inferred = await test.send(tenant.liveKey, message(address))
      expect(inferred.status).toBe(422)
      expect(inferred.body.details).toHaveProperty(['recipient.email'])
    }
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients?q=holds`)).body
    const byId = await test.send(tenant.liveKey, { ...message(email), recipient: { id: data[0].id } })
    expect(byId.body.details).toHaveProperty(['recipient.email'])
    expect((await test.send(tenant.testKey, message(email))).status).toBe(202)
    expect((await test.send(other.liveKey, message(email))).status).toBe(202)
    expect((await test.send(tenant.liveKey, message('someone@example.com'))).status).toBe(202)
    const batch = await test.call('POST', '/send/batch', {
      key: tenant.liveKey,
      body: { messages: [message(email), message('another@example.com')] },
    })
    expect(batch.body).toMatchObject({ total: 2, queued: 1, failed: 1 })
  })

  it('a send without a channel uses another channel after an opt-out from email', async () => {
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
    await test.manage('PUT', at, { settings: { bot_token: '1:abc', api_base: 'http://127.0.0.1:1' } })
    await post(await linkFor('both@example.com'))
    const { status, body } = await test.send(tenant.liveKey, {
      ...message('both@example.com'),
      recipient: { email: 'both@example.com', telegram_chat_id: '4711' },
    })
    expect(status).toBe(202)
    expect(body.channel).toBe('telegram')
  })

  it('sends an essential template despite an opt-out [D34b]', async () => {
    const email = 'essential@example.com'
    await post(await linkFor(email))
    const { status, body } = await test.send(tenant.liveKey, message(email, { template: 'receipt', vars: {} }))
    expect(status).toBe(202)
    expect(await test.settled(tenant, body.delivery_id, 'sent')).toMatchObject({ status: 'sent' })
  })

  it('after an opt-out, messages that were accepted earlier and are due later fail, except essential messages', async () => {
    const email = 'later@example.com'
    const link = await linkFor(email)
    const due = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const usual = await test.send(tenant.liveKey, message(email, { scheduled_for: due }))
    const essential = await test.send(
      tenant.liveKey,
      message(email, { scheduled_for: due, template: 'receipt', vars: {} }),
    )
    await post(link)
    test.clock.advance(3_700_000)
    expect(await test.settled(tenant, usual.body.delivery_id, 'failed')).toMatchObject({
      error_message: expect.stringContaining('opted out'),
      attempts: [{ code: 'opted_out' }],
    })
    await test.settled(tenant, essential.body.delivery_id, 'sent')
  })

  it('lists opt-outs newest first, and adds and removes them through the management API', async () => {
    const at = `/workspaces/${other.workspace}/opt-outs`
    for (const address of ['One@example.com', 'two@example.com', 'three@example.com'])
      expect((await test.manage('POST', at, { address })).status).toBe(201)
    const again = await test.manage('POST', at, { address: 'one@EXAMPLE.com' })
    expect(again.body).toMatchObject({ address: 'one@example.com', delivery_id: null, mode: 'live' })
    await test.manage('POST', at, { address: 'test@example.com', mode: 'test' })
    const first = (await test.manage('GET', `${at}?limit=2`)).body
    expect(first.data.map(({ address }: { address: string }) => address)).toEqual([
      'three@example.com',
      'two@example.com',
    ])
    const second = (await test.manage('GET', `${at}?limit=2&cursor=${first.next_cursor}`)).body
    expect(second).toMatchObject({ data: [{ address: 'one@example.com' }], next_cursor: null })
    const addressed = async (address: string) => (await optOuts(other, `?address=${address}`)).length
    expect([await addressed('One@example.com'), await addressed('ne@example.com')]).toEqual([1, 0])
    expect((await test.send(other.liveKey, message('one@example.com'))).status).toBe(422)
    expect((await test.manage('DELETE', `/workspaces/${tenant.workspace}/opt-outs/${again.body.id}`)).status).toBe(404)
    expect((await test.manage('DELETE', `${at}/${again.body.id}`)).status).toBe(204)
    expect((await test.manage('DELETE', `${at}/${again.body.id}`)).status).toBe(404)
    expect((await test.send(other.liveKey, message('one@example.com'))).status).toBe(202)
    expect((await test.manage('POST', at, { address: 'unknown' })).status).toBe(422)
    expect((await test.manage('GET', '/workspaces/999999/opt-outs')).status).toBe(404)
    expect((await test.send(other.testKey, message('test@example.com'))).status).toBe(422)
  })

  it('the test inbox shows both parts of an email and its unsubscribe link, and that link opts out only in test mode', async () => {
    const email = 'sandboxed@example.com'
    const { body } = await test.send(tenant.testKey, message(email))
    await test.settled(tenant, body.delivery_id, 'sent')
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox`)).body
    const { message: shown } = data.find(({ delivery_id }: { delivery_id: number }) => delivery_id === body.delivery_id)
    expect(shown.text).toContain(shown.unsubscribe_url)
    expect(shown.html).toContain('<p>Ciao Ada</p>')
    expect((await post(`${test.url}${new URL(shown.unsubscribe_url).pathname}`)).status).toBe(200)
    expect((await test.send(tenant.testKey, message(email))).status).toBe(422)
    expect((await test.send(tenant.liveKey, message(email))).status).toBe(202)
    expect(await optOuts(tenant, '?mode=test')).toMatchObject([{ address: email, delivery_id: body.delivery_id }])
  })

  it('returns 404 for altered unsubscribe links, shows a page with status 429 after sixty altered links in a minute, and still accepts a valid link', async () => {
    const link = await linkFor('signed@example.com')
    const changed = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A')
    for (const wrong of [changed, link.slice(0, -4), `${test.url}/v1/svc/unsubscribe/abc`]) {
      const answer = await post(wrong)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('text/html')
    }
    expect(await optOuts(tenant, '?q=signed')).toEqual([])
    expect(link).not.toContain('signed')
    const statuses = new Set<number>()
    for (let request = 0; request < 70; request++) statuses.add((await post(`${test.url}/v1/svc/unsubscribe/x`)).status)
    expect([...statuses]).toEqual([404, 429])
    const page = await fetch(`${test.url}/v1/svc/unsubscribe/x`, { headers: { 'accept-language': 'de' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('<html lang="de">')
    const json = await fetch(`${test.url}/v1/svc/unsubscribe/x`, { headers: { accept: 'application/json' } })
    expect([json.status, await json.json()]).toMatchObject([429, { error: 'rate_limited' }])
    expect((await fetch(link)).status).toBe(200)
    expect((await post(link)).status).toBe(200)
    expect(await optOuts(tenant, '?q=signed')).toHaveLength(1)
  })
})

function form(): FormData {
  const fields = new FormData()
  fields.set('List-Unsubscribe', 'One-Click')
  return fields
}
