// Categories of messages and the preferences of recipients: management, and their effect on send requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('categories on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    await category({ slug: 'newsletter', name: 'Newsletter', names: { it: 'Notizie' } })
    await category({ slug: 'security', name: 'Security', required: true })
    await category({ slug: 'offers', name: 'Offers', allowed_by_default: false })
    await manage('POST', '/templates', {
      slug: 'receipt',
      name: 'Receipt',
      essential: true,
      locales: { en: { subject: 'Receipt', body: 'You paid' } },
    })
  })
  afterAll(() => test.stop())

  const manage = (method: string, path: string, body?: object, { workspace } = tenant) =>
    test.manage(method, `/workspaces/${workspace}${path}`, body)
  const category = async (body: object) => expect((await manage('POST', '/categories', body)).status).toBe(201)
  const newRecipient = async (more: object = {}) => {
    const body = { name: 'Ada', mode: 'test', locale: 'en', email: `category${++count}@customer.example`, ...more }
    const { status, body: stored } = await manage('POST', '/recipients', body)
    expect(status).toBe(201)
    return stored.id as number
  }
  const prefer = async (id: number, body: object) => {
    const answer = await manage('PATCH', `/recipients/${id}/preferences`, body)
    expect([answer.status, answer.body.details]).toEqual([200, undefined])
    return answer.body.data
  }
  const send = (id: number, more: object = {}, query = '') =>
    test.call('POST', `/send${query}`, {
      key: tenant.testKey,
      body: { recipient: { id }, template: 'hello', vars: { name: 'Ada' }, category: 'newsletter', ...more },
    })

  it('lists, changes and removes categories, and records each change in the audit log', async () => {
    await category({ slug: 'surveys', name: 'Surveys' })
    expect((await manage('POST', '/categories', { slug: 'surveys', name: 'Again' })).status).toBe(409)
    const { body } = await manage('PATCH', '/categories/surveys', { description: 'Questions', name: 'Polls' })
    expect(body).toMatchObject({ slug: 'surveys', name: 'Polls', description: 'Questions', required: false, names: {} })
    expect((await manage('GET', '/categories')).body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'newsletter',
      'offers',
      'security',
      'surveys',
    ])
    const recipient = await newRecipient()
    await prefer(recipient, { surveys: { allowed: false } })
    expect((await manage('DELETE', '/categories/surveys')).status).toBe(204)
    expect((await manage('GET', '/categories/surveys')).status).toBe(404)
    const lines = (await manage('GET', '/audit-log')).body.data
    expect(
      lines.filter(({ object }: { object: { kind: string } }) => object?.kind === 'category').length,
    ).toBeGreaterThan(2)
  })

  it('refuses an unknown category and names the known ones', async () => {
    const { status, body } = await send(await newRecipient(), { category: 'news' })
    expect([status, body.details]).toEqual([
      422,
      { category: ['is not a category of this workspace; known categories: newsletter, offers or security'] },
    ])
    const other = await test.tenant()
    const elsewhere = await test.call('POST', '/send', {
      key: other.testKey,
      body: { recipient: { email: 'a@b.example' }, template: 'hello', vars: { name: 'A' }, category: 'newsletter' },
    })
    expect(elsewhere.body.details).toEqual({ category: ['is not a category of this workspace, which has none'] })
  })

  it('refuses a message on a declined channel, and sends other messages to the same address [D174]', async () => {
    const id = await newRecipient()
    await prefer(id, { newsletter: { channels: { email: false } } })
    for (const more of [{}, { channel: 'email' }]) {
      const { status, body } = await send(id, more)
      expect([status, body.details]).toEqual([
        422,
        { category: ['the recipient declines messages of the category newsletter on Email'] },
      ])
    }
    expect((await send(id, { category: undefined })).status).toBe(202)
    expect((await send(id, { category: 'security' })).status).toBe(202)
    expect((await send(id, { template: 'receipt', vars: {} })).status).toBe(202)
  })

  it('takes the next channel that the recipient accepts, and a dry run names the declined channels [D174b]', async () => {
    const id = await newRecipient({ telegram_chat_id: `category-${count}` })
    const { channel: first } = (await send(id, {}, '?dry_run=true')).body
    await prefer(id, { newsletter: { channels: { [first]: false } } })
    const dry = (await send(id, {}, '?dry_run=true')).body
    expect(dry).toMatchObject({ category: 'newsletter', declined_channels: [first] })
    expect(dry.channel).not.toBe(first)
    const { status, body } = await send(id)
    expect([status, body.channel]).toEqual([202, dry.channel])
    const { body: read } = await test.call('GET', `/deliveries/${body.delivery_id}`, { key: tenant.testKey })
    expect(read.category).toBe('newsletter')
    expect((await manage('GET', `/deliveries/${body.delivery_id}`)).body.category).toBe('newsletter')
  })

  it('a list of deliveries and its export contain only the messages of a category', async () => {
    const id = await newRecipient()
    const { body: own } = await send(id)
    await send(id, { category: 'security' })
    const query = `mode=test&recipient=${id}&category=newsletter`
    const { body } = await manage('GET', `/deliveries?${query}`)
    expect(body.data.map(({ id: found }: { id: number }) => found)).toEqual([own.delivery_id])
    const exported = (await manage('GET', `/deliveries/export?${query}`)).body.trim().split('\r\n')
    expect([exported.length, exported[0].includes(',category,'), exported[1].includes(',newsletter,')]).toEqual([
      2,
      true,
      true,
    ])
  })

  it('the value of a channel has priority over the value of the category, and both over the default', async () => {
    const id = await newRecipient()
    expect((await send(id, { category: 'offers' })).status).toBe(422)
    await prefer(id, { offers: { allowed: true } })
    expect((await send(id, { category: 'offers' })).status).toBe(202)
    await prefer(id, { offers: { channels: { email: false } } })
    expect((await send(id, { category: 'offers' })).status).toBe(422)
    const [, offers] = await prefer(id, { offers: { allowed: null, channels: { email: null } } })
    expect(offers).toMatchObject({ category: 'offers', allowed: null, effective: false, channels: {} })
    const created = { recipient: { email: `new${kind}@customer.example` }, category: 'offers' }
    expect((await send(id, created)).status).toBe(422)
  })

  it('a message that was accepted before its recipient declined the category is not sent [D175]', async () => {
    const id = await newRecipient()
    const scheduled_for = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { body } = await send(id, { scheduled_for })
    await prefer(id, { newsletter: { allowed: false } })
    test.clock.advance(3_600_000)
    await test.settled(tenant, body.delivery_id, 'failed')
    const { body: read } = await manage('GET', `/deliveries/${body.delivery_id}`)
    expect(read.category).toBe('newsletter')
    expect(read.attempts).toMatchObject([{ code: 'opted_out', reason: expect.stringContaining('declined') }])
  })

  it('a template has a default category, and the category cannot be removed while a template uses it [D177]', async () => {
    await category({ slug: 'tips', name: 'Tips' })
    const template = (defaults: object) => ({ slug: 'tip', name: 'Tip', defaults, locales: { en: { body: 'Tip' } } })
    const unknown = await manage('POST', '/templates', template({ category: 'tricks' }))
    expect([unknown.status, Object.keys(unknown.body.details)]).toEqual([422, ['defaults.category']])
    expect((await manage('POST', '/templates', template({ category: 'tips' }))).status).toBe(201)
    const id = await newRecipient()
    await prefer(id, { tips: { allowed: false } })
    const message = { template: 'tip', vars: {}, category: undefined }
    expect((await send(id, message)).body.details).toEqual({
      category: ['the recipient declines messages of the category tips on Email'],
    })
    expect((await send(id, { ...message, category: 'newsletter' })).status).toBe(202)
    const { status, body } = await manage('DELETE', '/categories/tips')
    expect([status, body.message]).toEqual([
      409,
      'Templates use the category "tips": tip. Choose another category for them first.',
    ])
  })

  it('refuses preferences for unknown and required categories, unknown channels and unknown recipients', async () => {
    const id = await newRecipient()
    const refused = async (body: object) => (await manage('PATCH', `/recipients/${id}/preferences`, body)).body.details
    expect(Object.keys(await refused({ news: { allowed: false } }))).toEqual(['news'])
    expect(await refused({ security: { allowed: false } })).toEqual({
      security: ['is required, so it cannot be declined'],
    })
    expect(await refused({ newsletter: { channels: { fax: false } } })).toBeDefined()
    expect((await manage('GET', '/recipients/987654/preferences')).status).toBe(404)
    const other = await test.tenant()
    expect((await manage('GET', `/recipients/${id}/preferences`, undefined, other)).status).toBe(404)
  })

  it('removes the preferences of a deleted recipient', async () => {
    const id = await newRecipient()
    await prefer(id, { newsletter: { allowed: false } })
    await manage('DELETE', `/recipients/${id}`)
    const { rows } = await test.service.db.query({
      text: 'select from preferences where recipient_id = $1',
      values: [id],
    })
    expect(rows).toEqual([])
  })
})
