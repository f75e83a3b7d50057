// Registration of webhooks at SMS providers: the requests, URLs of other services, refusals and missing settings.
import { Ajv } from 'ajv'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Received, type Reply, readableBody } from '../harness/provider.ts'
import {
  type RegistrableConnection,
  type SmsRegistrations,
  startSmsRegistrations,
} from '../harness/sms-registrations.ts'
import type { ProviderFixture } from './providers/fixture.ts'
import { telnyx, twilio, vonage } from './providers/sms.ts'

const NUMBER = '+15550100000'
const SERVICE = `MG${'1'.repeat(32)}`
const PROFILE = '00112233-4455-6677-8899-aabbccddeeff'
const OTHER = 'https://other.example/hook?token=private'

const text = { type: 'string', minLength: 1 }
const post = { const: 'POST' }

/** An object at the provider that has one URL. */
interface Case {
  fixture: ProviderFixture
  settings: object
  /** `setting` is the setting that a problem of the object names. `credentials` is the setting with the credentials. */
  setting: string
  credentials: string
  /** The requests that store the URL, and the schema of their bodies. */
  stores: [method: string, path: RegExp]
  schema: object
  /** The answers of the provider. `url` is the URL of the object. */
  answer(request: Received, url: string): Reply
  /** The answers to wrong credentials, and to credentials that may not manage webhooks. */
  refused: Reply
  forbidden: Reply
}

const twilioRefusal = (status: number, code: number): Reply => ({ status, body: { code, message: 'no', status } })
const numbered = (url: string, more: object = {}) => ({
  incoming_phone_numbers: [{ sid: 'PN1', phone_number: NUMBER, sms_url: url, sms_application_sid: '', ...more }],
})

/**
 * The schemas come from the descriptions of the providers. Twilio: UpdateIncomingPhoneNumber in
 * spec/json/twilio_api_v2010.json, and UpdateService in spec/json/twilio_messaging_v1.json, of
 * github.com/twilio/twilio-oai at 496e1df. Telnyx: MessagingProfileUpdateParams of npm telnyx 7.24.0. Vonage:
 * changeAccountSettings in definitions/account.yml of github.com/Nexmo/api-specification at 03d8aa4.
 */
const cases: Record<string, Case> = {
  'a number at Twilio': {
    fixture: twilio,
    settings: {},
    setting: 'from',
    credentials: 'auth_token',
    stores: ['POST', /^\/2010-04-01\/Accounts\/AC\w{32}\/IncomingPhoneNumbers\/PN1\.json$/],
    schema: { required: ['SmsUrl'], additionalProperties: false, properties: { SmsUrl: text, SmsMethod: post } },
    answer: ({ method }, url) => ({ body: method === 'GET' ? numbered(url) : { sid: 'PN1', sms_url: url } }),
    refused: twilioRefusal(401, 20003),
    forbidden: twilioRefusal(403, 20403),
  },
  'a messaging service at Twilio': {
    fixture: twilio,
    settings: { from: undefined, messaging_service_sid: SERVICE },
    setting: 'messaging_service_sid',
    credentials: 'auth_token',
    stores: ['POST', /^\/v1\/Services\/MG1{32}$/],
    schema: {
      required: ['InboundRequestUrl'],
      additionalProperties: false,
      properties: { InboundRequestUrl: text, InboundMethod: post },
    },
    answer: (_request, url) => ({
      body: { sid: SERVICE, inbound_request_url: url || null, use_inbound_webhook_on_number: false },
    }),
    refused: twilioRefusal(401, 20003),
    forbidden: twilioRefusal(403, 20403),
  },
  'the messaging profile of a number at Telnyx': {
    fixture: telnyx,
    settings: {},
    setting: 'from',
    credentials: 'api_key',
    stores: ['PATCH', new RegExp(`^/v2/messaging_profiles/${PROFILE}$`)],
    schema: {
      required: ['webhook_url', 'webhook_api_version'],
      additionalProperties: false,
      properties: { webhook_url: text, webhook_api_version: { const: '2' } },
    },
    answer: ({ path }, url) =>
      path.startsWith('/v2/phone_numbers/messaging')
        ? { body: { data: [{ phone_number: NUMBER, messaging_profile_id: PROFILE }] } }
        : { body: { data: { id: PROFILE, webhook_url: url || null } } },
    refused: { status: 401, body: { errors: [{ code: '10009', title: 'Authentication failed' }] } },
    forbidden: { status: 403, body: { errors: [{ code: '10010', title: 'Not authorized' }] } },
  },
  'an account at Vonage': {
    fixture: vonage,
    settings: {},
    setting: 'api_key',
    credentials: 'api_secret',
    stores: ['POST', /^\/account\/settings$/],
    schema: {
      required: ['moCallBackUrl'],
      additionalProperties: false,
      properties: { moCallBackUrl: text, drCallBackUrl: text },
    },
    answer: (_request, url) => ({
      body: { 'mo-callback-url': url, 'dr-callback-url': '', 'max-outbound-request': 30 },
    }),
    refused: { status: 401, body: { 'error-code': '401', 'error-code-label': 'authentication failed' } },
    forbidden: { status: 403, body: {} },
  },
}

let sms: SmsRegistrations
let connection: RegistrableConnection

beforeAll(async () => {
  sms = await startSmsRegistrations()
})
afterAll(() => sms.stop())

describe.each(Object.entries(cases))('registration of the webhook of %s', (_name, each) => {
  const { fixture, settings, setting, credentials, stores, schema, refused, forbidden } = each
  const [method, path] = stores
  /** The URL of the object at the provider. */
  let url: string
  let refusal: ((request: Received) => Reply | undefined) | undefined
  let ignores: boolean

  beforeEach(async () => {
    url = ''
    refusal = undefined
    ignores = false
    connection = await sms.connected(fixture, settings)
    sms.provider.reply(async (request) => {
      const reply = refusal?.(request)
      if (reply) return reply
      if (isStore(request) && !ignores) url = connection.inboundUrl
      return each.answer(request, url)
    })
  })

  /** Vonage has one path. A request without parameters stores nothing. */
  const isStore = (request: Received) => request.method === method && path.test(request.path) && request.text !== ''
  const stored = () => sms.provider.received.filter(isStore)

  it('stores the URL in the format of the provider, and repeats this without an error', async () => {
    const result = { ok: true, inbound_url: connection.inboundUrl, problems: {} }
    expect((await connection.register()).body).toMatchObject({
      ...result,
      found: [expect.stringContaining(connection.inboundUrl)],
    })
    expect((await connection.register()).body).toMatchObject(result)
    const check = new Ajv({ allErrors: true, strict: false }).compile(schema)
    expect(stored()).toHaveLength(2)
    for (const request of stored()) {
      const body = await readableBody(request)
      expect(check(body ?? JSON.parse(request.text)), JSON.stringify([body, check.errors])).toBe(true)
      expect(JSON.stringify(body)).toContain(connection.inboundUrl)
    }
  })

  it('does not replace the URL of another service, and names only its host', async () => {
    url = OTHER
    const problem = await connection.problemOf(setting)
    expect(problem).toContain('already sends its messages to other.example.')
    expect(problem).not.toContain('private')
    expect(stored()).toEqual([])
  })

  it('reports a problem if the provider does not store the URL', async () => {
    ignores = true
    expect(await connection.problemOf(setting)).toContain('did not store the URL')
  })

  it('names the setting of credentials that are wrong or that may not manage webhooks', async () => {
    refusal = () => refused
    expect(await connection.problemOf(credentials)).toMatch(/credentials|not accept/)
    refusal = () => forbidden
    expect(await connection.problemOf(credentials)).toContain('may not manage webhooks')
    expect(url).toBe('')
  })

  it.each<[string, Reply]>([
    ['breaks the connection', { drop: 'now' }],
    ['answers with a page', { text: '<html>', headers: { 'content-type': 'text/html' }, status: 502 }],
    ['answers without the expected fields', { body: { nonsense: [1] } }],
  ])('reports a problem of one setting if the provider %s', async (_title, reply) => {
    refusal = () => reply
    const { ok, problems } = (await connection.register()).body
    expect([ok, Object.keys(problems).join()]).toEqual([false, expect.stringMatching(/^settings\.\w+$/)])
  })
})
