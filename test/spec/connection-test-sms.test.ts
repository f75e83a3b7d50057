// A test message through each SMS provider: the URL for its receipt, and the receipt that the provider sends there.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vonageSignature } from '../../src/channels/sms/vonage-receiver.ts'
import { connect } from '../contract/providers/delivery-case.ts'
import type { ProviderFixture } from '../contract/providers/fixture.ts'
import { httpGateway, telnyx, twilio, vonage } from '../contract/providers/sms.ts'
import { commandsIn } from '../harness/command.ts'
import { type Provider, type Received, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const PUBLIC_URL = 'https://sms.example'
const PHONE = '+15550100001'
const SECRET = 'secret-token'

const telnyxKey = generateKeyPairSync('ed25519')
const telnyxPublicKey = Buffer.from(String(telnyxKey.publicKey.export({ format: 'jwk' }).x), 'base64url')

interface Report {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

interface PlayedProvider {
  fixture: ProviderFixture
  settings?: object
  /** Returns the URL for receipts in the request. */
  callbackIn(request: Received): string | null | undefined
  /** Returns the request that reports the delivery of the message. */
  report(url: string, id: string, at: Date): Report
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const secondsOf = (at: Date) => String(Math.floor(at.getTime() / 1000))
const formOf = ({ text }: Received) => new URLSearchParams(text)

const played: Record<string, PlayedProvider> = {
  twilio: {
    fixture: twilio,
    callbackIn: (request) => formOf(request).get('StatusCallback'),
    report: (url, MessageSid) => {
      const signed = `${url}MessageSid${MessageSid}MessageStatusdelivered`
      const signature = createHmac('sha1', SECRET).update(signed).digest('base64')
      const body = new URLSearchParams({ MessageSid, MessageStatus: 'delivered' }).toString()
      return { method: 'POST', url, headers: { ...form, 'x-twilio-signature': signature }, body }
    },
  },
  vonage: {
    fixture: vonage,
    callbackIn: (request) => formOf(request).get('callback'),
    report: (url, messageId, at) => {
      const fields = {
        messageId,
        msisdn: '15550100001',
        status: 'delivered',
        'err-code': '0',
        timestamp: secondsOf(at),
      }
      const query = new URLSearchParams({ ...fields, sig: vonageSignature(fields, 'sha256', SECRET) }).toString()
      return { method: 'GET', url: `${url}?${query}`, headers: {} }
    },
  },
  telnyx: {
    fixture: telnyx,
    settings: { public_key: telnyxPublicKey.toString('base64') },
    callbackIn: ({ text }) => JSON.parse(text).webhook_url,
    report: (url, id, at) => {
      const payload = { id, to: [{ phone_number: PHONE, status: 'delivered' }] }
      const body = JSON.stringify({ data: { id: 'E1', event_type: 'message.finalized', payload } })
      const time = secondsOf(at)
      const signature = sign(null, Buffer.from(`${time}|${body}`), telnyxKey.privateKey).toString('base64')
      const headers = { 'telnyx-signature-ed25519': signature, 'telnyx-timestamp': time }
      return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body }
    },
  },
  http: {
    fixture: httpGateway,
    settings: { body: 'to={{to}}&text={{text}}&dlr={{callback}}', id_field: undefined },
    callbackIn: (request) => formOf(request).get('dlr'),
    report: (url) => ({ method: 'GET', url: `${url}&status=delivered`, headers: {} }),
  },
}

describe('a test SMS', () => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('embedded', { PUBLIC_URL })
    provider = await startProvider()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const connected = async ({ fixture, settings }: PlayedProvider): Promise<string> => {
    tenant = await test.tenant()
    provider.received.length = 0
    const accepted = fixture.http!.replies.sent
    if (typeof accepted === 'string') throw new Error(accepted)
    provider.reply(() => accepted)
    const place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/sms`
    const { status, body } = await connect(test, place, fixture, {
      ...fixture.http!.settings(provider.url),
      ...settings,
    })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return place
  }
  const receive = ({ url, ...request }: Report) => fetch(url.replace(PUBLIC_URL, test.url), request)

  it.each(Object.entries(played))(
    'a test message is sent through %s, and its receipt is reported',
    async (_name, play) => {
      const place = await connected(play)
      const { status, body } = await test.manage('POST', `${place}/test`, { to: PHONE })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.steps.map(({ step, state }: { step: string; state: string }) => [step, state])).toEqual([
        ['composed', 'done'],
        ['signed', 'skipped'],
        ['accepted', 'done'],
        ['receipt', 'pending'],
      ])
      const { connection, external_id, sent_at } = body
      const query = new URLSearchParams({ connection, external_id, sent_at }).toString()
      const receipt = async () => (await test.manage('GET', `${place}/test?${query}`)).body.receipt
      expect(await receipt()).toBeNull()
      const callback = play.callbackIn(provider.received[0]!)
      expect(callback).toContain(`${PUBLIC_URL}/v1/inbound/sms/${connection}`)
      const answer = await receive(play.report(String(callback), external_id, test.clock.now()))
      expect(answer.status).toBe(200)
      expect(await receipt()).toMatchObject({ status: 'delivered' })
    },
  )

  it('`carillon connection test sms` prints each step and the receipt', async () => {
    await connected(played.twilio!)
    const { run } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))
    const running = run('connection', 'test', 'sms', '--workspace', String(tenant.workspace), '--to', PHONE)
    await test.until(async () => provider.received.length > 0)
    const callback = String(played.twilio!.callbackIn(provider.received[0]!))
    await receive(played.twilio!.report(callback, 'SM0123456789abcdef0123456789abcdef', test.clock.now()))
    const { code, out } = await running
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^ok {3}composed {2}the message has \d+ characters\n.*\nok {3}accepted .*\nok {3}receipt +delivered\n$/,
      ),
    ])
  })

  it('expects no receipt from a gateway without settings for inbound webhooks', async () => {
    const place = await connected({ ...played.http!, settings: { ...played.http!.settings, inbound: undefined } })
    const { body } = await test.manage('POST', `${place}/test`, { to: PHONE })
    expect(body.steps.at(-1)).toMatchObject({ step: 'receipt', state: 'skipped' })
  })
})
