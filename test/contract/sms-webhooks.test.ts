// The webhooks of SMS providers without the service: signatures, their limits, and the events of requests.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { InboundRequest } from '../../src/channels/inbound.ts'
import { vonageSignature } from '../../src/channels/sms/vonage-receiver.ts'
import { providerFor } from './providers/fixture.ts'
import { httpGateway, twilio, vonage } from './providers/sms.ts'

const SECRET = 'secret-token'
const NOW = new Date('2030-01-01T12:00:00Z')
const FORM = 'application/x-www-form-urlencoded'
const place = { url: 'https://sms.example/v1/inbound/sms/1', secret: '' }

type Fixture = typeof twilio

function requestOf(body: string, more: Partial<InboundRequest> = {}): InboundRequest {
  const { search = '' } = more
  const query = Object.fromEntries(new URLSearchParams(search))
  const headers = { 'content-type': FORM, ...more.headers }
  return { method: 'POST', query, search, body: Buffer.from(body), receivedAt: NOW, ...more, headers }
}

const receiverOf = (fixture: Fixture) => providerFor(fixture).receiver!
const settingsOf = (fixture: Fixture) => fixture.http!.settings('http://127.0.0.1:1')
const isGenuine = (fixture: Fixture, request: InboundRequest) =>
  receiverOf(fixture).verify(request, settingsOf(fixture), place)

function bodyOf(fixture: Fixture, request: InboundRequest) {
  const receiver = receiverOf(fixture)
  const plain = { bytes: request.body, contentType: request.headers['content-type'] }
  return receiver.parse(receiver.bodyOf?.(request) ?? plain)
}

const keyOf = (fixture: Fixture, request: InboundRequest) =>
  receiverOf(fixture).repeatKey!(bodyOf(fixture, request), settingsOf(fixture), request.receivedAt)

/** Returns a signed request of Twilio. */
function twilioRequest(fields: [string, string][]): InboundRequest {
  const signed = [...fields]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flat()
    .join('')
  const signature = createHmac('sha1', SECRET).update(`${place.url}${signed}`).digest('base64')
  return requestOf(new URLSearchParams(fields).toString(), { headers: { 'x-twilio-signature': signature } })
}

/** Returns the fields of a request of Vonage with their signature. */
function vonageFields(fields: Record<string, string>, signedAt = NOW): Record<string, string> {
  const timed = { ...fields, 'api-key': 'abcd1234', timestamp: String(signedAt.getTime() / 1000) }
  return { ...timed, sig: vonageSignature(timed, 'sha256', SECRET) }
}

const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const fieldsWith = (count: number) =>
  Array.from({ length: count }, (_, place): [string, string] => [`f${String(place).padStart(6, '0')}`, ''])

describe('signed webhooks of SMS providers', () => {
  it('are accepted with a text of the maximum length in which each character is escaped', () => {
    const fields = { msisdn: '15550100001', messageId: '1', text: '&'.repeat(3200) }
    expect(
      isGenuine(
        twilio,
        twilioRequest([
          ['MessageSid', 'SM1'],
          ['Body', '&'.repeat(1600)],
        ]),
      ),
    ).toBe(true)
    expect(isGenuine(vonage, requestOf(formOf(vonageFields(fields))))).toBe(true)
    const json = { headers: { 'content-type': 'application/json' } }
    expect(isGenuine(vonage, requestOf(JSON.stringify(vonageFields(fields)), json))).toBe(true)
  })

  it.each([
    ['more fields', fieldsWith(5000)],
    ['more bytes', [['Body', 'a'.repeat(70_000)]] as [string, string][]],
  ])('are refused with %s than a message has, before the signature is computed', (_title, fields) => {
    expect(isGenuine(twilio, twilioRequest(fields))).toBe(false)
    expect(isGenuine(vonage, requestOf(formOf(vonageFields(Object.fromEntries(fields)))))).toBe(false)
  })
})

describe('repeated webhooks of an HTTP gateway', () => {
  const secondsLater = (seconds: number) => ({ receivedAt: new Date(NOW.getTime() + seconds * 1000) })
  const reply = formOf({ from: '15550100001', text: 'STOP' })

  it('are recognized by the id, or without an id by the sender, the text and the minute', () => {
    const numbered = formOf({ id: 'G1', from: '15550100001', text: 'STOP' })
    const key = keyOf(httpGateway, requestOf(numbered))
    expect(keyOf(httpGateway, requestOf(numbered, secondsLater(86_400)))).toBe(key)
    const unnumbered = keyOf(httpGateway, requestOf(reply))
    expect(unnumbered).toEqual(expect.any(String))
    expect(keyOf(httpGateway, requestOf(reply, secondsLater(59)))).toBe(unnumbered)
    expect(keyOf(httpGateway, requestOf(reply, secondsLater(60)))).not.toBe(unnumbered)
    expect(keyOf(httpGateway, requestOf(formOf({ from: '15550100001', text: 'START' })))).not.toBe(unnumbered)
    expect(keyOf(httpGateway, requestOf(formOf({ from: '15550100002', text: 'STOP' })))).not.toBe(unnumbered)
  })
})
