// Devices of four kinds: registration, one message to all of them, and devices without a connection.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Apple, accepted, appleError, appleSettings, startApple } from '../harness/apple.ts'
import { answerAsExpo } from '../harness/expo.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { answerAsFirebase, serviceAccount } from '../harness/push.ts'
import { pushConnectionOf as connectionOf, createPushClient, phone, tablet } from '../harness/push-client.ts'
import { type PushService, startPushService } from '../harness/push-service.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('kinds of push devices on %s', (kind) => {
  let test: TestService
  let browsers: PushService
  let firebase: Provider
  let expo: Provider
  let apple: Apple
  beforeAll(async () => {
    test = await startTestService(kind)
    browsers = await startPushService()
    firebase = await startProvider()
    expo = await startProvider()
    apple = await startApple()
    answerAsFirebase(firebase)
  })
  beforeEach(() => {
    answerAsExpo(expo)
    apple.reply(() => accepted)
    expo.received.length = 0
  })
  afterAll(async () => {
    await test.stop()
    for (const server of [browsers, firebase, expo, apple]) await server.stop()
  })

  const byExpo = () => ({ access_token: 'secret-token', api_base: expo.url })
  const { connected, tokenFor, register, devicesOf, send, sent } = createPushClient(() => test)

  it('registers devices of each kind, shows the kind of each device, and refuses a token whose form does not fit the kind', async () => {
    const tenant = await connected({ expo: {} })
    await register(tenant, { kind: 'fcm', token: 't' }, { ...phone, environment: 'sandbox' }, tablet)
    expect(await devicesOf(tenant)).toMatchObject([
      { kind: 'fcm', token: 't' },
      { ...phone, environment: 'sandbox' },
      tablet,
    ])
    const { token } = await tokenFor(tenant)
    const problemsOf = async (body: object) =>
      (await test.call('POST', '/push/devices', { key: token, body })).body.details
    expect(await problemsOf({ ...phone, token: 'not hexadecimal' })).toHaveProperty('token')
    expect(await problemsOf({ kind: 'apns', token: 'abc' })).toHaveProperty('token')
    expect(await problemsOf({ kind: 'expo', token: 'abc' })).toHaveProperty('token')
    expect(await problemsOf({ ...tablet, environment: 'sandbox' })).toHaveProperty('environment')
    const gone = await test.call('DELETE', '/push/devices', { key: token, body: { token: tablet.token } })
    expect(gone.status).toBe(204)
    expect(await devicesOf(tenant)).toHaveLength(2)
  })

  it('stores a token of Apple once, in upper or lower case, and removes it in either form', async () => {
    const tenant = await connected({ expo: {} })
    await register(tenant, phone, { ...phone, token: phone.token.toUpperCase() })
    expect(await devicesOf(tenant)).toMatchObject([phone])
    const { token: key } = await tokenFor(tenant)
    const gone = await test.call('DELETE', '/push/devices', { key, body: { token: phone.token.toUpperCase() } })
    expect(gone.status).toBe(204)
    expect(await devicesOf(tenant)).toEqual([])
  })

  it('sends one message to devices of four kinds, to each through its own provider', async () => {
    const tenant = await connected({
      vapid: { subject: 'mailto:push@shop.example' },
      fcm: { service_account: serviceAccount(firebase.url), api_base: firebase.url },
      apns: appleSettings(apple.url),
      expo: byExpo(),
    })
    const subscription = await browsers.subscribe((await tokenFor(tenant)).vapid_public_key)
    await register(tenant, { kind: 'web', ...subscription }, { kind: 'fcm', token: 'android' }, phone, tablet)
    const delivery = await sent(tenant)
    expect(delivery.attempts[0].response).toMatch(/^4 of 4 devices accepted it\./)
    expect(browsers.notifications(subscription)).toHaveLength(1)
    expect(JSON.parse(firebase.received.at(-1)!.text).message.token).toBe('android')
    expect(apple.received.at(-1)!.path).toBe(`/3/device/${phone.token}`)
    expect(JSON.parse(expo.received.at(-1)!.text)).toMatchObject([{ to: tablet.token }])
  })

  it('lists the push connections of all kinds, and adds and removes each of them', async () => {
    const tenant = await connected({ apns: appleSettings(apple.url) })
    const providers = `${connectionOf(tenant)}/providers`
    const added = await test.manage('POST', providers, { provider: 'expo', settings: byExpo() })
    expect(added).toMatchObject({ status: 201, body: { provider: 'expo', settings: { access_token: '••••' } } })
    const shown = (await test.manage('GET', connectionOf(tenant))).body.settings
    expect(shown).toMatchObject({ apns: { key: '••••', key_id: 'ABC123DEFG' }, expo: { access_token: '••••' } })
    expect(JSON.stringify(shown)).not.toContain('PRIVATE KEY')
    expect(await test.manage('POST', providers, { provider: 'expo', settings: {} })).toMatchObject({
      status: 422,
      body: { details: { provider: [expect.stringContaining('already has')] } },
    })
    expect((await test.manage('DELETE', `${providers}/${added.body.id}`)).status).toBe(204)
    expect((await test.manage('GET', providers)).body.data).toMatchObject([{ provider: 'apns' }])
  })

  it('refuses a message if the channel has no connection for any of the devices, and names the missing settings', async () => {
    const tenant = await connected({ expo: byExpo() })
    await register(tenant, phone, { kind: 'fcm', token: 'android' })
    const { status, body } = await send(tenant)
    expect([status, body.details.channel[0]]).toEqual([
      422,
      expect.stringMatching(/it has no apns \(for apps with a token of Apple\) and no fcm/),
    ])
  })

  it('if one device got the message, the timeline also lists another device that has no connection for its kind', async () => {
    const tenant = await connected({ expo: byExpo() })
    await register(tenant, phone, tablet)
    const delivery = await sent(tenant)
    expect(delivery.attempts[0].response).toBe(
      '1 of 2 devices accepted it. app (ios): accepted it; app (apns): not reached, because the Push connection has no apns (for apps with a token of Apple)',
    )
    expect(await devicesOf(tenant)).toHaveLength(2)
  })

  it('pauses only the connection whose settings are wrong, and sends to the devices of other kinds', async () => {
    const tenant = await connected({ apns: appleSettings(apple.url), expo: byExpo() })
    const providers = `${connectionOf(tenant)}/providers`
    await register(tenant, phone)
    apple.reply(() => appleError(403, 'InvalidProviderToken'))
    const { delivery_id: id } = (await send(tenant)).body
    const [paused] = await test.until(async () => {
      const { data } = (await test.manage('GET', providers)).body
      return data[0].unavailable !== null && data
    })
    expect(paused).toMatchObject({
      provider: 'apns',
      unavailable: { state: 'paused', until: null, reason: expect.stringContaining('the key') },
    })
    expect((await test.manage('GET', connectionOf(tenant))).body.paused).toBe(false)
    const calls = apple.received.length
    await register(tenant, tablet)
    expect((await sent(tenant)).attempts[0].response).toContain('the connection of the provider apns is paused')
    expect(apple.received).toHaveLength(calls)
    apple.reply(() => accepted)
    const settings = appleSettings(apple.url)
    const saved = await test.manage('PUT', `${providers}/${paused.id}`, { settings })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    test.clock.advance(11 * 60_000)
    expect((await test.settled(tenant, id, 'sent', 'failed')).status).toBe('sent')
  })

  it('removes a device that Apple reports as unregistered', async () => {
    const tenant = await connected({ apns: appleSettings(apple.url), expo: byExpo() })
    await register(tenant, phone, tablet)
    apple.reply(() => appleError(410, 'Unregistered', { timestamp: test.clock.now().getTime() + HOUR }))
    expect((await sent(tenant)).status).toBe('sent')
    expect(await devicesOf(tenant)).toMatchObject([tablet])
  })
})
