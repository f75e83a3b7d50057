// Registration of the webhooks of single SMS providers: their numbers, services and profiles, and the command.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerOf } from '../../src/channels/providers.ts'
import { commandsIn } from '../harness/command.ts'
import {
  type RegistrableConnection,
  type SmsRegistrations,
  startSmsRegistrations,
} from '../harness/sms-registrations.ts'
import { httpGateway, telnyx, twilio, vonage } from './providers/sms.ts'

const NUMBER = '+15550100000'
const SERVICE = `MG${'1'.repeat(32)}`
const PROFILE = '00112233-4455-6677-8899-aabbccddeeff'
const OTHER = 'https://other.example/hook'

const twilioRefusal = (status: number, code: number) => ({ status, body: { code, message: 'no', status } })
const numbered = (url: string, more: object = {}) => ({
  incoming_phone_numbers: [{ sid: 'PN1', phone_number: NUMBER, sms_url: url, sms_application_sid: '', ...more }],
})

let sms: SmsRegistrations
let connection: RegistrableConnection

beforeAll(async () => {
  sms = await startSmsRegistrations()
})
afterAll(() => sms.stop())

describe('registration at Twilio', () => {
  const replyWith = (more: object, url = '') =>
    sms.provider.reply(({ method }) => ({
      body: method === 'GET' ? numbered(url, more) : { sms_url: connection.inboundUrl },
    }))

  it("replaces the URL of Twilio's own demonstration", async () => {
    connection = await sms.connected(twilio)
    replyWith({}, 'https://demo.twilio.com/welcome/sms/reply')
    expect((await connection.register()).body).toMatchObject({ ok: true, problems: {} })
  })

  it('registers each number and short code of the senders once, and registers no sender that is a name', async () => {
    connection = await sms.connected(twilio, { senders: `+1=12345, +44=${NUMBER}, +39=Shop` })
    sms.provider.reply(({ method, path }) => {
      if (method === 'POST') return { body: { sms_url: connection.inboundUrl } }
      return path.includes('ShortCodes')
        ? { body: { short_codes: [{ sid: 'SC1', short_code: '12345', sms_url: '' }] } }
        : { body: numbered('') }
    })
    expect((await connection.register()).body).toMatchObject({ ok: true })
    const paths = sms.provider.received.filter(({ method }) => method === 'POST').map(({ path }) => path.split('AC')[1])
    expect(paths.map((path) => path?.slice(33))).toEqual(['IncomingPhoneNumbers/PN1.json', 'SMS/ShortCodes/SC1.json'])
  })

  it('reports a sender that is not a number of the account, and a number that belongs to an application', async () => {
    connection = await sms.connected(twilio, { from: 'Shop', senders: '+1=+15550100009' })
    replyWith({})
    expect(await connection.problemOf('senders')).toContain('+15550100009 is not a number of this account')
    connection = await sms.connected(twilio)
    replyWith({ sms_application_sid: 'AP1' })
    expect(await connection.problemOf('from')).toContain('belongs to an application')
  })

  it('explains that a sender with a name needs no webhook', async () => {
    connection = await sms.connected(twilio, { from: 'Shop' })
    expect(await connection.problemOf('from')).toContain('no webhook is needed')
    expect(sms.provider.received).toEqual([])
  })

  it('reports a messaging service that does not exist, and a messaging service that uses the webhooks of its numbers', async () => {
    connection = await sms.connected(twilio, { messaging_service_sid: SERVICE, from: undefined })
    sms.provider.reply(() => twilioRefusal(404, 20404))
    expect(await connection.problemOf('messaging_service_sid')).toContain('is not a messaging service of this account')
    sms.provider.reply(() => ({ body: { sid: SERVICE, use_inbound_webhook_on_number: true } }))
    expect(await connection.problemOf('messaging_service_sid')).toContain('choose Send a webhook')
  })

  it('uses the API key, and names the secret of the key if Twilio refuses the key', async () => {
    const key = { api_key_sid: `SK${'0'.repeat(32)}`, api_key_secret: 'key-secret' }
    connection = await sms.connected(twilio, key)
    sms.provider.reply(() => twilioRefusal(401, 20003))
    expect(await connection.problemOf('api_key_secret')).toMatch(/\w/)
    const expected = `Basic ${Buffer.from(`${key.api_key_sid}:key-secret`).toString('base64')}`
    expect(sms.provider.received.at(-1)?.headers.authorization).toBe(expected)
  })
})

describe('registration at Telnyx', () => {
  it('stores the URL once in a messaging profile that several senders share', async () => {
    connection = await sms.connected(telnyx, { messaging_profile_id: PROFILE, senders: '+1=12345' })
    sms.provider.reply(({ path, method }) => {
      if (path.startsWith('/v2/short_codes'))
        return { body: { data: [{ short_code: '12345', messaging_profile_id: PROFILE }] } }
      if (path.startsWith('/v2/phone_numbers'))
        return { body: { data: [{ phone_number: NUMBER, messaging_profile_id: PROFILE.toUpperCase() }] } }
      return { body: { data: { id: PROFILE, webhook_url: method === 'PATCH' ? connection.inboundUrl : null } } }
    })
    expect((await connection.register()).body).toMatchObject({ ok: true, problems: {} })
    expect(sms.provider.received.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  })

  it.each([
    ['another account', [], 'is not a number of this account'],
    ['no messaging profile', [{ phone_number: NUMBER, messaging_profile_id: null }], 'belongs to no messaging profile'],
  ])('reports a number of %s', async (_title, data, problem) => {
    connection = await sms.connected(telnyx)
    sms.provider.reply(() => ({ body: { data } }))
    expect(await connection.problemOf('from')).toContain(problem)
  })

  it('reports a messaging profile that does not exist', async () => {
    connection = await sms.connected(telnyx, { messaging_profile_id: PROFILE, from: 'Shop' })
    sms.provider.reply(() => ({ status: 404, body: { errors: [{ code: '10005', title: 'Not found' }] } }))
    expect(await connection.problemOf('messaging_profile_id')).toContain('is not a messaging profile of this account')
  })
})

describe('registration at Vonage', () => {
  it('requires the signature secret, because webhooks without a signature are refused', async () => {
    connection = await sms.connected(vonage, { signature_secret: undefined })
    expect(await connection.problemOf('signature_secret')).toContain('is required')
    expect(sms.provider.received).toEqual([])
  })

  it('does not replace the URL for receipts that another service registered', async () => {
    connection = await sms.connected(vonage)
    const answer = { 'mo-callback-url': connection.inboundUrl, 'dr-callback-url': OTHER }
    sms.provider.reply(() => ({ body: answer }))
    expect((await connection.register()).body).toMatchObject({ ok: true })
    expect([...new URLSearchParams(sms.provider.received.at(-1)?.text).keys()]).toEqual(['moCallBackUrl'])
  })

  it('answers 200 when Vonage checks the URL, and refuses webhooks without a valid signature', async () => {
    connection = await sms.connected(vonage)
    const at = connection.inboundUrl.replace(/^.*(?=\/v1\/)/, sms.test.url)
    expect((await fetch(at)).status).toBe(200)
    expect((await fetch(`${at}?messageId=1&msisdn=15550100001&status=delivered&sig=00`)).status).toBe(403)
    expect((await fetch(at, { method: 'POST' })).status).toBe(403)
  })
})

describe('the webhook of SMS', () => {
  it('`carillon connection register sms` registers the webhook of SMS', async () => {
    connection = await sms.connected(twilio)
    const { run } = commandsIn(() => ({ CARILLON_URL: sms.test.url, DATA_DIR: sms.test.dataDir }))
    const command = ['connection', 'register', 'sms', '--workspace', String(connection.workspace)]
    sms.provider.reply(({ method }) => ({ body: method === 'GET' ? numbered('') : { sms_url: connection.inboundUrl } }))
    expect(await run(...command)).toMatchObject({ code: 0, out: expect.stringMatching(/^ok .*\/inbound\/sms\//) })
    sms.provider.reply(() => ({ body: numbered(OTHER) }))
    expect(await run(...command)).toMatchObject({ code: 1, out: expect.stringMatching(/^fail settings\.from/) })
  })

  it('requires a public https URL, unless the requests go to the gateway in `api_base`', async () => {
    const settings = { ...twilio.http!.settings(''), api_base: undefined }
    const call = { settings, signal: AbortSignal.timeout(10_000), allowPrivateNetwork: true, now: new Date() }
    const place = { url: 'http://localhost:3000/v1/inbound/sms/1', secret: '' }
    const { problems } = await providerOf('sms', 'twilio').webhook!.register!(call, place)
    expect(problems.auth_token).toContain('needs a public https URL, and PUBLIC_URL is http://localhost:3000')
  })

  it('describes the webhook of each SMS provider, and does not register webhooks at an HTTP gateway', async () => {
    const { body } = await sms.test.manage('GET', '/channels')
    const { providers } = body.data.find(({ name }: { name: string }) => name === 'sms')
    const described = providers.map(
      ({ name, webhook }: { name: string; webhook: { link: string; registers: boolean } }) => [
        name,
        webhook.registers,
        webhook.link,
      ],
    )
    const page = expect.stringMatching(/^https:/)
    expect(described).toEqual([
      ['twilio', true, page],
      ['vonage', true, page],
      ['telnyx', true, page],
      ['http', false, null],
    ])
    connection = await sms.connected(httpGateway)
    const refused = await connection.register()
    expect([refused.status, refused.body.details.channel[0]]).toEqual([
      422,
      expect.stringContaining('no way to register'),
    ])
  })
})
