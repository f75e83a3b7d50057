// Verification in the SDK. It accepts genuine requests. For any other request it returns the reason and throws no
// exception.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verify, verifyCallback } from '../../sdk/src/index.ts'
import { callbackHeaders, eventHeaders, newSecret } from '../../src/events/sign.ts'

const at = new Date('2030-01-31T09:20:00Z')
const body = JSON.stringify({
  event: 'delivery.sent',
  timestamp: '2030-01-31T09:20:00.000Z',
  delivery: { id: 17, status: 'sent', recipient_id: 5, error_message: null, note: 'città ✓' },
})
const signed = { wireId: 'msg_1', event: 'delivery.sent', mode: 'test' as const, body, at }
const [secret, other] = [newSecret(), newSecret()]
const headers = lower(eventHeaders({ current: secret }, signed))
const now = at
const codeOf = (result: ReturnType<typeof verify>) => (result.ok ? 'genuine' : result.error.code)

/** Lowercases the names of headers, as Node does. */
function lower(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
}

describe('verify()', () => {
  it.each([
    ['text', body, headers],
    ['a Buffer', Buffer.from(body), headers],
    ['bytes', new TextEncoder().encode(body), headers],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer, headers],
    ['a Headers object', body, new Headers(headers)],
    ['names in capitals', body, eventHeaders({ current: secret }, signed)],
  ])('accepts a signed event with %s', (_title, raw, given) => {
    const result = verify(raw, given, secret, { now })
    expect(result).toEqual({
      ok: true,
      name: 'delivery.sent',
      event: JSON.parse(body),
      id: 'msg_1',
      timestamp: at,
      mode: 'test',
      test: false,
    })
    // The event name decides the type of the event. This line would not compile with the name message.sent.
    if (result.ok && result.name === 'delivery.sent') expect(result.event.delivery.id).toBe(17)
  })

  it('reads the name of an event from its `type` field if the event has the envelope with `type` and `data`', () => {
    const text = JSON.stringify({ id: 'evt_1', type: 'message.sent', data: { message_id: '17' } })
    const result = verify(text, eventHeaders({ current: secret }, { ...signed, body: text }), secret, { now })
    expect(result).toMatchObject({ ok: true, name: 'message.sent', event: { data: { message_id: '17' } } })
  })

  it('recognizes a test event by its signed body [D63]', () => {
    for (const text of ['{"event":"delivery.sent","test":true}', '{"type":"message.sent","test":true}']) {
      const result = verify(text, eventHeaders({ current: secret }, { ...signed, body: text }), secret, { now })
      expect(result).toMatchObject({ ok: true, test: true })
    }
  })

  it('accepts the old and the new secret during a rotation', () => {
    const during = eventHeaders({ current: other, previous: secret }, signed)
    for (const known of [secret, other, [secret, other], [newSecret(), other]])
      expect(codeOf(verify(body, during, known, { now }))).toBe('genuine')
    expect(codeOf(verify(body, headers, [other, secret], { now }))).toBe('genuine')
    expect(codeOf(verify(body, headers, [other, newSecret()], { now }))).toBe('wrong_signature')
    for (const known of [secret, [other, secret]])
      expect(codeOf(verify(body, during, known, { now, signature: 'service' }))).toBe('genuine')
    expect(codeOf(verify(body, during, other, { now, signature: 'service' }))).toBe('wrong_signature')
  })

  it.each([0, -300, 300])('accepts an event with a time difference of %i seconds', (seconds) => {
    const then = new Date(at.getTime() + seconds * 1000)
    expect(codeOf(verify(body, headers, secret, { now: then }))).toBe('genuine')
  })

  it.each([-301, 301, 86_400])(
    'refuses both signatures of an event if the clock differs from the timestamp of the event by %i seconds',
    (seconds) => {
      const then = new Date(at.getTime() + seconds * 1000)
      expect(codeOf(verify(body, headers, secret, { now: then }))).toBe('stale')
      expect(codeOf(verify(body, headers, secret, { now: then, signature: 'service' }))).toBe('stale')
      expect(codeOf(verify(body, headers, secret, { now: then, tolerance: 90_000 }))).toBe('genuine')
    },
  )

  const trio = headers['webhook-signature']!
  it.each<[string, string, Record<string, string | string[] | undefined>, string]>([
    ['another body', `${body} `, {}, 'wrong_signature'],
    ['another id', body, { 'webhook-id': 'msg_2' }, 'wrong_signature'],
    [
      'another timestamp, still recent',
      body,
      { 'webhook-timestamp': String(at.getTime() / 1000 + 1) },
      'wrong_signature',
    ],
    ['a timestamp that is not a number', body, { 'webhook-timestamp': 'NaN' }, 'stale'],
    ['a timestamp in hex', body, { 'webhook-timestamp': '0x70F2A2F0' }, 'stale'],
    ['an infinite timestamp', body, { 'webhook-timestamp': 'Infinity' }, 'stale'],
    ['no signature', body, { 'webhook-signature': undefined }, 'missing_header'],
    ['an empty signature', body, { 'webhook-signature': '' }, 'missing_header'],
    ['an empty v1', body, { 'webhook-signature': 'v1,' }, 'wrong_signature'],
    ['another version', body, { 'webhook-signature': trio.replace('v1,', 'v2,') }, 'wrong_signature'],
    ['no version', body, { 'webhook-signature': trio.slice(3) }, 'wrong_signature'],
    ['an incomplete signature', body, { 'webhook-signature': trio.slice(0, 20) }, 'wrong_signature'],
    ['ten thousand wrong signatures', body, { 'webhook-signature': 'v1,AAAA '.repeat(10_000) }, 'wrong_signature'],
    ['no id', body, { 'webhook-id': undefined }, 'missing_header'],
    ['two ids', body, { 'webhook-id': ['msg_1', 'msg_2'] }, 'missing_header'],
    ['two spellings of a header', body, { 'Webhook-Id': 'msg_2' }, 'missing_header'],
    [
      'only the other signature, which does not cover the timestamp',
      body,
      { 'webhook-signature': undefined },
      'missing_header',
    ],
  ])('refuses an event with %s', (_title, text, changed, code) => {
    expect(codeOf(verify(text, { ...headers, ...changed }, secret, { now }))).toBe(code)
  })

  it('finds the genuine signature among several signatures', () => {
    const withOthers = { ...headers, 'webhook-signature': `v1,AAAA v1a,BBBB ${trio} nonsense` }
    expect(codeOf(verify(body, withOthers, secret, { now }))).toBe('genuine')
  })

  it('refuses a signed body that is not an event', () => {
    for (const text of ['', 'null', '[]', '7', '{}', '{"event":7}', '{"event":"delivery.sent"', '\ufeff'])
      expect(
        codeOf(verify(text, eventHeaders({ current: secret }, { ...signed, body: text }), secret, { now })),
        text,
      ).toBe('malformed_body')
  })

  it.each([undefined, '', [], [undefined], 'whsec_', 'whsec_!!!!!!!!!!!!!!!!!!!!', 'svc_live_abc', 7, null])(
    'refuses the secret %j with a message about the form of a secret',
    (wrong) => {
      const result = verify(body, headers, wrong as string, { now })
      expect(codeOf(result)).toBe('bad_secret')
      expect(JSON.stringify(result)).toContain('whsec_ and continues with base64')
    },
  )

  it.each([
    ['a parsed object', JSON.parse(body)],
    ['a parsed list', []],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
  ])('refuses %s as a body, with advice for each framework', (_title, wrong) => {
    const result = verify(wrong, headers, secret, { now })
    expect(codeOf(result)).toBe('parsed_body')
    for (const word of ['express.raw', 'Fastify', 'request.text()', 'rawBody', 'Koa', 'Buffer.concat'])
      expect(JSON.stringify(result)).toContain(word)
  })

  it('refuses a promise as a body with the advice to await it', () => {
    const result = verify(Promise.resolve(body) as unknown as string, headers, secret, { now })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'parsed_body', message: expect.stringContaining('await') },
    })
  })

  it('refuses missing and malformed headers', () => {
    for (const wrong of [{}, undefined, null, 'webhook-id'])
      expect(codeOf(verify(body, wrong as never, secret, { now }))).toBe('missing_header')
  })
})

describe('verifyCallback()', () => {
  const click = JSON.stringify({ delivery_id: 17, action: 'confirm', action_slug: 'confirm', payload: { order: 1 } })
  const key = { id: 9, text: 'svc_live_abc' }
  const genuine = lower(callbackHeaders(key, { ...signed, body: click }))
  const codeAfter = (
    changed: Record<string, string | undefined> = {},
    keys: string | string[] | undefined = key.text,
    text = click,
    then = now,
  ) => {
    const result = verifyCallback(text, { ...genuine, ...changed }, keys, { now: then })
    return result.ok ? 'genuine' : result.error.code
  }

  it('accepts a genuine callback and returns the id of the key that signed it', () => {
    expect(verifyCallback(Buffer.from(click), genuine, ['svc_live_new', key.text], { now })).toEqual({
      ok: true,
      callback: JSON.parse(click),
      id: 'msg_1',
      timestamp: at,
      keyId: '9',
    })
  })

  it('accepts a callback up to five minutes before or after its timestamp [CB-07] [CB-08]', () => {
    const off = (seconds: number) => codeAfter({}, key.text, click, new Date(at.getTime() + seconds * 1000))
    expect([off(300), off(-300), off(301), off(-301)]).toEqual(['genuine', 'genuine', 'stale', 'stale'])
  })

  it('refuses changed callbacks, wrong keys and incomplete headers', () => {
    const mac = genuine['x-service-signature']!
    expect(codeAfter({}, key.text, `${click} `)).toBe('wrong_signature')
    expect(codeAfter({}, 'svc_live_other')).toBe('wrong_signature')
    for (const wrong of [mac.slice('sha256='.length), `sha1=${mac.slice(7)}`, `${mac}00`, mac.slice(0, -2), 'sha256='])
      expect(codeAfter({ 'x-service-signature': wrong }), wrong).toBe('wrong_signature')
    expect(codeAfter({ 'x-service-signature': undefined })).toBe('missing_header')
    expect(codeAfter({ 'x-service-timestamp': undefined })).toBe('missing_header')
    for (const wrong of [undefined, '', [], 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='])
      expect(verifyCallback(click, genuine, wrong, { now })).toMatchObject({ ok: false, error: { code: 'bad_secret' } })
    expect(verifyCallback(JSON.parse(click), genuine, key.text, { now })).toMatchObject({
      ok: false,
      error: { code: 'parsed_body' },
    })
  })

  it('refuses a signed body that is not a callback, such as an event', () => {
    const mac = createHmac('sha256', key.text).update(body).digest('hex')
    expect(codeAfter({ 'x-service-signature': `sha256=${mac}` }, key.text, body)).toBe('malformed_body')
  })
})
