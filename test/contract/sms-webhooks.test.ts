// The webhooks of SMS providers without the service: signatures, their limits, and the events of requests.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { InboundEvent, InboundRequest } from '../../src/channels/inbound.ts'
import { vonageSignature } from '../../src/channels/sms/vonage-receiver.ts'
import { providerFor } from './providers/fixture.ts'
import { httpGateway, telnyx, twilio, vonage } from './providers/sms.ts'

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

function eventsOf(fixture: Fixture, request: InboundRequest, settings: object = {}): InboundEvent[] {
  const all = { ...settingsOf(fixture), ...settings }
  return receiverOf(fixture).read(bodyOf(fixture, request), all, request.receivedAt)
}

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
  it('accepts signed webhooks with a text of the maximum length in which each character is escaped', () => {
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
  ])('refuses signed webhooks with %s than a message has, before it computes the signature', (_title, fields) => {
    expect(isGenuine(twilio, twilioRequest(fields))).toBe(false)
    expect(isGenuine(vonage, requestOf(formOf(vonageFields(Object.fromEntries(fields)))))).toBe(false)
  })
})

describe('repeated webhooks of an HTTP gateway', () => {
  const secondsLater = (seconds: number) => ({ receivedAt: new Date(NOW.getTime() + seconds * 1000) })
  const reply = formOf({ from: '15550100001', text: 'STOP' })

  it('recognizes a repeated webhook by its id, or without an id by its sender, text and minute', () => {
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

describe('the callback of an HTTP gateway', () => {
  const search = '?secret=secret-token-of-the-gateway&carillon_id=17'
  const json = { headers: { 'content-type': 'application/json' } }
  const delivered = { kind: 'receipt', status: 'delivered', deliveryId: 17 }

  it.each([
    ['with GET', requestOf('', { method: 'GET', search: `${search}&status=delivered` })],
    ['as a form', requestOf('status=delivered', { search })],
    ['as JSON', requestOf(' {"status":"delivered"}', { search, ...json })],
  ])('a receipt identifies the message by the delivery id in the URL: %s', (_title, request) => {
    expect(eventsOf(httpGateway, request, { id_field: undefined })).toMatchObject([{ ...delivered, externalId: '17' }])
    expect(eventsOf(httpGateway, request)).toMatchObject([{ ...delivered, externalId: '17' }])
  })

  it.each([
    ['as a form', requestOf('status=delivered&id=G1', { search })],
    ['as JSON', requestOf('{"status":"delivered","id":"G1"}', { search, ...json })],
  ])('the delivery id in the URL does not replace the id of the gateway: %s', (_title, request) => {
    expect(eventsOf(httpGateway, request)).toMatchObject([{ ...delivered, externalId: 'G1' }])
  })

  it('a receipt at a URL without a delivery id identifies the message by the id that the gateway received', () => {
    const request = requestOf('status=delivered&id=17')
    expect(eventsOf(httpGateway, request, { id_field: undefined })).toMatchObject([{ ...delivered, externalId: '17' }])
    expect(eventsOf(httpGateway, request)[0]).not.toHaveProperty('deliveryId')
  })

  it.each(['x"}', '-1', '1'.repeat(40), ''])('ignores the invalid id %j in the URL', (id) => {
    const invalid = `?secret=1&${formOf({ carillon_id: id })}`
    const request = requestOf('{"status":"delivered","id":"G1"}', { search: invalid, ...json })
    const [event] = eventsOf(httpGateway, request)
    expect(event).toMatchObject({ kind: 'receipt', externalId: 'G1' })
    expect(event).not.toHaveProperty('deliveryId')
  })
})

describe('the signed time of Vonage', () => {
  const HOUR = 3_600_000
  const sent = (fields: Record<string, string>, age: number) =>
    requestOf(formOf(vonageFields({ msisdn: '15550100001', messageId: '1', ...fields }, new Date(NOW.getTime() - age))))

  it('accepts messages of Vonage for a day after they were signed, because Vonage repeats them, and receipts for five minutes', () => {
    const message = { text: 'STOP' }
    expect(isGenuine(vonage, sent(message, 24 * HOUR))).toBe(true)
    expect(isGenuine(vonage, sent(message, 26 * HOUR))).toBe(false)
    expect(isGenuine(vonage, sent(message, -HOUR))).toBe(false)
    expect(isGenuine(vonage, sent({ status: 'delivered' }, HOUR / 20))).toBe(true)
    expect(isGenuine(vonage, sent({ status: 'delivered' }, HOUR / 6))).toBe(false)
  })
})

describe('replies to SMS', () => {
  const twilioReply = (Body: string, more: Record<string, string> = {}) =>
    requestOf(formOf({ MessageSid: 'SM1', From: '+15550100001', Body, ...more }))
  const vonageReply = (text: string) => requestOf(formOf({ msisdn: '15550100001', messageId: '1', text }))
  const texts = { stop_text: 'Stopped.', start_text: 'Back.', help_text: 'Call 555.' }
  const answerTo = (fixture: Fixture, request: InboundRequest, settings: object = {}) =>
    eventsOf(fixture, request, { ...texts, ...settings }).flatMap((event) =>
      event.kind === 'message' ? event.answer : [],
    )

  it('answers an opt-out or help word only if the provider does not answer this word', () => {
    expect(answerTo(vonage, vonageReply('STOP'))).toEqual(['Stopped.'])
    expect(answerTo(httpGateway, requestOf(formOf({ from: '+15550100001', text: 'Help' })))).toEqual(['Call 555.'])
    expect(answerTo(vonage, vonageReply('STOP'), { stop_mode: 'provider' })).toEqual([undefined])
    expect(answerTo(twilio, twilioReply('STOP'))).toEqual([undefined])
    expect(answerTo(twilio, twilioReply('Basta'))).toEqual(['Stopped.'])
    expect(answerTo(twilio, twilioReply('Aiuto', { OptOutType: 'HELP' }))).toEqual([undefined])
  })

  it('the reply YES is an opt-in at Twilio, because Twilio then sends again', () => {
    const optIn = { kind: 'preference', optedIn: true }
    expect(eventsOf(twilio, twilioReply(' Yes! '), { ...texts, stop_mode: 'carillon' })).toMatchObject([
      optIn,
      { kind: 'message', text: ' Yes! ' },
    ])
    expect(answerTo(twilio, twilioReply('yes'), { stop_mode: 'carillon' })).toEqual([undefined])
    expect(eventsOf(vonage, vonageReply('YES'))).toMatchObject([{ kind: 'message' }])
  })

  it('reports a reply from a short code or a name as unreadable, because such a sender is no recipient', () => {
    const data = { event_type: 'message.received', id: 'E1', payload: { id: 'M1', from: { phone_number: '72345' } } }
    const unreadable = [{ kind: 'unreadable', detail: expect.stringContaining('not a phone number') }]
    expect(eventsOf(twilio, twilioReply('STOP', { From: 'Acme' }))).toEqual(unreadable)
    expect(eventsOf(vonage, requestOf(formOf({ msisdn: '72345', messageId: '1', text: 'STOP' })))).toEqual(unreadable)
    expect(eventsOf(telnyx, requestOf(JSON.stringify({ data })))).toEqual(unreadable)
    expect(eventsOf(httpGateway, requestOf(formOf({ from: 'Acme', text: 'STOP' })))).toEqual(unreadable)
  })
})
