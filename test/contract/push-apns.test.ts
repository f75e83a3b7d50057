// A server on loopback plays Apple's push service over HTTP/2: tokens, requests, sessions, and the outcome of every
// reason that Apple documents.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import type { ApnsDevice } from '../../src/channels/push/devices.ts'
import { createPushSender } from '../../src/channels/push/sending.ts'
import {
  type Apple,
  type AppleReply,
  accepted,
  appleError,
  applePublicKey,
  appleSettings,
  startApple,
} from '../harness/apple.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { expectRemedies } from '../harness/remedies.ts'

const MINUTE = 60_000
const now = new Date('2026-11-21T09:00:00Z')
const device: ApnsDevice = { kind: 'apns', token: 'a1'.repeat(32), registered_at: '2026-01-01T00:00:00.000Z' }
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
  devices: [device],
}

interface Vectors {
  publicKey: string
  now: number
  good: { name: string; jwt: string }[]
  bad: { name: string; jwt: string; now: number }[]
}

describe('APNs', () => {
  let apple: Apple
  let sender = createPushSender()
  beforeEach(async () => {
    apple = await startApple()
    sender = createPushSender()
  })
  // Fails if a request violated the schema of the provider.
  afterEach(() => apple.stop())

  const settings = () => ({ apns: appleSettings(apple.url) })
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
  const sendAt = (minutes: number) => send({}, { now: new Date(now.getTime() + minutes * MINUTE) })
  const tokens = () => apple.received.map(({ headers }) => headers.authorization)
  const payload = () => JSON.parse(apple.received.at(-1)!.text)

  it('posts to the path of the device, and returns the id that Apple gave to the message', async () => {
    expect(await send()).toMatchObject({ class: 'sent', externalId: '8F3C1D1A-0B6E-4C53-9E34-3F5B7D2A9C10' })
    expect(apple.received[0]).toMatchObject({ path: `/3/device/${device.token}` })
    expect(apple.received[0]!.headers).toMatchObject({
      ':method': 'POST',
      'apns-topic': 'com.shop.app',
      'apns-push-type': 'alert',
      'apns-priority': '5',
      'apns-collapse-id': 'delivery-42',
      'apns-expiration': String(now.getTime() / 1000 + 259_200),
    })
  })

  it('signs a token with the key, the key id and the team id, and reuses the token for 50 minutes', async () => {
    await Promise.all([send(), send(), send()])
    await sendAt(49)
    expect(new Set(tokens()).size).toBe(1)
    await sendAt(51)
    expect(new Set(tokens()).size).toBe(2)
    const jwt = tokens()[0]!.replace(/^bearer /, '')
    const { payload: claims, protectedHeader } = await jwtVerify(jwt, applePublicKey, { currentDate: now })
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'ABC123DEFG' })
    expect(claims).toEqual({ iss: 'DEF123GHIJ', iat: now.getTime() / 1000 })
  })

  it.skipIf(!oraclesDir)(
    'signs tokens that pass checks which accept each valid token and refuse each wrong token of the test vectors',
    async () => {
      await send()
      const vectors = JSON.parse(oracleText('apns/token-vectors.json')) as Vectors
      const isValid = (jwt: string, key: KeyObject, seconds: number) =>
        jwtVerify(jwt, key, { algorithms: ['ES256'], currentDate: new Date(seconds * 1000), maxTokenAge: 3600 }).then(
          () => true,
          () => false,
        )
      const key = createPublicKey(vectors.publicKey)
      for (const { name, jwt } of vectors.good) expect(await isValid(jwt, key, vectors.now), name).toBe(true)
      for (const { name, jwt, now: at } of vectors.bad) expect(await isValid(jwt, key, at), name).toBe(false)
      const own = tokens()[0]!.replace(/^bearer /, '')
      const after50Minutes = now.getTime() / 1000 + 50 * 60
      expect(await isValid(own, applePublicKey, after50Minutes)).toBe(true)
    },
  )

  it('signs a new token when the clock was set back, because Apple refuses tokens from the future', async () => {
    await send()
    await sendAt(-5)
    expect(new Set(tokens()).size).toBe(2)
  })

  it('repeats a message once with a new token when Apple considers the token expired', async () => {
    apple.reply((_request, count) => (count === 1 ? appleError(403, 'ExpiredProviderToken') : accepted))
    expect((await send()).class).toBe('sent')
    expect(apple.received).toHaveLength(2)
    apple.reply(() => appleError(403, 'ExpiredProviderToken'))
    expect(await send()).toMatchObject({ class: 'misconfigured', code: 'ExpiredProviderToken' })
    expect(apple.received).toHaveLength(4)
  })

  it('sends an APNs notification with title, text, sound and the data of the app', async () => {
    const action = { slug: 'ok', label: 'OK', token: 'T', url: 'https://carillon.example/a' }
    await send({
      priority: 'high',
      actions: [action],
      media: { url: 'https://example.com/a.png', type: 'image', caption: 'On its way' },
      own: { url: 'https://example.com/orders/1', ttl: 3600 },
    })
    expect(payload()).toEqual({
      aps: { alert: { title: 'Your order', body: 'It left\nOn its way' }, 'mutable-content': 1, sound: 'default' },
      delivery_id: '42',
      lang: 'it',
      actions: [{ action: 'ok', title: 'OK', url: 'https://carillon.example/a' }],
      url: 'https://example.com/orders/1',
      image: 'https://example.com/a.png',
    })
    expect(apple.received[0]!.headers).toMatchObject({
      'apns-priority': '10',
      'apns-expiration': String(now.getTime() / 1000 + 3600),
    })
  })

  it('sends a message of low priority without a sound, and a message that Apple must not store with expiration 0', async () => {
    await send({ priority: 'low', own: { ttl: 0 } })
    expect(payload().aps).toEqual({ alert: { title: 'Your order', body: 'It left' } })
    expect(apple.received[0]!.headers).toMatchObject({ 'apns-priority': '5', 'apns-expiration': '0' })
  })

  describe('sessions with Apple', () => {
    it('sends the messages of a key through one session, and the messages of another key through another session', async () => {
      await Promise.all(Array.from({ length: 20 }, () => send()))
      expect(apple.sessions).toHaveLength(1)
      await send({}, { settings: { apns: { ...appleSettings(apple.url), key_id: 'OTHERKEY12' } } })
      expect(apple.sessions).toHaveLength(2)
    })

    it('after Apple announces the end of a session, finishes the messages of the session and opens another session', async () => {
      let release: (reply: AppleReply) => void = () => {}
      apple.reply((_request, count) =>
        count === 1 ? new Promise<AppleReply>((resolve) => (release = resolve)) : accepted,
      )
      const first = send()
      await expect.poll(() => apple.received.length).toBe(1)
      apple.sessions[0]!.goaway(0, 1)
      await expect.poll(async () => (await send()).class === 'sent' && apple.sessions.length).toBe(2)
      release(accepted)
      expect((await first).class).toBe('sent')
      expect(apple.received[0]!.session).toBe(0)
    })

    it('sends a message again at once when Apple did not process it', async () => {
      apple.reply((_request, count) => (count === 1 ? { refuse: true } : accepted))
      expect((await send()).class).toBe('sent')
      expect(apple.received).toHaveLength(2)
      apple.reply(() => ({ refuse: true }))
      expect(await send()).toMatchObject({
        class: 'retryable',
        reason: expect.stringContaining('closed the connection'),
      })
    })

    it.each<[string, AppleReply]>([
      ['closes the session without an answer', { drop: 'now' }],
      ['closes the session during its answer', { drop: 'midway' }],
      ['returns an HTML page with status 200', { text: '<html>' }],
      ['accepts the message without an id', { text: '' }],
    ])('reports an ambiguous attempt when Apple %s, and sends the next message', async (_title, reply) => {
      apple.reply(() => reply)
      const outcome = await send()
      expect(outcome.class).toBe('ambiguous')
      expectRemedies(outcome)
      apple.reply(() => accepted)
      expect((await send()).class).toBe('sent')
    })

    it('reports an ambiguous attempt when Apple never answers, and sends the next message through another session', async () => {
      apple.reply(() => ({ hang: true }))
      expect((await send({}, { signal: AbortSignal.timeout(300) })).class).toBe('ambiguous')
      apple.reply(() => accepted)
      expect((await send()).class).toBe('sent')
      expect(apple.sessions).toHaveLength(2)
    })

    it('reports a retryable attempt when Apple is not reachable, because nothing was sent', async () => {
      const outcome = await send({}, { settings: { apns: appleSettings('http://127.0.0.1:1') } })
      expect(outcome).toMatchObject({ class: 'retryable', reason: expect.stringContaining('refused the connection') })
    })

    it('opens no session to an address in a private network that the operator did not permit', async () => {
      expect(await send({}, { allowPrivateNetwork: false })).toMatchObject({ class: 'misconfigured' })
      expect(apple.sessions).toEqual([])
    })
  })

  const codes = oraclesDir ? (JSON.parse(oracleText('apns/answers.json')).codes as Row[]) : []
  interface Row {
    code: string
    http: number
    class: string
  }

  it.skipIf(!oraclesDir).each(codes)('maps the reason $code of Apple to the class $class', async (row) => {
    apple.reply(() => appleError(row.http, row.code))
    const outcome = await send()
    expect(outcome).toMatchObject({ class: row.class, code: row.code, providerStatus: String(row.http) })
    expectRemedies(outcome)
    expect(outcome.goneDevices).toEqual(row.class === 'recipient_gone' && row.http === 410 ? [device.token] : [])
    expect(JSON.stringify({ ...outcome, goneDevices: [] })).not.toContain(device.token)
  })

  it.each<[string, AppleReply, string]>([
    ['an unknown reason with status 410', appleError(410, 'NewReason'), 'recipient_gone'],
    ['an unknown reason with status 400', appleError(400, 'NewReason'), 'permanent'],
    ['an HTML page with status 404', { status: 404, text: '<html>' }, 'retryable'],
    ['an HTML page with status 410', { status: 410, text: '<html>' }, 'retryable'],
    ['a redirect', { status: 302, headers: { location: 'https://example.com/' } }, 'misconfigured'],
    ['an error of a gateway', { status: 502, text: '<html>' }, 'retryable'],
  ])('maps %s to an outcome', async (_title, reply, expected) => {
    apple.reply(() => reply)
    expect((await send()).class).toBe(expected)
  })

  it.each(['BadDeviceToken', 'DeviceTokenNotForTopic'])(
    'keeps the device after %s, because a wrong environment or bundle ID of the connection can also be the cause',
    async (reason) => {
      apple.reply(() => appleError(400, reason))
      expect(await send()).toMatchObject({ class: 'recipient_gone', code: reason, goneDevices: [] })
    },
  )

  it('keeps a device that registered again after the time at which its token became invalid at Apple', async () => {
    const timestamp = Date.parse('2026-03-01T00:00:00Z')
    apple.reply(() => appleError(410, 'Unregistered', { timestamp }))
    expect(await send()).toMatchObject({ class: 'recipient_gone', goneDevices: [device.token] })
    const again = { ...device, registered_at: '2026-03-01T00:00:01.000Z' }
    expect(await send({ devices: [again] })).toMatchObject({ class: 'retryable', goneDevices: [] })
  })

  it('pauses only the recipient when a device gets too many messages, and the connection when the key signs too many tokens', async () => {
    const scopeAfter = async (reason: string) => {
      apple.reply(() => appleError(429, reason))
      const outcome = await send()
      return outcome.class === 'throttled' && [outcome.scope, outcome.until.getTime() - now.getTime()]
    }
    expect(await scopeAfter('TooManyRequests')).toEqual(['recipient', MINUTE])
    expect(await scopeAfter('TooManyProviderTokenUpdates')).toEqual(['connection', MINUTE])
  })

  describe('connection check of APNs', () => {
    it('checks the key with a request for a device that does not exist', async () => {
      apple.reply(() => appleError(400, 'BadDeviceToken'))
      const { found, problems } = await sender.checkApns(settings().apns, true, now)
      expect(problems).toEqual({})
      expect(found).toEqual(['Apple accepts the key ABC123DEFG of the team DEF123GHIJ for com.shop.app (production)'])
      expect(apple.received[0]!.path).toBe(`/3/device/${'0'.repeat(64)}`)
    })

    it.each<[string, AppleReply, string]>([
      ['another team', appleError(403, 'InvalidProviderToken'), 'key'],
      ['another app', appleError(400, 'TopicDisallowed'), 'bundle_id'],
      ['the other environment', appleError(403, 'BadEnvironmentKeyIdInToken'), 'environment'],
      ['a gateway that answers with a page', { status: 404, text: '<html>' }, 'api_base'],
    ])('names the setting that is wrong: %s', async (_title, reply, setting) => {
      apple.reply(() => reply)
      const { found, problems } = await sender.checkApns(settings().apns, true, now)
      expect([found, Object.keys(problems)]).toEqual([[], [setting]])
      expect(problems[setting]).toMatch(/\w+ \w+/)
    })
  })
})
