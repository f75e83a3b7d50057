// The certificates with which Amazon SNS signs reports: which URLs are read, how often, and for which connections.
import { sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InboundRequest, Receiver } from '../../src/channels/inbound.ts'
import { MINUTE } from '../../src/limits.ts'
import { certificate } from '../harness/certificate.ts'
import { emailProviders, snsTopic } from '../harness/email-webhooks.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { providerFor } from './providers/fixture.ts'

const now = new Date('2030-01-31T09:00:00Z')
const receiver = providerFor({ channel: 'email', provider: 'ses' }).receiver as Receiver
const server = 'https://sns.eu-west-1.amazonaws.com'
let names = 0
/** Returns the path of a certificate that no other test has read. */
const newPath = () => `/SimpleNotificationService-${String(++names).padStart(32, '0')}.pem`

let amazon: Provider
beforeEach(async () => {
  amazon = await startProvider()
  amazon.reply(() => ({ text: certificate.cert }))
})
afterEach(() => amazon.stop())

const requestOf = (fields: object, receivedAt = now): InboundRequest => ({
  method: 'POST',
  headers: { 'x-amz-sns-topic-arn': snsTopic },
  query: {},
  search: '',
  body: Buffer.from(JSON.stringify({ TopicArn: snsTopic, Timestamp: receivedAt.toISOString(), ...fields })),
  receivedAt,
})
const settingsOf = (gateway: Provider) => ({ topic_arn: snsTopic, api_base: gateway.url })
const keyOf = (request: InboundRequest, gateway = amazon) =>
  receiver.signingKey!(request, {
    settings: settingsOf(gateway),
    signal: AbortSignal.timeout(5000),
    allowPrivateNetwork: true,
  })
const keyAt = (url: string, receivedAt = now, gateway = amazon) =>
  keyOf(requestOf({ SigningCertURL: url }, receivedAt), gateway)

describe('certificates of Amazon SNS', () => {
  it('a certificate of SNS is read once for several reports, also if they arrive at the same time', async () => {
    const url = server + newPath()
    const keys = await Promise.all([keyAt(url), keyAt(url), keyAt(url)])
    expect(await keyAt(url)).toMatch(/^-----BEGIN PUBLIC KEY-----/)
    expect(new Set(keys).size).toBe(1)
    expect(amazon.received).toHaveLength(1)
  })

  it('a certificate of SNS that came through the gateway of a connection is not used for other connections', async () => {
    const gateway = await startProvider()
    gateway.reply(() => ({ text: certificate.cert }))
    amazon.reply(() => ({ status: 403, text: 'no' }))
    const url = server + newPath()
    expect(await keyAt(url, now, gateway)).toBeDefined()
    expect(await keyAt(url)).toBeUndefined()
    await gateway.stop()
  })

  it.each(['?Action=GetTopicAttributes&X-Amz-Signature=1', '#fragment'])(
    'a certificate of SNS is not read at a URL that ends with %j',
    async (end) => {
      expect(await keyAt(server + newPath() + end)).toBeUndefined()
      expect(amazon.received).toEqual([])
    },
  )

  it('a certificate of SNS is refused if another text precedes it or if it cannot be parsed', async () => {
    for (const text of [
      `{"Message":"\n${certificate.cert}"}`,
      '-----BEGIN CERTIFICATE-----\nno',
      'BEGIN CERTIFICATE',
    ]) {
      amazon.reply(() => ({ text }))
      expect(await keyAt(server + newPath())).toBeUndefined()
    }
  })

  it.each([403, 404])(
    'a certificate of SNS counts as missing if the server answers %i, and is requested again after a minute',
    async (status) => {
      const url = server + newPath()
      amazon.reply(() => ({ status, text: 'no' }))
      expect(await keyAt(url)).toBeUndefined()
      expect(await keyAt(url, new Date(now.getTime() + MINUTE - 1))).toBeUndefined()
      expect(amazon.received).toHaveLength(1)
      amazon.reply(() => ({ text: certificate.cert }))
      expect(await keyAt(url, new Date(now.getTime() + MINUTE))).toBeDefined()
    },
  )

  it.each([429, 500, 503])(
    'a certificate of SNS cannot be read while the server answers %i, and is read for the next report',
    async (status) => {
      amazon.reply(() => ({ status, text: 'no' }))
      const url = server + newPath()
      await expect(keyAt(url)).rejects.toThrow('could not be read')
      amazon.reply(() => ({ text: certificate.cert }))
      expect(await keyAt(url)).toBeDefined()
    },
  )

  it('a certificate of SNS is requested by at most four calls at the same time, so that unknown callers cannot cause many requests', async () => {
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    amazon.reply(async () => {
      await released
      return { status: 404, text: 'no' }
    })
    const four = Array.from({ length: 4 }, () => keyAt(server + newPath()))
    await expect(keyAt(server + newPath())).rejects.toThrow('could not be read')
    release()
    expect(await Promise.all(four)).toEqual([undefined, undefined, undefined, undefined])
    expect(amazon.received).toHaveLength(4)
  })

  it('a certificate of SNS is not requested for a body that is larger than all reports', async () => {
    const request = requestOf({ SigningCertURL: server + newPath(), Message: 'x'.repeat(256 * 1024) })
    expect(await keyOf(request)).toBeUndefined()
    expect(amazon.received).toEqual([])
  })
})

describe('bodies with their own signature', () => {
  it.each(['constructor', '__proto__', 'toString', 'Other'])('a report of SES with the type %j is refused', (Type) => {
    const Signature = sign('sha256', Buffer.from(''), certificate.key).toString('base64')
    const body = `{"Type":"${Type}","SignatureVersion":"2","Signature":"${Signature}"}`
    const request = { ...requestOf({}), body: Buffer.from(body), signingKey: certificate.cert }
    expect(receiver.verify(request, settingsOf(amazon), { url: '', secret: '' })).toBe(false)
  })

  it('a report of Mailgun is refused if its body is larger than all reports', () => {
    const mailgun = providerFor({ channel: 'email', provider: 'mailgun' }).receiver as Receiver
    const { headers, body } = emailProviders.mailgun!.webhook({ event: 'soft', id: 'm', address: 'a@b.example' }, now)
    const verify = (text: string) =>
      mailgun.verify(
        { method: 'POST', headers, query: {}, search: '', body: Buffer.from(text), receivedAt: now },
        { webhook_signing_key: 'secret-token' },
        { url: '', secret: '' },
      )
    expect(verify(body)).toBe(true)
    expect(verify(body + ' '.repeat(256 * 1024))).toBe(false)
  })
})
