// The first steps of a workspace: sample requests that are accepted unchanged, and the objects that are still missing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupLink } from '../../src/members/set-up.ts'
import { graphSettings } from '../harness/graph.ts'
import { createBrowser, PASSWORD, tokenInLink } from '../harness/members.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('first steps of a workspace on %s', (kind) => {
  let test: TestService
  let provider: Provider

  beforeAll(async () => {
    ;[test, provider] = await Promise.all([startTestService(kind), startProvider()])
  })
  afterAll(async () => {
    await test?.stop()
    await provider?.stop()
  })

  const gettingStarted = async (workspace: number) =>
    (await test.manage('GET', `/workspaces/${workspace}/getting-started`)).body

  it('names the next object that a new workspace needs for its first message: the source, then the template, then the key', async () => {
    const { id } = (await test.manage('POST', '/workspaces', { name: 'Second' })).body
    const at = `/workspaces/${id}`
    expect((await gettingStarted(id)).test).toEqual({ missing: 'source', request: null })
    const source = (await test.manage('POST', `${at}/sources`, { name: 'App' })).body
    expect((await gettingStarted(id)).test).toEqual({ missing: 'template', request: null })
    await test.manage('POST', `${at}/templates`, {
      slug: 'order',
      name: 'Order',
      locales: { it: { body: '{{order}}' } },
    })
    expect((await gettingStarted(id)).test).toMatchObject({ missing: 'key', request: { template: 'order' } })
    await test.manage('POST', `${at}/sources/${source.id}/api-keys`, { mode: 'test' })
    expect((await gettingStarted(id)).test).toMatchObject({ missing: null, request: { vars: { order: '1042' } } })
  })

  it('fills the sample request with the template variables that its channel uses, and with no other variables', async () => {
    const { workspace, testKey } = await test.tenant()
    const locales = {
      it: {
        subject: 'Ciao {{name}}',
        body: '{{name}}: {{total}}',
        channels: { whatsapp: { template: 'hi', body: '{{1}} {{2}}' } },
      },
    }
    await test.manage('PUT', `/workspaces/${workspace}/templates/hello`, { name: 'Hello', locales })
    const sample = (await gettingStarted(workspace)).test.request
    expect(sample).toEqual({
      recipient: { name: 'Ada', email: 'ada@example.com' },
      template: 'hello',
      vars: { name: 'Ada', total: 'Example total' },
    })
    expect((await test.send(testKey, sample)).status).toBe(202)
  })

  it.each([
    ['en', 'de'],
    ['it', 'de'],
  ])(
    'the sample request contains a language of the template if the template lacks the default language %s of the workspace',
    async (locale, named) => {
      const { workspace, testKey } = await test.tenant({ default_locale: locale })
      const locales = { fr: { body: 'Bonjour' }, de: { body: 'Hallo' } }
      await test.manage('PUT', `/workspaces/${workspace}/templates/hello`, { name: 'Hello', locales })
      const sample = (await gettingStarted(workspace)).test.request
      expect(sample.recipient).toMatchObject({ locale: named })
      expect((await test.send(testKey, sample)).status).toBe(202)
    },
  )

  it('marks the live step as done after a live message was sent, and shows the latest failed live message until then', async () => {
    const tenant = await test.tenant()
    await test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/discord`, {
      settings: { webhook_url: `${provider.url}/api/webhooks/1/token` },
    })
    const step = async () => {
      const { steps } = await gettingStarted(tenant.workspace)
      return steps.find(({ id }: { id: string }) => id === 'send_live_message')
    }
    const send = async (status: string) => {
      const body = {
        recipient: { email: 'ada@example.com' },
        template: 'hello',
        vars: { name: 'Ada' },
        channel: 'discord',
      }
      const id: number = (await test.send(tenant.liveKey, body)).body.delivery_id
      await test.settled(tenant, id, status)
      return id
    }
    const open = { done: false, at: null, delivery_id: null }
    expect(await step()).toMatchObject({ ...open, failed_delivery_id: null })
    provider.reply(() => ({ status: 400, body: { code: 50_035, message: 'Invalid Form Body' } }))
    await send('failed')
    const failed = await send('failed')
    expect(await step()).toMatchObject({ ...open, failed_delivery_id: failed })
    const insertCancelled = (most: number) =>
      test.service.db.query({
        text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
                 status, ready, next_at, created_at, expires_at, content, history, period, error_code)
               select workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
                 status, ready, next_at, created_at, expires_at, content, history, period, 'cancelled'
               from deliveries, generate_series(1, $2::int) where id = $1`,
        values: [failed, most],
      })
    await insertCancelled(499)
    expect(await step()).toMatchObject({ ...open, failed_delivery_id: failed })
    // The service reads a limited number of rows, because a caller may have cancelled a million messages.
    await insertCancelled(1)
    expect(await step()).toMatchObject({ ...open, failed_delivery_id: null })
    provider.reply(() => ({ body: { id: '7', channel_id: '1' } }))
    const sent = await send('sent')
    expect(await step()).toMatchObject({ done: true, delivery_id: sent, failed_delivery_id: null })
  })

  it('returns a live sample request that the connected channel accepts', async () => {
    const tenant = await test.tenant()
    expect((await gettingStarted(tenant.workspace)).live).toMatchObject({ missing: 'connection', request: null })
    await test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/discord`, {
      settings: { webhook_url: `${provider.url}/api/webhooks/1/token` },
    })
    const { live, test: sandbox } = await gettingStarted(tenant.workspace)
    expect(live).toMatchObject({ missing: null, channel: 'discord', hint: 'shared_channel', source_id: tenant.source })
    expect((await test.send(tenant.liveKey, live.request)).body).toMatchObject({ channel: 'discord' })
    expect((await test.send(tenant.testKey, sandbox.request)).body).toMatchObject({ channel: 'discord' })
  })

  it('if only one of more than fifty templates has an approved WhatsApp template, the sample request uses this template', async () => {
    const tenant = await test.tenant()
    const at = `/workspaces/${tenant.workspace}`
    const settings = graphSettings(provider.url).whatsapp
    await test.manage('PUT', `${at}/sources/${tenant.source}/connections/whatsapp`, { settings })
    const create = (slug: string, content: object) =>
      test.manage('POST', `${at}/templates`, { slug, name: slug, locales: { it: { body: 'Ciao {{1}}', ...content } } })
    for (let number = 1; number <= 50; number++) await create(`plain-${number}`, {})
    expect((await gettingStarted(tenant.workspace)).live).toMatchObject({ missing: 'template', channel: 'whatsapp' })
    await create('approved', { channels: { whatsapp: { template: 'order_update' } } })
    const { live, template } = await gettingStarted(tenant.workspace)
    expect(live).toMatchObject({ missing: null, request: { template: 'approved' } })
    expect(template.slug).toBe('approved')
  })

  it('reports a missing live key if the connected source has no live key, and later shows the last characters of the newest live key', async () => {
    const { id } = (await test.manage('POST', '/workspaces', { name: 'Third' })).body
    const at = `/workspaces/${id}`
    const source = (await test.manage('POST', `${at}/sources`, { name: 'App' })).body.id
    await test.manage('POST', `${at}/templates`, { slug: 'hi', name: 'Hi', locales: { it: { body: 'Ciao' } } })
    await test.manage('PUT', `${at}/sources/${source}/connections/discord`, {
      settings: { webhook_url: `${provider.url}/api/webhooks/1/token` },
    })
    expect((await gettingStarted(id)).live).toMatchObject({ missing: 'key', key_hint: null })
    const { key } = (await test.manage('POST', `${at}/sources/${source}/api-keys`, { mode: 'live' })).body
    expect((await gettingStarted(id)).live).toMatchObject({ missing: null, key_hint: `…${key.slice(-4)}` })
  })

  it('sets the language of the demo workspace to the language that the portal had when the first owner was created', async () => {
    const demo = (await test.manage('GET', '/workspaces')).body.data[0]
    expect(demo).toMatchObject({ name: 'Demo', default_locale: 'it' })
    const link = (await setupLink(test.service.db, test.clock.now(), test.url)) ?? ''
    const browser = createBrowser(test)
    const owner = { token: tokenInLink(link), name: 'Ada', email: 'ada@shop.example', password: PASSWORD, locale: 'en' }
    expect((await browser.request('POST', '/setup', owner)).status).toBe(201)
    const { test_key: key, test: sample } = (await browser.request('GET', `/workspaces/${demo.id}/getting-started`))
      .body
    const sent = await test.send(key, sample.request)
    const shown = await test.until(async () => {
      const shownAt = `/workspaces/${demo.id}/test-inbox/${sent.body.delivery_id}`
      const { status, body } = await test.manage('GET', shownAt)
      return status === 200 && JSON.stringify(body.message)
    })
    expect(shown).toContain('this is your first message')
  })

  it('only the demo source has the field seeded: true, and it has a higher rate limit than other sources', async () => {
    const demo = (await test.manage('GET', '/workspaces')).body.data[0]
    const [first] = (await test.manage('GET', `/workspaces/${demo.id}/sources`)).body.data
    expect(first).toMatchObject({
      seeded: true,
      seeded_rate_limit: 10_000,
      rate_limit: 10_000,
      default_rate_limit: 100,
    })
    const added = await test.manage('POST', `/workspaces/${demo.id}/sources`, { name: 'Shop' })
    expect(added.body).toMatchObject({ seeded: false, seeded_rate_limit: null, rate_limit: 100 })
  })
})

describe('search in long lists', () => {
  let test: TestService

  beforeAll(async () => {
    test = await startTestService('embedded')
  })
  afterAll(() => test?.stop())

  it('finds templates and sources by a part of their name or slug, in any case', async () => {
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}`
    for (const number of [1, 2, 3]) {
      await test.manage('POST', `${at}/templates`, {
        slug: `invoice-${number}`,
        name: `Rechnung ${number}`,
        locales: { it: { body: 'x' } },
      })
      await test.manage('POST', `${at}/sources`, { name: `Shop ${number}` })
    }
    const slugs = async (q: string) =>
      (await test.manage('GET', `${at}/templates?limit=100&q=${q}`)).body.data.map(({ slug }: { slug: string }) => slug)
    expect(await slugs('INVOICE-3')).toEqual(['invoice-3'])
    expect(await slugs('rechnung')).toEqual(['invoice-1', 'invoice-2', 'invoice-3'])
    expect(await slugs('%25')).toEqual([])
    const found = (await test.manage('GET', `${at}/sources?q=shop%202`)).body.data
    expect(found.map(({ name }: { name: string }) => name)).toEqual(['Shop 2'])
  })
})
