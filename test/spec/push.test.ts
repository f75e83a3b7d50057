// Push from the connection to the notification: registration by token, several devices, lost devices and size limits.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../harness/provider.ts'
import { answerAsFirebase, browserKeys, fcmDetail, firebaseError, serviceAccount } from '../harness/push.ts'
import { type PushService, type Subscription, startPushService } from '../harness/push-service.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

interface Examples {
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

describe.each(databases)('push on %s', (kind) => {
  let test: TestService
  let service: PushService
  let firebase: Provider
  beforeAll(async () => {
    test = await startTestService(kind)
    service = await startPushService()
    firebase = await startProvider()
    answerAsFirebase(firebase)
  })
  afterAll(async () => {
    await test.stop()
    await service.stop()
    await firebase.stop()
  })

  const vapid = { subject: 'mailto:push@shop.example' }
  const fcm = () => ({ service_account: serviceAccount(firebase.url), api_base: firebase.url })
  const connectionOf = (tenant: Tenant) => `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/push`
  const connected = async (settings: object = { vapid, fcm: fcm() }) => {
    const tenant = await test.tenant()
    const { status, body } = await test.manage('PUT', connectionOf(tenant), { settings })
    expect(status, JSON.stringify(body)).toBe(200)
    return { tenant, key: body.settings.vapid?.public_key as string }
  }
  const tokenFor = async (tenant: Tenant, recipient: object, key = tenant.liveKey): Promise<Answer> =>
    test.call('POST', '/push/tokens', { key, body: { recipient } })
  const register = (token: string, device: object, method = 'POST') =>
    test.call(method, '/push/devices', { key: token, body: device })
  /** Creates a push subscription in a browser and registers it for the recipient. */
  const browser = async (tenant: Tenant, recipient: object): Promise<Subscription> => {
    const { body } = await tokenFor(tenant, recipient)
    const subscription = await service.subscribe(body.vapid_public_key)
    const { status } = await register(body.token, { kind: 'web', ...subscription, expirationTime: null })
    expect(status).toBe(201)
    return subscription
  }
  const app = async (tenant: Tenant, recipient: object, token: string) => {
    const { body } = await tokenFor(tenant, recipient)
    expect((await register(body.token, { kind: 'fcm', token, platform: 'android' })).status).toBe(201)
  }
  const ada = { email: 'ada@example.com' }
  const send = (tenant: Tenant, change: object = {}) =>
    test.send(tenant.liveKey, { recipient: ada, template: 'hello', vars: { name: 'Ada' }, channel: 'push', ...change })
  const devicesOf = async (tenant: Tenant, id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${id}`)).body.push as Record<
      string,
      unknown
    >[]
  const idOf = async (tenant: Tenant, recipient: object = ada) =>
    (await tokenFor(tenant, recipient)).body.recipient.id as number

  describe('push connections', () => {
    it('a push connection generates VAPID keys, shows the public key, and keeps both keys when its settings change', async () => {
      const { tenant, key } = await connected()
      expect(Buffer.from(key, 'base64url')).toHaveLength(65)
      const shown = (await test.manage('GET', connectionOf(tenant))).body.settings
      expect(shown).toEqual({
        vapid: { ...vapid, public_key: key, private_key: '••••' },
        fcm: { service_account: '••••', api_base: firebase.url },
      })
      const again = await test.manage('PUT', connectionOf(tenant), {
        settings: { vapid: { subject: 'mailto:other@shop.example' } },
      })
      expect(again.body.settings).toMatchObject({ vapid: { public_key: key }, fcm: { service_account: '••••' } })
      const without = await test.manage('PUT', connectionOf(tenant), { settings: { fcm: null } })
      expect(without.body.settings).toEqual({ vapid: again.body.settings.vapid })
    })

    it('returns 422 with the name of the setting for push settings that cannot work', async () => {
      const tenant = await test.tenant()
      const fieldsOf = async (settings: object) =>
        Object.keys((await test.manage('PUT', connectionOf(tenant), { settings })).body.details)
      expect(await fieldsOf({})).toEqual(['settings.vapid'])
      expect(await fieldsOf({ vapid: { subject: 'push@shop.example' } })).toEqual(['settings.vapid.subject'])
      expect(await fieldsOf({ vapid: { ...vapid, extra: 1 } })).toEqual(['settings.vapid.extra'])
      expect(await fieldsOf({ fcm: { service_account: {} } })).toContain('settings.fcm.service_account.private_key')
      expect(await fieldsOf({ fcm: { ...fcm(), api_base: 'ftp://x.example' } })).toEqual(['settings.fcm.api_base'])
    })

    it('the check of a push connection returns its findings and the problem of each setting', async () => {
      const { tenant } = await connected()
      const good = (await test.manage('POST', `${connectionOf(tenant)}/check`)).body
      expect(good).toMatchObject({ ok: true, problems: {} })
      expect(good.found.join()).toMatch(/mailto:push@shop.example.*project shop-1/)
      answerAsFirebase(firebase, () => firebaseError(403, 'PERMISSION_DENIED'))
      const bad = (await test.manage('POST', `${connectionOf(tenant)}/check`)).body
      answerAsFirebase(firebase)
      expect(bad.ok).toBe(false)
      expect(bad.problems['settings.fcm.service_account'][0]).toMatch(/Firebase Cloud Messaging API/)
    })
  })

  describe('device registration', () => {
    it('a request for a push token creates its recipient as a send request does, and a device that registers with the token belongs to that recipient [D12b]', async () => {
      const { tenant, key } = await connected()
      const { status, body } = await tokenFor(tenant, { name: 'Grace', email: 'grace@example.com', locale: 'en' })
      expect([status, body.vapid_public_key, body.recipient.name]).toEqual([201, key, 'Grace'])
      expect(Date.parse(body.expires_at) - test.clock.now().getTime()).toBeGreaterThan(59 * 60_000)
      expect((await tokenFor(tenant, { email: 'GRACE@example.com' })).body.recipient.id).toBe(body.recipient.id)
      expect((await tokenFor(tenant, { id: body.recipient.id })).body.recipient.name).toBe('Grace')
      await app(tenant, { id: body.recipient.id }, 'phone')
      expect(await devicesOf(tenant, body.recipient.id)).toMatchObject([{ kind: 'fcm', token: 'phone' }])
    })

    it('accepts the examples of the API document for push tokens and devices', async () => {
      const { tenant } = await connected()
      const { paths } = (await (await fetch(`${test.url}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, { requestBody: { content: Record<string, Examples> } }>>
      }
      const examplesOf = (at: string, method: string) => {
        const { example, examples = { example: { value: example } } } =
          paths[at]![method]!.requestBody.content['application/json']!
        return Object.values(examples).map(({ value }) => value)
      }
      const [body] = examplesOf('/v1/push/tokens', 'post')
      const { token } = (await test.call('POST', '/push/tokens', { key: tenant.liveKey, body })).body
      const devices = examplesOf('/v1/push/devices', 'post')
      expect(devices).toHaveLength(4)
      for (const device of devices) expect((await register(token, device as object)).status).toBe(201)
      for (const which of examplesOf('/v1/push/devices', 'delete'))
        expect((await register(token, which as object, 'DELETE')).status).toBe(204)
    })

    it('refuses a push token request if its key is invalid, if its recipient is unknown or invalid, or if a live source has no push connection', async () => {
      const { tenant } = await connected()
      expect((await test.call('POST', '/push/tokens', { body: { recipient: ada } })).status).toBe(401)
      expect(
        (await test.call('POST', '/push/tokens', { body: '{', headers: { 'content-type': 'application/json' } }))
          .status,
      ).toBe(401)
      expect((await tokenFor(tenant, ada, 'svc_live_nonsense')).body.error).toBe('invalid_api_key')
      expect((await tokenFor(tenant, { id: 999_999_999 })).body.error).toBe('recipient_not_found')
      expect((await tokenFor(tenant, { name: 'Only a name' })).body.details).toHaveProperty('recipient')
      expect((await tokenFor(tenant, { email: 'no' })).body.details).toHaveProperty(['recipient.email'])
      const post = (body: unknown) => test.call('POST', '/push/tokens', { key: tenant.liveKey, body })
      expect((await post({ recipient: ada, template: 'hello' })).body.details).toHaveProperty('template')
      expect([(await post([])).status, (await post('{')).status]).toEqual([422, 400])
      const other = await test.tenant()
      expect((await tokenFor(other, ada)).body.details.channel[0]).toMatch(/no Push connection/)
      expect((await tokenFor(other, ada, other.testKey)).body.vapid_public_key).toBeNull()
    })

    it('permits device requests from pages of any origin, and permits these pages to read error responses', async () => {
      const preflight = await fetch(`${test.url}/v1/push/devices`, {
        method: 'OPTIONS',
        headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
      const refused = await register('nonsense', {})
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    })

    it('refuses to register a device when the push token is missing, altered or expired, or is a key of another kind', async () => {
      const { tenant } = await connected()
      const { body } = await tokenFor(tenant, ada)
      const device = { kind: 'fcm', token: 't' }
      expect((await test.call('POST', '/push/devices', { body: device })).body.error).toBe('missing_token')
      const changed = `${body.token.slice(0, -2)}${body.token.endsWith('AA') ? 'BB' : 'AA'}`
      for (const token of [changed, tenant.liveKey, 'x'])
        expect((await register(token, device)).body.error).toBe('invalid_token')
      expect((await register(body.token, device)).status).toBe(201)
      test.clock.advance(61 * 60_000)
      const late = await register(body.token, device)
      expect([late.status, late.body.message]).toEqual([401, expect.stringMatching(/expired/)])
    })

    it('updates a device that registers again, keeps the latest twenty devices of a recipient, and deletes a device on request', async () => {
      const { tenant } = await connected()
      const { token, recipient } = (await tokenFor(tenant, ada)).body
      const device = { kind: 'fcm', token: 'phone', platform: 'ios' }
      expect((await register(token, device)).body).toMatchObject({ kind: 'fcm', devices: 1 })
      expect((await register(token, device)).body.devices).toBe(1)
      const others = Array.from({ length: 20 }, (_, index) => ({ kind: 'fcm', token: `t${index}` }))
      await Promise.all(others.map((other) => register(token, other)))
      const stored = await devicesOf(tenant, recipient.id)
      expect(stored).toHaveLength(20)
      expect(stored.some((one) => one.token === 'phone')).toBe(false)
      const remove = (which: object) => register(token, which, 'DELETE')
      expect((await remove({ token: 't3' })).status).toBe(204)
      expect((await remove({ token: 't3' })).status).toBe(204)
      expect(await devicesOf(tenant, recipient.id)).toHaveLength(19)
      expect((await remove({})).status).toBe(422)
      await test.manage('DELETE', `/workspaces/${tenant.workspace}/recipients/${recipient.id}`)
      expect([(await register(token, device)).status, (await remove({ token: 't4' })).status]).toEqual([404, 404])
    })

    it('moves a device to the recipient that registered the device last, but only within a workspace', async () => {
      const { tenant } = await connected()
      const { tenant: elsewhere } = await connected()
      const bob = { email: 'bob@example.com' }
      for (const [where, owner] of [
        [tenant, ada],
        [elsewhere, ada],
        [tenant, bob],
      ] as const)
        await app(where, owner, 'shared')
      expect(await devicesOf(tenant, await idOf(tenant))).toEqual([])
      expect(await devicesOf(tenant, await idOf(tenant, bob))).toHaveLength(1)
      expect(await devicesOf(elsewhere, await idOf(elsewhere))).toHaveLength(1)
    })

    it('stores the VAPID key with which a browser subscribed, and refuses the VAPID key of another connection', async () => {
      const { tenant, key } = await connected()
      const { token, recipient } = (await tokenFor(tenant, ada)).body
      const device = { kind: 'web', endpoint: 'https://push.example.com/1', keys: browserKeys().keys }
      const other = await register(token, { ...device, vapid_key: browserKeys().keys.p256dh })
      expect(other.body.details).toHaveProperty('vapid_key')
      expect((await register(token, { ...device, registered_at: '2099-01-01T00:00:00Z' })).status).toBe(201)
      const [stored] = await devicesOf(tenant, recipient.id)
      expect(stored).toMatchObject({ ...device, vapid_key: key })
      expect(Date.parse(stored!.registered_at as string)).toBeLessThanOrEqual(test.clock.now().getTime())
    })

    it('returns 422 with the name of the field for an invalid device, at registration and in the management API', async () => {
      const { tenant } = await connected()
      const { token, recipient } = (await tokenFor(tenant, ada)).body
      const fieldsOf = async (device: unknown) => Object.keys((await register(token, device as object)).body.details)
      expect(await fieldsOf({})).toEqual(['kind'])
      expect(await fieldsOf({ kind: 'pager' })).toEqual(['kind'])
      expect(await fieldsOf({ kind: 'apns' })).toEqual(['token'])
      expect(await fieldsOf({ kind: 'fcm', token: 'a b' })).toEqual(['token'])
      expect(await fieldsOf({ kind: 'web', endpoint: 'https://push.example.com/' })).toEqual(['keys'])
      expect(await fieldsOf({ kind: 'fcm', token: 't', colour: 'red' })).toEqual(['colour'])
      expect(await fieldsOf([])).toEqual(['body'])
      const large = await register(token, { kind: 'fcm', token: 'x'.repeat(20_000) })
      expect([large.status, large.body.message]).toEqual([413, 'The body is too large. It may have at most 16 KB.'])
      const put = (push: unknown) =>
        test.manage('PATCH', `/workspaces/${tenant.workspace}/recipients/${recipient.id}`, { push })
      expect((await put([{ kind: 'fcm', token: 't' }, { kind: 'web' }])).body.details).toEqual({
        'push.1.endpoint': ['is required for kind web'],
        'push.1.keys': ['is required for kind web'],
      })
      expect((await put(Array.from({ length: 21 }, (_, i) => ({ kind: 'fcm', token: `t${i}` })))).status).toBe(422)
      expect((await put([{ kind: 'fcm', token: 't' }])).body.push).toEqual([
        { kind: 'fcm', token: 't', registered_at: expect.any(String) },
      ])
    })
  })

  it('the migration for push converts stored devices to the new form and deletes devices that cannot be converted', async () => {
    const { tenant } = await connected()
    const id = await idOf(tenant)
    const web = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'x', auth: 'y' } }
    const before = [
      { token: 't', kind: 'ios' },
      7,
      web,
      { endpoint: 'https://push.example.com/2' },
      { token: 5 },
      {},
      [],
    ]
    await test.service.db.query({
      text: 'update recipients set push = $2 where id = $1',
      values: [id, JSON.stringify(before)],
    })
    const migration = await readFile(new URL('../../migrations/0008_push.sql', import.meta.url), 'utf8')
    await test.service.db.query({ text: `drop index recipients_push; ${migration}` })
    expect(await devicesOf(tenant, id)).toEqual([
      { kind: 'fcm', token: 't' },
      { kind: 'web', ...web },
    ])
    // The first message cannot be encrypted with these keys, so the device is deleted.
    await test.settled(tenant, (await send(tenant)).body.delivery_id, 'sent')
    expect(await devicesOf(tenant, id)).toEqual([{ kind: 'fcm', token: 't' }])
  })

  it('the test inbox shows the notification that a service worker would receive', async () => {
    const { tenant } = await connected()
    const accepted = await test.send(tenant.testKey, {
      recipient: ada,
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'push',
      media: { url: 'https://shop.example/a.png' },
    })
    const id = accepted.body.delivery_id
    await test.settled(tenant, id, 'sent')
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${id}`)
    expect(body.message.notification).toEqual({
      title: 'Ciao Ada',
      body: 'Ciao Ada',
      tag: `delivery-${id}`,
      lang: 'it',
      image: 'https://shop.example/a.png',
      actions: [],
      data: { delivery_id: String(id) },
    })
  })

  describe('push deliveries', () => {
    it('a push delivery goes to all devices, is sent if at least one device accepts the message, and deletes devices that are gone', async () => {
      const { tenant } = await connected()
      const [laptop, old] = [await browser(tenant, ada), await browser(tenant, ada)]
      await app(tenant, ada, 'phone')
      service.expire(old)
      const actions = [{ slug: 'ok', label: 'OK', callback_url: 'https://shop.example/callback' }]
      const accepted = await send(tenant, { actions, priority: 'high', subject: 'Hi {{name}}' })
      const id = await idOf(tenant)
      expect(accepted.body.recipient.address).toBe(`devices:${id}`)
      const delivery = await test.settled(tenant, accepted.body.delivery_id, 'sent', 'failed')
      expect(delivery).toMatchObject({ status: 'sent', attempts: [{ outcome: 'sent' }] })
      expect(delivery.attempts[0].response).toMatch(/^2 of 3 devices accepted it\..*ended its subscription/)
      expect(service.notifications(laptop)).toEqual([
        expect.objectContaining({
          title: 'Hi Ada',
          body: 'Ciao Ada',
          actions: [{ action: 'ok', title: 'OK', url: accepted.body.actions[0].url }],
          data: { delivery_id: String(accepted.body.delivery_id) },
        }),
      ])
      expect(JSON.parse(firebase.received.at(-1)!.text).message).toMatchObject({ token: 'phone' })
      expect((await devicesOf(tenant, id)).map(({ endpoint, token }) => endpoint ?? token)).toEqual([
        laptop.endpoint,
        'phone',
      ])
    })

    it('a push delivery fails when all devices are gone, and a device registered later receives messages again', async () => {
      const { tenant } = await connected()
      service.expire(await browser(tenant, ada))
      await app(tenant, ada, 'dead')
      answerAsFirebase(firebase, () => firebaseError(404, 'NOT_FOUND', fcmDetail('UNREGISTERED')))
      const first = await send(tenant)
      const failed = await test.settled(tenant, first.body.delivery_id, 'sent', 'failed')
      answerAsFirebase(firebase)
      expect(failed).toMatchObject({ status: 'failed', reason: 'recipient_gone' })
      expect(await devicesOf(tenant, await idOf(tenant))).toEqual([])
      expect((await send(tenant)).body.details.channel[0]).toMatch(
        /unreachable on Push since .*: the push service removed the last device/,
      )
      const fresh = await browser(tenant, ada)
      await test.settled(tenant, (await send(tenant)).body.delivery_id, 'sent')
      expect(service.notifications(fresh)).toHaveLength(1)
    })

    it('the retry of a push delivery does not send to the device that refused the message', async () => {
      const { tenant } = await connected({ fcm: fcm() })
      await app(tenant, ada, 'refusing')
      await app(tenant, ada, 'busy')
      const tokens: string[] = []
      let busy = true
      answerAsFirebase(firebase, ({ text }) => {
        const { token } = JSON.parse(text).message
        tokens.push(token)
        if (token === 'refusing') return firebaseError(400, 'INVALID_ARGUMENT')
        return busy ? firebaseError(503, 'UNAVAILABLE') : { body: { name: 'projects/shop-1/messages/1' } }
      })
      const { delivery_id } = (await send(tenant)).body
      await test.until(async () => {
        const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${delivery_id}`)
        return body.attempts.length === 1
      })
      busy = false
      test.clock.advance(40_000)
      const delivery = await test.settled(tenant, delivery_id, 'sent', 'failed')
      answerAsFirebase(firebase)
      expect(delivery.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['retryable', 'sent'])
      expect([...tokens].sort()).toEqual(['busy', 'busy', 'refusing'])
    })

    it('keeps a device that registers again while the provider reports the old registration as gone', async () => {
      const { tenant } = await connected({ fcm: fcm() })
      await app(tenant, ada, 'again')
      answerAsFirebase(firebase, ({ text }) => {
        expect(JSON.parse(text).message.token).toBe('again')
        return app(tenant, ada, 'again').then(() => firebaseError(404, 'NOT_FOUND', fcmDetail('UNREGISTERED')))
      })
      const { delivery_id } = (await send(tenant)).body
      await test.settled(tenant, delivery_id, 'failed')
      answerAsFirebase(firebase)
      expect(await devicesOf(tenant, await idOf(tenant))).toMatchObject([{ token: 'again' }])
    })

    it('retries a push message with the same topic after the push service closed the connection without a response', async () => {
      const { tenant } = await connected({ vapid })
      const silent = await startProvider()
      silent.reply((_request, count) => (count === 1 ? { drop: 'now' } : { status: 201 }))
      const { body } = await tokenFor(tenant, ada)
      await register(body.token, { kind: 'web', endpoint: `${silent.url}/p`, keys: browserKeys().keys })
      const { delivery_id } = (await send(tenant)).body
      await test.until(async () => silent.received.length === 1)
      await test.settled(tenant, delivery_id, 'queued')
      test.clock.advance(40_000)
      const delivery = await test.settled(tenant, delivery_id, 'sent', 'failed')
      expect(delivery.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ambiguous', 'sent'])
      expect(silent.received.map(({ headers }) => headers.topic)).toEqual(Array(2).fill(`delivery-${delivery_id}`))
      await silent.stop()
    })

    it('pauses the push connection when Firebase refuses the service account, and sends with a new service account', async () => {
      const { tenant } = await connected({ fcm: fcm() })
      await app(tenant, ada, 'phone')
      answerAsFirebase(firebase, () => firebaseError(401, 'UNAUTHENTICATED'))
      const { delivery_id } = (await send(tenant)).body
      const paused = await test.until(async () => {
        const { body } = await test.manage('GET', connectionOf(tenant))
        return body.paused && body
      })
      expect(paused.pause_reason).toMatch(/service account/)
      answerAsFirebase(firebase)
      await test.manage('PUT', connectionOf(tenant), { settings: { fcm: fcm() } })
      await test.settled(tenant, delivery_id, 'sent')
    })

    it('a push delivery goes only to devices whose kind, web or FCM, is connected', async () => {
      const { tenant } = await connected({ vapid })
      await app(tenant, ada, 'phone')
      expect((await send(tenant)).body.details.channel[0]).toMatch(
        /reaches none of the recipient's devices: it has no fcm/,
      )
      const laptop = await browser(tenant, ada)
      await test.settled(tenant, (await send(tenant)).body.delivery_id, 'sent')
      expect(service.notifications(laptop)).toHaveLength(1)
    })

    it('accepts the longest push notification that fits, and returns 422 for a notification that is one byte longer', async () => {
      const { tenant } = await connected()
      const laptop = await browser(tenant, ada)
      const actions = Array.from({ length: 5 }, (_, index) => ({
        slug: `action-${index}`,
        callback_url: 'https://shop.example/callback',
      }))
      const media = { url: 'https://shop.example/a.png' }
      const long = (characters: number) =>
        send(tenant, { subject: 'Title', vars: { name: 'x'.repeat(characters) }, actions, media })
      const refused = await long(5000)
      expect(refused.status).toBe(422)
      const [, size, limit] = / has (\d+) bytes .*push takes (\d+)/.exec(refused.body.details.template[0])!
      const most = 5000 - (Number(size) - Number(limit))
      expect((await long(most + 1)).body.details.template[0]).toMatch(/has 3994 bytes .*push takes 3993/)
      await test.settled(tenant, (await long(most)).body.delivery_id, 'sent')
      expect(service.notifications(laptop)[0]!.actions).toHaveLength(5)
    })

    it('uses the name of the template as the title of a notification without a title, also in the preview', async () => {
      const { tenant } = await connected()
      const laptop = await browser(tenant, ada)
      const at = `/workspaces/${tenant.workspace}/templates`
      await test.manage('POST', at, { slug: 'bare', name: 'News', locales: { it: { body: 'Text' } } })
      await test.settled(tenant, (await send(tenant, { template: 'bare' })).body.delivery_id, 'sent')
      expect(service.notifications(laptop)[0]).toMatchObject({ title: 'News', body: 'Text' })
      expect((await test.manage('POST', `${at}/bare/preview`, { channel: 'push' })).body.subject).toBe('News')
    })
  })
})
