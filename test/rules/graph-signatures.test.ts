// Requests from Meta: handshakes, signatures, and bodies that are not webhooks.
import { describe, expect, it } from 'vitest'
import type { InboundRequest } from '../../src/channels/inbound.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { graphSettings, signBody } from '../harness/graph.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'

const settings = graphSettings('http://127.0.0.1:1')
const receiverOf = (channel: 'whatsapp' | 'messenger') => providerOf(channel).receiver!
const received = new Date('2030-02-01T00:00:00Z')
const place = { url: 'https://notify.example/v1/inbound/whatsapp/1', secret: 'ab' }

describe.each(['whatsapp', 'messenger'] as const)('webhook receiver of %s', (channel) => {
  const receiver = receiverOf(channel)
  const request = (body: string | Buffer, signature: string | undefined): InboundRequest => ({
    method: 'POST',
    headers: { 'x-hub-signature-256': signature },
    query: {},
    search: '',
    body: Buffer.from(body),
    receivedAt: received,
  })
  const verify = (body: string | Buffer, signature?: string, own: object = settings[channel]) =>
    receiver.verify(request(body, signature), own as Record<string, unknown>, place)

  it('accepts a webhook body only if its bytes are exactly the bytes that the app signed', () => {
    const body = '{"text":"caff\\u00e8"}'
    expect(verify(body, signBody(body))).toBe(true)
    expect(verify(body, signBody(body).toUpperCase().replace('SHA256', 'sha256'))).toBe(true)
    expect(verify('{"text":"caffè"}', signBody(body))).toBe(false)
    expect(verify(Buffer.from([0xff, 0x00]), signBody(Buffer.from([0xff, 0x00])))).toBe(true)
  })

  it.each([
    ['no signature', undefined],
    ['another secret', signBody('{}', 'other')],
    ['a signature without its method', signBody('{}').slice(7)],
    ['an incomplete signature', signBody('{}').slice(0, 40)],
    ['an older method', signBody('{}').replace('sha256', 'sha1')],
    ['nonsense', `sha256=${'z'.repeat(64)}`],
  ])('refuses a webhook body with %s', (_title, signature) => {
    expect(verify('{}', signature)).toBe(false)
  })

  it('refuses every signature when no app secret is set', () => {
    expect(verify('{}', signBody('{}', ''), {})).toBe(false)
  })

  it.skipIf(!oraclesDir)("accepts the example signature in Meta's documentation", () => {
    const { secret, body, signature } = JSON.parse(oracleText('signatures/vectors.json')).hub_sha256
    expect(verify(body, signature, { app_secret: secret })).toBe(true)
    expect(verify(`${body} `, signature, { app_secret: secret })).toBe(false)
  })

  it('answers a handshake only if it has the right verify token', () => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'verify' }
    const shake = (change: Record<string, string>) => receiver.handshake!({ ...query, ...change }, settings[channel])
    expect(shake({})).toBe('1158201444')
    expect(shake({ 'hub.verify_token': 'verif' })).toBeUndefined()
    expect(shake({ 'hub.verify_token': '' })).toBeUndefined()
    expect(shake({ 'hub.mode': 'unsubscribe' })).toBeUndefined()
    expect(shake({ 'hub.challenge': '' })).toBeUndefined()
    expect(receiver.handshake!({}, settings[channel])).toBeUndefined()
    expect(receiver.handshake!(query, {})).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hello'],
    ['a list', []],
    ['another object', { object: 'instagram', entry: [] }],
    [
      'malformed entries',
      { object: channel === 'whatsapp' ? 'whatsapp_business_account' : 'page', entry: [null, 5, 'x'] },
    ],
  ])('reports %s as unreadable without throwing', (_title, body) => {
    const events = receiver.read(body, settings[channel], received)
    expect(events.every(({ kind }) => kind === 'unreadable')).toBe(true)
  })
})
