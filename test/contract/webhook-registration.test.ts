// Registration of webhooks at email providers: the requests, the stored keys, existing webhooks and refusals.
import { Ajv } from 'ajv'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
import { type EmailReport, emailProviders } from '../harness/email-webhooks.ts'
import { type Provider, type Received, type Reply, readableBody, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { emailApis, sendgridKey } from './providers/email-apis.ts'

const text = { type: 'string', minLength: 1 }
const on = { const: true }
const bool = { type: 'boolean' }

/**
 * The bodies that create a webhook, from the descriptions of the providers. Resend: resend.yaml of
 * github.com/resend/resend-openapi at fd6f395, CreateWebhookRequest. SendGrid: spec/json/tsg_webhooks_v3.json of
 * github.com/twilio/sendgrid-oai at dbe0e0d, EventWebhookRequest. Postmark: CreateWebhookRequest of npm postmark 4.0.2.
 * Mailgun: source/api-webhooks.rst of github.com/mailgun/documentation at 0edf816.
 */
const schemas: Record<string, object> = {
  resend: {
    required: ['endpoint', 'events'],
    additionalProperties: false,
    properties: { endpoint: text, events: { type: 'array', items: text, minItems: 1 } },
  },
  sendgrid: {
    required: ['url', 'enabled', 'delivered', 'bounce', 'spam_report', 'dropped'],
    additionalProperties: false,
    properties: {
      ...{ url: text, enabled: on, delivered: on, bounce: on, spam_report: on, dropped: on, processed: on },
      ...{ unsubscribe: on, group_unsubscribe: on, group_resubscribe: on, deferred: bool, open: bool, click: bool },
    },
  },
  postmark: {
    required: ['Url', 'MessageStream', 'HttpAuth', 'Triggers'],
    additionalProperties: false,
    properties: {
      Url: text,
      MessageStream: text,
      HttpAuth: { required: ['Username', 'Password'], properties: { Username: text, Password: text } },
      Triggers: {
        required: ['Delivery', 'Bounce', 'SpamComplaint', 'SubscriptionChange'],
        additionalProperties: { required: ['Enabled'], properties: { Enabled: on, IncludeContent: bool } },
      },
    },
  },
  mailgun: { required: ['id', 'url'], additionalProperties: false, properties: { id: text, url: text } },
}

interface Played {
  /** The path of the request that creates a webhook. */
  creates: string
  /** The setting with the key, which the provider returns. */
  key: string
  /** The answers of the provider. `known` is true if the provider already has the webhook of this connection. */
  answer(request: Received, url: string, known: boolean): Reply
  /** Whether a request changes the existing webhook. */
  updates?: [method: string, path: RegExp]
  forbidden: Reply
}

const SECRET = 'whsec_secret-token'

const played: Record<string, Played> = {
  resend: {
    creates: '/webhooks',
    key: 'webhook_secret',
    answer: ({ method, path }, url, known) => {
      if (path.startsWith('/webhooks?')) return { body: { data: known ? [{ id: 'w1', endpoint: url }] : [] } }
      return method === 'PATCH' ? { body: { id: 'w1' } } : { body: { id: 'w1', signing_secret: SECRET } }
    },
    updates: ['PATCH', /^\/webhooks\/w1$/],
    forbidden: { status: 401, body: { statusCode: 401, name: 'restricted_api_key', message: 'no' } },
  },
  sendgrid: {
    creates: '/v3/user/webhooks/event/settings',
    key: 'webhook_public_key',
    answer: ({ path }, url, known) => {
      if (path.endsWith('/all')) return { body: { webhooks: known ? [{ id: 'w1', url }] : [] } }
      return { body: { id: 'w1', public_key: path.includes('/signed/') ? sendgridKey.public : '' } }
    },
    updates: ['PATCH', /\/settings\/w1$/],
    forbidden: { status: 403, body: { errors: [{ message: 'access forbidden' }] } },
  },
  postmark: {
    creates: '/webhooks',
    key: 'webhook_password',
    answer: ({ method }, url, known) =>
      method === 'GET' ? { body: { Webhooks: known ? [{ ID: 7, Url: url }] : [] } } : { body: { ID: 7 } },
    updates: ['PUT', /^\/webhooks\/7$/],
    forbidden: { status: 403, body: {} },
  },
  mailgun: {
    creates: '/v3/domains/',
    key: 'webhook_signing_key',
    answer: ({ method, path }, url, known) => {
      if (path === '/v5/accounts/http_signing_key') return { body: { http_signing_key: 'secret-token' } }
      if (method !== 'GET') return { body: { message: 'Webhook has been created' } }
      const events = ['accepted', 'delivered', 'permanent_fail', 'complained', 'unsubscribed']
      const urls = known ? [url] : []
      return { body: { webhooks: Object.fromEntries(known ? events.map((event) => [event, { urls }]) : []) } }
    },
    forbidden: { status: 403, body: { message: 'Forbidden' } },
  },
}

describe.each(Object.entries(played))('registration of the webhook at %s', (name, { creates, key, ...play }) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let place: string
  let connection: { id: number; inbound_url: string }
  let known: boolean
  let refusal: ((request: Received) => Reply | undefined | Promise<Reply | undefined>) | undefined

  beforeAll(async () => {
    test = await startTestService('postgres')
    provider = await startProvider()
    provider.reply(async (request) => (await refusal?.(request)) ?? play.answer(request, connection.inbound_url, known))
  })
  beforeEach(async () => {
    known = false
    refusal = undefined
    provider.received.length = 0
    tenant = await test.tenant()
    place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`
    const { [key]: _key, webhook_user: _user, ...settings } = fixtureSettings()
    connection = (await test.manage('POST', `${place}/providers`, { provider: name, settings })).body
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const fixtureSettings = (): Record<string, unknown> =>
    emailApis.find((each) => each.provider === name)!.http!.settings(provider.url)
  const otherSecrets = (names: string[]) =>
    Object.fromEntries(names.map((each) => [each, String(fixtureSettings()[each]).replace('secret-token', 'other')]))
  const register = async () => (await test.manage('POST', `${place}/register`, { connection: connection.id })).body
  const shown = async () => (await test.manage('GET', `${place}/providers`)).body.data[0].settings
  const created = () =>
    provider.received.filter(({ method, path }) => method === 'POST' && path.startsWith(creates) && !path.includes('?'))

  it('creates the webhook in the format of the provider, and stores the key', async () => {
    expect(await shown()).not.toHaveProperty(key)
    expect(await register()).toMatchObject({
      ok: true,
      inbound_url: connection.inbound_url,
      found: [expect.stringContaining(connection.inbound_url)],
      problems: {},
    })
    expect(await shown()).toHaveProperty(key)
    const check = new Ajv({ allErrors: true, strict: false }).compile(schemas[name]!)
    expect(created().length).toBeGreaterThan(0)
    for (const request of created()) {
      const body = (await readableBody(request)) ?? Object.fromEntries(new URLSearchParams(request.text))
      expect(check(body), JSON.stringify([body, check.errors])).toBe(true)
      expect(JSON.stringify(body)).toContain(connection.inbound_url)
    }
  })

  it('reports that are signed with the stored key are accepted', async () => {
    const report: EmailReport = { event: 'delivered', id: 'x1', address: 'ada@example.com' }
    const at = connection.inbound_url.replace(/^.*\/v1/, '')
    const post = () => {
      const { headers, body } = emailProviders[name]!.webhook(report, test.clock.now())
      return test.call('POST', at, { headers: { ...headers, ...credentials() }, body })
    }
    // Postmark has no signature. Its requests contain the user and password of the registration.
    const credentials = (): Record<string, string> => {
      if (name !== 'postmark') return {}
      const { HttpAuth } = JSON.parse(created().at(-1)?.text ?? '{"HttpAuth":{}}')
      const pair = Buffer.from(`${HttpAuth.Username}:${HttpAuth.Password}`).toString('base64')
      return { authorization: `Basic ${pair}` }
    }
    expect((await post()).status).toBe(403)
    await register()
    expect((await post()).status).toBe(200)
  })

  it('updates the webhook if the provider already has one with this URL', async () => {
    known = true
    expect(await register()).toMatchObject({ ok: true, problems: {} })
    expect(created()).toEqual([])
    const { updates } = play
    if (updates) {
      const [method, path] = updates
      expect(provider.received.some((request) => request.method === method && path.test(request.path))).toBe(true)
    }
    expect(await shown()).toHaveProperty(key)
  })

  it('names credentials that may not manage webhooks, and stores nothing', async () => {
    refusal = () => play.forbidden
    const { ok, problems } = await register()
    expect(ok).toBe(false)
    expect(Object.values(problems).flat().join()).toContain('may not manage webhooks')
    expect(await shown()).not.toHaveProperty(key)
  })

  it.each<[string, Reply]>([
    ['breaks the connection', { drop: 'now' }],
    ['answers with a page', { text: '<html>', headers: { 'content-type': 'text/html' }, status: 502 }],
    ['answers without the expected fields', { body: { nonsense: [1] } }],
    ['answers with a page and the status 200', { text: '<html>', headers: { 'content-type': 'text/html' } }],
  ])('reports a problem if the provider %s', async (_title, reply) => {
    refusal = () => reply
    const { ok, problems } = await register()
    expect(ok).toBe(false)
    expect(Object.keys(problems).join()).toMatch(/^settings\./)
    expect(await shown()).not.toHaveProperty(key)
  })

  it('changes no other webhook if the answer to the creation of the webhook has no fields, and reports a problem', async () => {
    refusal = ({ method, path }) => (method === 'POST' && path.startsWith(creates) ? { body: {} } : undefined)
    const { ok } = await register()
    // Mailgun returns only a text, and its key comes from another request.
    expect(ok).toBe(name === 'mailgun')
    expect(provider.received.filter(({ method }) => ['PATCH', 'PUT', 'DELETE'].includes(method))).toEqual([])
  })

  it('sends no stored secret to a changed destination', async () => {
    const at = `${place}/providers/${connection.id}`
    await test.manage('PUT', at, { settings: fixtureSettings() })
    const other = await startProvider()
    try {
      const changed = { ...(await shown()), api_base: other.url }
      const refused = await test.manage('PUT', at, { settings: changed })
      expect(refused.status).toBe(422)
      const repeated = Object.keys(refused.body.details).map((field) => field.replace('settings.', ''))
      const saved = await test.manage('PUT', at, { settings: { ...changed, ...otherSecrets(repeated) } })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      await register()
      expect(other.received.length).toBeGreaterThan(0)
      const sent = other.received.map(({ path, headers, text: content }) => JSON.stringify([path, headers, content]))
      // All secrets of the fixture contain this text.
      for (const coded of ['secret-token', Buffer.from('api:secret-token').toString('base64')])
        expect(sent.join()).not.toContain(coded)
    } finally {
      await other.stop()
    }
  })

  /** Changes these settings when the provider receives the first request of the registration. */
  const changeMeanwhile = (change: (settings: object) => object) => {
    refusal = async () => {
      refusal = undefined
      const current = await shown()
      const settings = { ...current, ...change(current) }
      await test.manage('PUT', `${place}/providers/${connection.id}`, { settings })
      return undefined
    }
  }

  it('stores the key if a member changes other settings during the registration', async () => {
    changeMeanwhile(() => ({ reply_to: 'help@shop.example' }))
    expect(await register()).toMatchObject({ ok: true })
    expect(await shown()).toMatchObject({ reply_to: 'help@shop.example', [key]: expect.any(String) })
  })

  it('stores nothing if a member changes the credentials during the registration', async () => {
    changeMeanwhile((current) => otherSecrets(['server_token' in current ? 'server_token' : 'api_key']))
    expect((await test.manage('POST', `${place}/register`, { connection: connection.id })).status).toBe(409)
    expect(await shown()).not.toHaveProperty(key)
  })

  if (name === 'postmark')
    it('updates a webhook whose URL contains a user and a password', async () => {
      refusal = ({ method }) =>
        method === 'GET'
          ? { body: { Webhooks: [{ ID: 7, Url: connection.inbound_url.replace('://', '://user:password@') }] } }
          : undefined
      expect(await register()).toMatchObject({ ok: true })
      expect(created()).toEqual([])
    })

  if (name === 'mailgun')
    it('names a sending key as a possible cause if Mailgun refuses the key', async () => {
      refusal = () => ({ status: 401, text: 'Forbidden' })
      const { problems } = await register()
      expect(problems['settings.api_key'].join()).toMatch(/sending key/)
    })

  if (name === 'mailgun')
    it('registers the webhooks even if Mailgun returns no signing key, and reports the missing key', async () => {
      const missing = { status: 400, body: { message: 'could not get the key' } }
      refusal = ({ path }) => (path === '/v5/accounts/http_signing_key' ? missing : undefined)
      const { ok, problems } = await register()
      expect([ok, Object.keys(problems)]).toEqual([false, ['settings.webhook_signing_key']])
      expect(created()).toHaveLength(5)
    })

  it('`carillon connection register` prints the result and ends with 1 after a problem', async () => {
    const { run } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))
    const command = ['connection', 'register', 'email', '--workspace', String(tenant.workspace)]
    expect(await run(...command)).toMatchObject({ code: 0, out: expect.stringMatching(/^ok .*\/inbound\/email\//) })
    refusal = () => play.forbidden
    expect(await run(...command)).toMatchObject({ code: 1, out: expect.stringMatching(/^fail settings\./) })
  })
})

describe('registration of other webhooks', () => {
  it('refuses to register a webhook for a provider that needs no webhook or has no API for webhooks', async () => {
    const test = await startTestService('embedded')
    try {
      const tenant = await test.tenant()
      const place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections`
      await test.manage('PUT', `${place}/email`, { settings: { host: '127.0.0.1', from: 'a@shop.example' } })
      const smtp = await test.manage('POST', `${place}/email/register`, {})
      expect([smtp.status, smtp.body.details.channel[0]]).toEqual([422, 'Email by SMTP needs no webhook'])
      const whatsapp = { phone_number_id: '1', access_token: 'a', app_secret: 's', verify_token: 'v' }
      await test.manage('PUT', `${place}/whatsapp`, { settings: whatsapp })
      const meta = await test.manage('POST', `${place}/whatsapp/register`, {})
      expect([meta.status, meta.body.details.channel[0]]).toEqual([422, expect.stringContaining('by API')])
    } finally {
      await test.stop()
    }
  })
})
