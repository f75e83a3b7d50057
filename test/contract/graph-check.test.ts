// Connection checks of WhatsApp and Messenger: the findings for a correct connection and for each possible problem.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerOf } from '../../src/channels/providers.ts'
import { graphSettings } from '../harness/graph.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'

type Answers = Record<string, Reply>

describe('connection checks at Meta', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  /**
   * Runs the check against a provider with these answers. Each key of `answers` is a part of a request path. A request
   * with another path gets the error for an unknown object.
   */
  const check = (channel: 'whatsapp' | 'messenger', answers: Answers, change: object = {}) => {
    provider.received.length = 0
    provider.reply(({ path }) => {
      const found = Object.entries(answers).find(([part]) => path.includes(part))
      return found?.[1] ?? { status: 400, body: { error: { code: 100, message: 'Unsupported get request' } } }
    })
    const settings = { ...graphSettings(provider.url)[channel], ...change }
    return providerOf(channel).check!(settings, true, new Date())
  }
  const error = (code: number, error_subcode?: number): Reply => ({
    status: 400,
    body: { error: { code, error_subcode, message: 'no', type: 'OAuthException' } },
  })
  const token = (data: object): Answers => ({ debug_token: { body: { data } } })

  describe('WhatsApp connection check', () => {
    const good: Answers = {
      '/10?fields': {
        body: { id: '10', display_phone_number: '+39 333 1234567', verified_name: 'Shop', quality_rating: 'GREEN' },
      },
      '/20/message_templates': { body: { data: [] } },
      '/20/subscribed_apps': { body: { data: [{ whatsapp_business_api_data: { id: '1', name: 'My app' } }] } },
      ...token({
        is_valid: true,
        expires_at: 0,
        scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
      }),
    }

    it('reports the working parts of a WhatsApp connection and sends nothing', async () => {
      expect(await check('whatsapp', good)).toEqual({
        found: [
          'the number +39 333 1234567 (Shop) can be used',
          'the quality of the number is rated GREEN',
          'the list of approved templates can be read',
          'statuses and replies go to the app My app',
          'the access token does not expire',
        ],
        problems: {},
      })
      expect(provider.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'GET'])
      expect(provider.received.every(({ headers }) => headers.authorization === 'Bearer secret-token')).toBe(true)
    })

    it('reports the URL to which Meta sends the webhooks of the number, and a number without such a URL', async () => {
      const callbacks = (webhook_configuration: object): Answers => ({
        '=webhook_configuration': { body: { id: '10', webhook_configuration } },
        ...good,
      })
      const [number, account, app] = ['https://a.example/number', 'https://a.example/account', 'https://a.example/app']
      const found = async (urls: object) => (await check('whatsapp', callbacks(urls))).found
      const all = { phone_number: number, whatsapp_business_account: account, application: app }
      expect(await found(all)).toContain(`the webhooks of the number go to ${number}`)
      expect(await found({ ...all, phone_number: '' })).toContain(`the webhooks of the number go to ${account}`)
      expect(await found({ application: app })).toContain(`the webhooks of the number go to ${app}`)
      const { problems } = await check('whatsapp', callbacks({ application: '' }))
      expect(problems).toEqual({ verify_token: expect.stringContaining('no callback URL for this number') })
    })

    it.each<[string, Answers, string, RegExp]>([
      ['an expired token', { '/10?fields': error(190, 463) }, 'access_token', /has expired/],
      ['a token without the permission', { '/10?fields': error(200) }, 'access_token', /whatsapp_business_messaging/],
      ['a number that does not exist', { '/10?fields': error(100, 33) }, 'phone_number_id', /does not exist/],
      [
        'an id of something other than a number',
        { '/10?fields': { body: { id: '10', name: 'Page' } } },
        'phone_number_id',
        /not the id of a WhatsApp phone number/,
      ],
      ['an HTML page as the answer', { '/10?fields': { text: '<html>' } }, 'phone_number_id', /cannot be read/],
      ['a closed connection', { '/10?fields': { drop: 'now' } }, 'phone_number_id', /did not answer/],
      ['another account', { ...good, '/20/message_templates': error(100, 33) }, 'waba_id', /./],
      [
        'an account without an app',
        { ...good, '/20/subscribed_apps': { body: { data: [] } } },
        'waba_id',
        /POST \/20\/subscribed_apps/,
      ],
      [
        'a token with other permissions',
        { ...good, ...token({ is_valid: true, scopes: ['ads_read'] }) },
        'access_token',
        /lacks the permission/,
      ],
      [
        'a token that is no longer valid',
        { ...good, ...token({ is_valid: false, error: { message: 'Session expired' } }) },
        'access_token',
        /Session expired/,
      ],
    ])('reports a problem of a WhatsApp connection with %s', async (_title, answers, setting, problem) => {
      const { problems } = await check('whatsapp', answers)
      expect(Object.keys(problems)).toEqual([setting])
      expect(problems[setting]).toMatch(problem)
      expect(JSON.stringify(problems)).not.toContain('secret-token')
    })

    it('reports the expiry of a WhatsApp token and accepts a missing account or missing token details', async () => {
      const expiring = token({ is_valid: true, expires_at: 1_896_080_400, scopes: [] })
      const { found } = await check('whatsapp', { ...good, ...expiring })
      expect(found.at(-1)).toContain('expires at 2030-01-31T09:00:00Z: ')
      const { debug_token: _, ...silent } = good
      expect(await check('whatsapp', silent, { waba_id: undefined })).toEqual({
        found: [
          'the number +39 333 1234567 (Shop) can be used',
          'the quality of the number is rated GREEN',
          'without waba_id, the list of approved templates is not read',
        ],
        problems: {},
      })
    })
  })

  describe('Messenger connection check', () => {
    const fields = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads']
    const good: Answers = {
      '/me?fields': { body: { id: '30', name: 'Shop' } },
      '/30/subscribed_apps': { body: { data: [{ id: '1', subscribed_fields: fields }] } },
      ...token({ is_valid: true, expires_at: 0, scopes: ['pages_messaging'] }),
    }

    it('reports the working parts of a Messenger connection', async () => {
      expect(await check('messenger', good)).toEqual({
        found: [
          'the token belongs to the page Shop',
          'the page sends all required webhooks to the app',
          'the access token does not expire',
        ],
        problems: {},
      })
    })

    it.each<[string, Answers, string, RegExp]>([
      ['an expired token', { '/me?fields': error(190) }, 'page_access_token', /not valid any more/],
      [
        "another page's token",
        { '/me?fields': { body: { id: '31', name: 'Other' } } },
        'page_access_token',
        /Other \(31\), not to the page 30/,
      ],
      [
        'a page without subscribed fields',
        { ...good, '/30/subscribed_apps': { body: { data: [{ subscribed_fields: ['messages'] }] } } },
        'page_id',
        /messaging_postbacks, message_deliveries, message_reads/,
      ],
      [
        'a token without the permission to send [MSGR-01]',
        { ...good, ...token({ is_valid: true, scopes: ['pages_show_list'] }) },
        'page_access_token',
        /lacks the permission pages_messaging/,
      ],
    ])('reports a problem of a Messenger connection with %s', async (_title, answers, setting, problem) => {
      const { problems } = await check('messenger', answers)
      expect(Object.keys(problems)).toEqual([setting])
      expect(problems[setting]).toMatch(problem)
    })
  })

  it.each(['whatsapp', 'messenger'] as const)(
    'requires an https PUBLIC_URL for webhooks of %s unless a gateway is set',
    async (channel) => {
      const announce = async (url: string, api_base?: string) => {
        const settings = { ...graphSettings('')[channel], api_base }
        const place = { url: `${url}/v1/inbound/${channel}/1`, secret: 'ab' }
        const call = { settings, signal: AbortSignal.timeout(1000), allowPrivateNetwork: true }
        return providerOf(channel).receiver!.announce!(call, place)
      }
      expect((await announce('http://localhost:3000')).problems).toEqual({
        verify_token: expect.stringContaining('PUBLIC_URL (http://localhost:3000) is not an https URL'),
      })
      expect(await announce('https://carillon.example')).toEqual({ found: [], problems: {} })
      expect(await announce('http://localhost:3000', 'http://127.0.0.1:1')).toEqual({ found: [], problems: {} })
    },
  )
})
