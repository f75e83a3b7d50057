// A provider on loopback plays Firebase Cloud Messaging: access tokens, requests, and the outcome of every answer.
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import { createPushSender } from '../../src/channels/push/sending.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import {
  accountKey,
  answerAsFirebase,
  fcmDetail,
  fieldViolation,
  firebaseError,
  isTokenRequest,
  serviceAccount,
} from '../harness/push.ts'
import { expectRemedies } from '../harness/remedies.ts'

const message: OutgoingMessage = {
  deliveryId: 42,
  address: 'devices:7',
  recipientName: 'Ada',
  priority: 'normal',
  subject: 'Your order',
  body: 'It left',
  vars: {},
  locale: 'it',
  actions: [],
  attachments: [],
  devices: [{ kind: 'fcm', token: 'token-of-ada', registered_at: '2026-01-01T00:00:00.000Z' }],
}
const buttons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `a${index}`,
    label: `Button "${index}"`,
    token: 'T'.repeat(64),
    url: `https://carillon.example/a/${index}`,
  }))

describe('Firebase Cloud Messaging', () => {
  let provider: Provider
  let sender = createPushSender()
  const now = new Date('2026-11-21T09:00:00Z')
  beforeAll(async () => {
    provider = await startProvider()
  })
  // Fails if a request body violated the schema of the provider.
  afterAll(() => provider.stop())
  beforeEach(() => {
    sender = createPushSender()
    provider.received.length = 0
    answerAsFirebase(provider)
  })

  const settings = (base = provider.url) => ({ fcm: { service_account: serviceAccount(base), api_base: base } })
  const send = (change: Partial<OutgoingMessage> = {}, call: Partial<SendCall> = {}) =>
    sender.send({
      message: { ...message, ...change },
      settings: settings(),
      signal: AbortSignal.timeout(10_000),
      now,
      progress: {},
      lane: 1,
      allowPrivateNetwork: true,
      ...call,
    })
  const tokens = () => provider.received.filter(isTokenRequest)
  const sent = () => provider.received.filter((request) => !isTokenRequest(request))
  const body = () => JSON.parse(sent().at(-1)!.text).message

  it("requests an access token with the service account's signed assertion, and reuses the token", async () => {
    expect(await send()).toMatchObject({ class: 'sent', externalId: 'projects/shop-1/messages/0:1' })
    const form = new URLSearchParams(tokens()[0]!.text)
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload, protectedHeader } = await jwtVerify(form.get('assertion')!, accountKey, { currentDate: now })
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'k1' })
    expect(payload).toMatchObject({
      iss: 'push@shop.iam.gserviceaccount.com',
      aud: `${provider.url}/token`,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      exp: now.getTime() / 1000 + 3600,
    })
    expect(sent()[0]).toMatchObject({ method: 'POST', path: '/v1/projects/shop-1/messages:send' })
    expect(sent()[0]!.headers.authorization).toBe('Bearer ya29.secret')
    await Promise.all([send(), send()])
    expect([tokens().length, sent().length]).toEqual([1, 3])
  })

  it('requests one FCM access token for concurrent messages, and a new one before it expires', async () => {
    await Promise.all([send(), send(), send()])
    expect(tokens().length).toBe(1)
    await send({}, { now: new Date(now.getTime() + 54 * 60_000) })
    expect(tokens().length).toBe(1)
    await send({}, { now: new Date(now.getTime() + 56 * 60_000) })
    expect(tokens().length).toBe(2)
    await send({}, { settings: { fcm: { ...settings().fcm, service_account: serviceAccount(provider.url, 'b@c.d') } } })
    expect(tokens().length).toBe(3)
  })

  it('requests a new FCM access token at once when Firebase refuses the stored one', async () => {
    await send()
    let refusals = 1
    answerAsFirebase(provider, () =>
      refusals-- > 0 ? firebaseError(401, 'UNAUTHENTICATED') : { body: { name: 'projects/shop-1/messages/2' } },
    )
    expect(await send()).toMatchObject({ class: 'sent', externalId: 'projects/shop-1/messages/2' })
    expect(tokens().length).toBe(2)
  })

  it('sends an FCM notification with the fields of every platform', async () => {
    await send({
      priority: 'high',
      actions: buttons(1),
      media: { url: 'https://example.com/a.png', type: 'image', caption: 'On its way' },
      own: { icon: 'https://example.com/i.png', url: 'https://example.com/orders/1', ttl: 3600 },
    })
    expect(body()).toEqual({
      token: 'token-of-ada',
      notification: { title: 'Your order', body: 'It left\nOn its way', image: 'https://example.com/a.png' },
      data: {
        delivery_id: '42',
        lang: 'it',
        actions: JSON.stringify([{ action: 'a0', title: 'Button "0"', url: 'https://carillon.example/a/0' }]),
        url: 'https://example.com/orders/1',
      },
      android: { priority: 'HIGH', ttl: '3600s', notification: { tag: 'delivery-42' } },
      apns: {
        headers: {
          'apns-priority': '10',
          'apns-collapse-id': 'delivery-42',
          'apns-expiration': String(now.getTime() / 1000 + 3600),
        },
        payload: { aps: { 'mutable-content': 1, sound: 'default' } },
        fcmOptions: { image: 'https://example.com/a.png' },
      },
      webpush: {
        headers: { TTL: '3600', Urgency: 'high', Topic: 'delivery-42' },
        notification: { tag: 'delivery-42', icon: 'https://example.com/i.png' },
        fcmOptions: { link: 'https://example.com/orders/1' },
      },
    })
  })

  it.each([
    ['low', 'NORMAL', '5', undefined],
    ['normal', 'NORMAL', '5', 'default'],
    ['high', 'HIGH', '10', 'default'],
  ] as const)('sends FCM priority %s as Android %s and APNs %s', async (priority, android, apns, sound) => {
    await send({ priority })
    expect(body().android.priority).toBe(android)
    expect(body().apns.headers['apns-priority']).toBe(apns)
    expect(body().apns.payload.aps.sound).toBe(sound)
  })

  it.each([1, 2, 3, 4, 5])('sends %i buttons to FCM as text in the `data` field', async (count) => {
    await send({ actions: buttons(count) })
    expect(JSON.parse(body().data.actions)).toHaveLength(count)
    expect(Object.values(body().data).every((value) => typeof value === 'string')).toBe(true)
  })

  it.each(['document', 'video'] as const)(
    'the text of an FCM message names the attachment (%s), and a click on the notification opens the attachment',
    async (type) => {
      await send({ media: { url: 'https://example.com/f', type, filename: 'invoice.pdf' } })
      expect(body().notification).toEqual({ title: 'Your order', body: 'It left\ninvoice.pdf' })
      expect(body().data.url).toBe('https://example.com/f')
      expect(JSON.parse(body().data.media)).toEqual({ url: 'https://example.com/f', type, filename: 'invoice.pdf' })
    },
  )

  it.each<[string, Reply, string, string?]>([
    ['a removed app', firebaseError(404, 'NOT_FOUND', fcmDetail('UNREGISTERED')), 'recipient_gone', 'UNREGISTERED'],
    [
      'an invalid token',
      firebaseError(400, 'INVALID_ARGUMENT', fcmDetail('INVALID_ARGUMENT'), fieldViolation('message.token')),
      'recipient_gone',
      'INVALID_ARGUMENT',
    ],
    [
      'an invalid token without the name of the field',
      firebaseError(400, 'INVALID_ARGUMENT', fcmDetail('INVALID_ARGUMENT')),
      'recipient_gone',
    ],
    ['an invalid message', firebaseError(400, 'INVALID_ARGUMENT', fieldViolation('message.android.ttl')), 'permanent'],
    [
      'an invalid message with an FCM detail',
      firebaseError(400, 'INVALID_ARGUMENT', fcmDetail('INVALID_ARGUMENT'), fieldViolation('message.data')),
      'permanent',
    ],
    ['another project', firebaseError(403, 'PERMISSION_DENIED', fcmDetail('SENDER_ID_MISMATCH')), 'permanent'],
    ['no permission', firebaseError(403, 'PERMISSION_DENIED'), 'misconfigured', 'PERMISSION_DENIED'],
    ['no credentials', firebaseError(401, 'UNAUTHENTICATED'), 'misconfigured', 'UNAUTHENTICATED'],
    ['no APNs key', firebaseError(401, 'UNAUTHENTICATED', fcmDetail('THIRD_PARTY_AUTH_ERROR')), 'misconfigured'],
    ['an unknown path', firebaseError(404, 'NOT_FOUND'), 'permanent', 'NOT_FOUND'],
    ['a quota', firebaseError(429, 'RESOURCE_EXHAUSTED', fcmDetail('QUOTA_EXCEEDED')), 'throttled', 'QUOTA_EXCEEDED'],
    ['another quota', firebaseError(429, 'RESOURCE_EXHAUSTED'), 'throttled', 'RESOURCE_EXHAUSTED'],
    ['an overload', firebaseError(503, 'UNAVAILABLE', fcmDetail('UNAVAILABLE')), 'retryable', 'UNAVAILABLE'],
    ['a fault', firebaseError(500, 'INTERNAL', fcmDetail('INTERNAL')), 'retryable', 'INTERNAL'],
    ['an unknown error', firebaseError(400, 'UNSPECIFIED_ERROR', fcmDetail('UNSPECIFIED_ERROR')), 'permanent'],
    ['an HTML page with 404', { status: 404, text: '<html>' }, 'retryable'],
    ['an HTML page with 200', { status: 200, text: '<html>' }, 'ambiguous'],
    ['a 200 without a message name', { body: {} }, 'ambiguous'],
    [
      'an error inside a 200',
      { body: { error: { code: 404, details: [fcmDetail('UNREGISTERED')] } } },
      'recipient_gone',
    ],
    [
      'malformed details',
      { status: 400, body: { error: { status: 'INVALID_ARGUMENT', details: [null, 7] } } },
      'permanent',
    ],
    ['a redirect', { status: 302, headers: { location: 'https://example.com/' } }, 'misconfigured'],
    ['a dropped connection', { drop: 'now' }, 'ambiguous'],
    ['an incomplete answer', { body: { name: 'projects/x/messages/1' }, drop: 'midway' }, 'ambiguous'],
  ])('maps %s from Firebase to an outcome', async (_title, reply, expected, code) => {
    answerAsFirebase(provider, () => reply)
    const outcome = await send()
    expect(outcome.class).toBe(expected)
    if (code !== undefined) expect(outcome.code).toBe(code)
    if ('reason' in outcome) expect(outcome.reason.length).toBeGreaterThan(5)
    expectRemedies(outcome)
    expect(outcome.goneDevices).toEqual(expected === 'recipient_gone' ? ['token-of-ada'] : [])
    expect(JSON.stringify({ ...outcome, goneDevices: [] })).not.toMatch(/ya29\.secret|token-of-ada/)
  })

  it('pauses the connection or one device for the time that Firebase requests, but at least for a minute', async () => {
    const answered = async (headers: Record<string, string>, ...details: object[]) => {
      answerAsFirebase(provider, () => ({ ...firebaseError(429, 'RESOURCE_EXHAUSTED', ...details), headers }))
      const outcome = await send()
      return outcome.class === 'throttled' ? [outcome.scope, outcome.until.getTime() - now.getTime()] : outcome
    }
    expect(await answered({})).toEqual(['connection', 60_000])
    expect(await answered({ 'retry-after': '90' })).toEqual(['connection', 90_000])
    const violations = [{ subject: 'device:x', description: 'Device message rate exceeded' }]
    expect(await answered({}, { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations })).toEqual([
      'recipient',
      60_000,
    ])
    answerAsFirebase(provider, () => ({ ...firebaseError(503, 'UNAVAILABLE'), headers: { 'retry-after': '75' } }))
    expect(await send()).toMatchObject({ class: 'retryable', retryAfter: 75_000 })
  })

  it.each<[string, Reply, string]>([
    [
      'an unknown account',
      { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
      'misconfigured',
    ],
    ['no client', { status: 401, body: { error: 'invalid_client' } }, 'misconfigured'],
    ['an HTML page', { status: 404, text: '<html>' }, 'misconfigured'],
    ['a redirect', { status: 301 }, 'misconfigured'],
    ['a rate limit', { status: 429 }, 'throttled'],
    ['an overload', { status: 503 }, 'retryable'],
    ['no token', { body: { id_token: 'x' } }, 'retryable'],
    ['a dropped connection', { drop: 'now' }, 'retryable'],
    ['an incomplete token', { body: { access_token: 'x' }, drop: 'midway' }, 'retryable'],
  ])(
    'sends no message when the token server answers with %s, and requests a new token for the next message',
    async (_title, reply, expected) => {
      provider.reply(() => reply)
      expect((await send()).class).toBe(expected)
      expect(sent()).toEqual([])
      answerAsFirebase(provider)
      expect((await send()).class).toBe('sent')
    },
  )

  it('reports an attempt as ambiguous when Firebase hangs and as retryable when Firebase is unreachable', async () => {
    answerAsFirebase(provider, () => ({ hang: true }))
    expect((await send({}, { signal: AbortSignal.timeout(1500) })).class).toBe('ambiguous')
    const unreachable = { fcm: { service_account: serviceAccount(provider.url), api_base: 'http://127.0.0.1:1' } }
    expect((await send({}, { settings: unreachable })).class).toBe('retryable')
  })

  it('sends no request to a Firebase address in a private network, neither for a token nor for a message', async () => {
    expect(await send({}, { allowPrivateNetwork: false })).toMatchObject({ class: 'misconfigured' })
    expect(provider.received).toEqual([])
  })

  describe('connection check of Firebase', () => {
    it('checks the connection with an access token and with a message that Firebase only validates', async () => {
      const { found, problems } = await sender.checkFcm(settings().fcm, true, now)
      expect(problems).toEqual({})
      expect(found.join()).toMatch(/gave push@shop.iam.gserviceaccount.com access.*project shop-1/)
      expect(JSON.parse(sent()[0]!.text)).toMatchObject({ validateOnly: true })
    })

    it('explains each problem of the Firebase connection and how to fix the problem', async () => {
      answerAsFirebase(provider, () => firebaseError(403, 'PERMISSION_DENIED'))
      expect((await sender.checkFcm(settings().fcm, true, now)).problems.service_account).toMatch(
        /Turn on the Firebase/,
      )
      answerAsFirebase(provider, () => ({ status: 404, text: '<html>' }))
      expect((await sender.checkFcm(settings().fcm, true, now)).problems.api_base).toMatch(
        /is not in the format of Firebase/,
      )
      provider.reply(() => ({ status: 400, body: { error: 'invalid_grant' } }))
      const { found, problems } = await createPushSender().checkFcm(settings().fcm, true, now)
      expect([found, problems.service_account]).toEqual([[], expect.stringMatching(/invalid_grant.*new private key/)])
    })
  })
})
