// Web Push with a push service that decrypts messages, and with a server that returns chosen answers.
import { createECDH } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import { providerOf } from '../../src/channels/providers.ts'
import type { Device } from '../../src/channels/push/devices.ts'
import { createPushSender } from '../../src/channels/push/sending.ts'
import type { PushSettings } from '../../src/channels/push/settings.ts'
import { meaningOfWebAnswer } from '../../src/channels/push/web/outcomes.ts'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { browserKeys, decrypt } from '../harness/push.ts'
import { type PushService, startPushService } from '../harness/push-service.ts'
import { expectRemedies } from '../harness/remedies.ts'

const message: OutgoingMessage = {
  deliveryId: 42,
  address: 'devices:7',
  recipientName: 'Ada',
  priority: 'high',
  subject: 'Your order',
  body: 'It left – today ✓',
  vars: {},
  locale: 'en',
  actions: [{ slug: 'track', label: 'Track', token: 'T'.repeat(64), url: 'https://carillon.example/a' }],
  attachments: [],
}

describe('Web Push', () => {
  let service: PushService
  let provider: Provider
  let settings: PushSettings
  beforeAll(async () => {
    service = await startPushService()
    provider = await startProvider()
    const completion = await providerOf('push').completion!()
    settings = completion.complete({ vapid: { subject: 'mailto:push@shop.example' } })
  })
  afterAll(async () => {
    await service.stop()
    await provider.stop()
  })

  const send = (devices: object[], change: Partial<OutgoingMessage> = {}, call: Partial<SendCall> = {}) =>
    providerOf('push').send({
      message: { ...message, devices: devices as Device[], ...change },
      settings: settings as unknown as Record<string, unknown>,
      signal: AbortSignal.timeout(10_000),
      now: new Date(),
      progress: {},
      lane: 1,
      allowPrivateNetwork: true,
      ...call,
    })
  const web = (endpoint: string, keys: object = browserKeys().keys) => ({
    kind: 'web',
    endpoint,
    keys,
    registered_at: '2026-01-01T00:00:00.000Z',
  })

  it('delivers the documented notification to the browser', async () => {
    const subscription = await service.subscribe(settings.vapid!.public_key)
    const outcome = await send([{ kind: 'web', ...subscription }])
    expect(outcome).toMatchObject({ class: 'sent', providerStatus: '201' })
    expect(service.notifications(subscription)).toEqual([
      {
        title: 'Your order',
        body: 'It left – today ✓',
        tag: 'delivery-42',
        lang: 'en',
        actions: [{ action: 'track', title: 'Track', url: 'https://carillon.example/a' }],
        data: { delivery_id: '42' },
      },
    ])
    expect(service.headers.at(-1)).toMatchObject({
      ttl: '259200',
      urgency: 'high',
      topic: 'delivery-42',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    })
  })

  it.each(['low', 'normal', 'high'] as const)(
    'sends the priority %s as the Web Push urgency, and the lifetime of the template as the TTL',
    async (priority) => {
      const subscription = await service.subscribe(settings.vapid!.public_key)
      await send([{ kind: 'web', ...subscription }], { priority, own: { ttl: 60 } })
      expect(service.headers.at(-1)).toMatchObject({ urgency: priority, ttl: '60' })
    },
  )

  it('does not deliver to a browser that subscribed with another VAPID key', async () => {
    const other = createECDH('prime256v1').generateKeys('base64url')
    const subscription = await service.subscribe(other)
    const outcome = await send([{ kind: 'web', ...subscription }])
    expect(outcome).toMatchObject({ class: 'permanent', providerStatus: '400', goneDevices: [] })
    expect(await send([{ kind: 'web', ...subscription, vapid_key: other }])).toMatchObject({
      class: 'recipient_gone',
      code: 'no_device',
    })
    expect(service.notifications(subscription)).toEqual([])
  })

  it('reports the device as gone when its Web Push subscription was removed', async () => {
    const subscription = await service.subscribe(settings.vapid!.public_key)
    service.expire(subscription)
    expect(await send([{ kind: 'web', ...subscription }])).toMatchObject({
      class: 'recipient_gone',
      providerStatus: '410',
      goneDevices: [subscription.endpoint],
    })
  })

  it.skipIf(!oraclesDir)('encrypts Web Push messages that the example browser in RFC 8291 can decrypt', async () => {
    const vector = JSON.parse(oracleText('webpush/rfc8291-vector.json')) as Record<string, string>
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(vector.ua_private!, 'base64url')
    const auth = Buffer.from(vector.auth_secret!, 'base64url')
    expect(decrypt(Buffer.from(vector.message!, 'base64url'), curve, auth)).toBe(vector.plaintext)
    const body = await recorded((url) => send([web(url, { p256dh: vector.ua_public, auth: vector.auth_secret })]))
    expect(JSON.parse(decrypt(body, curve, auth))).toMatchObject({ title: 'Your order', tag: 'delivery-42' })
  })

  it.each<[string, Reply, string]>([
    ['201', { status: 201 }, 'sent'],
    ['200', { status: 200 }, 'sent'],
    ['202', { status: 202 }, 'sent'],
    ['a redirect', { status: 302, headers: { location: 'https://example.com/' } }, 'permanent'],
    ['400', { status: 400 }, 'permanent'],
    ['401', { status: 401 }, 'permanent'],
    ['403', { status: 403 }, 'permanent'],
    ['404', { status: 404 }, 'recipient_gone'],
    ['408', { status: 408 }, 'retryable'],
    ['410', { status: 410 }, 'recipient_gone'],
    ['413', { status: 413 }, 'permanent'],
    ['418', { status: 418, text: '<html>' }, 'permanent'],
    ['429', { status: 429 }, 'throttled'],
    ['500', { status: 500 }, 'retryable'],
    ['an HTML page with 502', { status: 502, text: '<html>bad gateway' }, 'retryable'],
    ['503', { status: 503 }, 'retryable'],
    ['a dropped connection', { drop: 'now' }, 'ambiguous'],
    ['an incomplete answer', { status: 201, drop: 'midway' }, 'ambiguous'],
  ])('maps %s from a push service to an outcome', async (_title, reply, expected) => {
    provider.reply(() => reply)
    const outcome = await send([web(`${provider.url}/wpush/very-secret-part`)])
    expect(outcome.class).toBe(expected)
    if ('reason' in outcome) expect(outcome.reason.length).toBeGreaterThan(5)
    expectRemedies(outcome)
    expect(JSON.stringify({ ...outcome, goneDevices: [] })).not.toContain('very-secret-part')
  })

  it('stores the message URL that the push service returns', async () => {
    provider.reply(() => ({ status: 201, headers: { location: `${provider.url}/m/1` } }))
    expect(await send([web(`${provider.url}/p`)])).toMatchObject({ externalId: `${provider.url}/m/1` })
  })

  it('pauses messages to one recipient for the time in the answer of the push service, or else for a minute', async () => {
    const now = new Date()
    const untilAfter = async (headers: Record<string, string>) => {
      provider.reply(() => ({ status: 429, headers }))
      const outcome = await send([web(`${provider.url}/p`)], {}, { now })
      if (outcome.class !== 'throttled') throw new Error(outcome.class)
      expect(outcome.scope).toBe('recipient')
      return outcome.until.getTime() - now.getTime()
    }
    expect(await untilAfter({ 'retry-after': '90' })).toBe(90_000)
    expect(await untilAfter({})).toBe(60_000)
    expect(await untilAfter({ 'retry-after': '99999999' })).toBe(86_400_000)
    provider.reply(() => ({ status: 503, headers: { 'retry-after': '120' } }))
    expect(await send([web(`${provider.url}/p`)], {}, { now })).toMatchObject({ retryAfter: 120_000 })
  })

  it('reports an attempt as retryable when the push service is unreachable and as ambiguous when it hangs', async () => {
    expect((await send([web('http://127.0.0.1:1/p')])).class).toBe('retryable')
    provider.reply(() => ({ hang: true }))
    const outcome = await send([web(`${provider.url}/p`)], {}, { signal: AbortSignal.timeout(1500) })
    expect(outcome.class).toBe('ambiguous')
  })

  it('reports a message as sent when one push service accepts the message and another one hangs', async () => {
    const taking = await service.subscribe(settings.vapid!.public_key)
    provider.reply(() => ({ hang: true }))
    const outcome = await createPushSender(3000).send({
      message: { ...message, devices: [web(`${provider.url}/p`), { kind: 'web', ...taking }] as Device[] },
      settings: settings as unknown as Record<string, unknown>,
      signal: AbortSignal.timeout(10_000),
      now: new Date(),
      progress: {},
      lane: 1,
      allowPrivateNetwork: true,
    })
    expect(outcome).toMatchObject({ class: 'sent', response: expect.stringMatching(/^1 of 2 devices accepted it/) })
    expect(service.notifications(taking)).toHaveLength(1)
  })

  it('accepts a report of an invalid VAPID signature only from a known push service', () => {
    const classOf = (service: string, status: number, text: string, headers = {}) =>
      meaningOfWebAnswer(service, { status, headers, text })?.class
    expect(classOf('web.push.apple.com', 403, '{"reason":"BadJwtToken"}')).toBe('misconfigured')
    expect(classOf('updates.push.services.mozilla.com', 401, 'Invalid authorization header')).toBe('misconfigured')
    expect(classOf('fcm.googleapis.com', 400, 'invalid JWT provided')).toBe('misconfigured')
    expect(classOf('storage.googleapis.com', 403, '{"reason":"BadJwtToken"}')).toBe('permanent')
    expect(classOf('evil.example', 403, '{"reason":"BadJwtToken"}')).toBe('permanent')
    expect(classOf('evilpush.apple.com.example', 403, '{"reason":"BadJwtToken"}')).toBe('permanent')
    expect(classOf('updates.push.services.mozilla.com', 401, 'VAPID public key mismatch')).toBe('permanent')
    expect(classOf('fcm.googleapis.com', 403, 'the VAPID credentials do not correspond to the credentials used')).toBe(
      'permanent',
    )
    const wns = { 'x-wns-error-description': 'Client public key does not match' }
    expect(classOf('db5p.notify.windows.com', 401, '', wns)).toBe('permanent')
  })

  it.each(hostileUrls)('never sends a push request to %s (%s)', async (endpoint) => {
    const outcome = await send([web(endpoint)], {}, { allowPrivateNetwork: false })
    expect(outcome).toMatchObject({ class: 'permanent', code: 'endpoint_refused' })
  })

  it('removes a Web Push subscription whose keys are not valid', async () => {
    const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: browserKeys().keys.auth }
    expect(await send([web(`${provider.url}/p`, keys)])).toMatchObject({
      class: 'recipient_gone',
      goneDevices: [`${provider.url}/p`],
    })
  })

  it('reports invalid VAPID settings as misconfigured and keeps the subscriptions', async () => {
    const wrong = { vapid: { ...settings.vapid!, subject: 'unknown' } }
    const outcome = await send([web(`${provider.url}/p`)], {}, { settings: wrong })
    expect(outcome).toMatchObject({ class: 'misconfigured', goneDevices: [] })
  })

  it('refuses a push message that became too large after admission accepted it', async () => {
    const before = provider.received.length
    const outcome = await send([web(`${provider.url}/p`)], { body: 'x'.repeat(4000) })
    expect(outcome).toMatchObject({ class: 'permanent', code: 'too_large' })
    expect('reason' in outcome && outcome.reason).toMatch(/push takes 3993/)
    expect(provider.received.length).toBe(before)
  })
})

/** Returns the body of one request to a server that answers 201. */
async function recorded(sendTo: (url: string) => Promise<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.writeHead(201).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/push`)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
  return Buffer.concat(chunks)
}
