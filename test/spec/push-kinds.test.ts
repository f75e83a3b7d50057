// Devices of four kinds: registration, one message to all of them, devices without a connection, and Expo's receipts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Apple, accepted, appleError, appleSettings, startApple } from '../harness/apple.ts'
import { answerAsExpo, expoToken, isReceiptRequest, refusedTicket } from '../harness/expo.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { answerAsFirebase, serviceAccount } from '../harness/push.ts'
import { type PushService, startPushService } from '../harness/push-service.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ada = { email: 'ada@example.com' }
const phone = { kind: 'apns', token: 'a1'.repeat(32) }
const tablet = { kind: 'expo', token: expoToken('tablet'), platform: 'ios' }
const second = { kind: 'expo', token: expoToken('second') }

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

  const connectionOf = ({ workspace, source }: Tenant) => `/workspaces/${workspace}/sources/${source}/connections/push`
  const byExpo = () => ({ access_token: 'secret-token', api_base: expo.url })
  const connected = async (settings: object) => {
    const tenant = await test.tenant()
    const { status, body } = await test.manage('PUT', connectionOf(tenant), { settings })
    expect(status, JSON.stringify(body)).toBe(200)
    return tenant
  }
  const tokenFor = async (tenant: Tenant) =>
    (await test.call('POST', '/push/tokens', { key: tenant.liveKey, body: { recipient: ada } })).body
  const register = async (tenant: Tenant, ...devices: object[]) => {
    const { token } = await tokenFor(tenant)
    for (const body of devices) {
      const answer = await test.call('POST', '/push/devices', { key: token, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    }
  }
  const devicesOf = async (tenant: Tenant) => {
    const { id } = (await tokenFor(tenant)).recipient
    return (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${id}`)).body.push as object[]
  }
  const send = (tenant: Tenant) =>
    test.send(tenant.liveKey, { recipient: ada, template: 'hello', vars: { name: 'Ada' }, channel: 'push' })
  const sent = async (tenant: Tenant) => {
    const { delivery_id: id } = (await send(tenant)).body
    return test.settled(tenant, id, 'sent', 'failed')
  }
  const read = async (tenant: Tenant, id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body

  it('registers a device of each kind and shows its kind, and refuses a token of another form', async () => {
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

  it('refuses a message if no device has a connection for its kind, and names the missing settings', async () => {
    const tenant = await connected({ expo: byExpo() })
    await register(tenant, phone, { kind: 'fcm', token: 'android' })
    const { status, body } = await send(tenant)
    expect([status, body.details.channel[0]]).toEqual([
      422,
      expect.stringMatching(/it has no apns \(for apps with a token of Apple\) and no fcm/),
    ])
  })

  it('lists a device without a connection for its kind in the timeline of a message that another device got', async () => {
    const tenant = await connected({ expo: byExpo() })
    await register(tenant, phone, tablet)
    const delivery = await sent(tenant)
    expect(delivery.attempts[0].response).toBe(
      '1 of 2 devices accepted it. app (ios): accepted it; app (apns): not reached, because the push connection has no apns (for apps with a token of Apple)',
    )
    expect(await devicesOf(tenant)).toHaveLength(2)
  })

  it('removes a device that Apple reports as unregistered', async () => {
    const tenant = await connected({ apns: appleSettings(apple.url), expo: byExpo() })
    await register(tenant, phone, tablet)
    apple.reply(() => appleError(410, 'Unregistered', { timestamp: test.clock.now().getTime() + HOUR }))
    expect((await sent(tenant)).status).toBe('sent')
    expect(await devicesOf(tenant)).toMatchObject([tablet])
  })

  describe('receipts of Expo', () => {
    const receiptRequests = () => expo.received.filter(isReceiptRequest)
    const tickets = async (tenant: Tenant) =>
      (
        await test.service.db.query({
          text: 'select ticket, decisive from tickets where workspace_id = $1 order by id',
          values: [tenant.workspace],
        })
      ).rows
    /** Sends a message to the devices, and answers the later requests for receipts. */
    const started = async (receipts: (ids: string[]) => object, devices: object[] = [tablet]) => {
      const tenant = await connected({ expo: byExpo(), apns: appleSettings(apple.url) })
      await register(tenant, ...devices)
      const { id, status } = await sent(tenant)
      expect(status).toBe('sent')
      answerAsExpo(expo, { receipts })
      return { tenant, id: id as number }
    }
    const gone = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, refusedTicket('DeviceNotRegistered')]))

    it('asks for the receipts 15 minutes after the message, and keeps the status of a message that Expo passed on', async () => {
      const { tenant, id } = await started((ids) => Object.fromEntries(ids.map((ticket) => [ticket, { status: 'ok' }])))
      test.clock.advance(14 * MINUTE)
      await test.until(async () => (await test.call('GET', '/health')).status === 200)
      expect(receiptRequests()).toHaveLength(0)
      test.clock.advance(2 * MINUTE)
      await test.until(async () => (await tickets(tenant)).length === 0)
      expect(receiptRequests().length).toBeGreaterThan(0)
      expect((await read(tenant, id)).status).toBe('sent')
    })

    it('fails the message and removes the device when the only receipt reports that the device is gone', async () => {
      const { tenant, id } = await started(gone)
      test.clock.advance(16 * MINUTE)
      const failed = await test.settled(tenant, id, 'failed')
      expect(failed).toMatchObject({ status: 'failed', error_message: expect.stringContaining('was removed') })
      expect(failed.receipts).toMatchObject([{ status: 'failed', code: 'DeviceNotRegistered', applied: true }])
      expect(await devicesOf(tenant)).toEqual([])
      expect((await send(tenant)).status).toBe(422)
    })

    it('keeps the message as sent while another device may have received it, and fails it with the last receipt', async () => {
      let isLate = false
      const { tenant, id } = await started(
        (ids) => {
          const known = isLate ? ids : ids.filter((ticket) => ticket.includes('tablet'))
          return gone(known)
        },
        [tablet, second],
      )
      test.clock.advance(16 * MINUTE)
      await test.until(async () => (await devicesOf(tenant)).length === 1)
      expect((await read(tenant, id)).status).toBe('sent')
      isLate = true
      test.clock.advance(31 * MINUTE)
      const failed = await test.settled(tenant, id, 'failed')
      expect(failed.receipts).toMatchObject([{ applied: false }, { applied: true }])
      expect(await devicesOf(tenant)).toEqual([])
    })

    it('never fails a message that a device without receipts accepted', async () => {
      const { tenant, id } = await started(gone, [tablet, phone])
      test.clock.advance(16 * MINUTE)
      await test.until(async () => (await tickets(tenant)).length === 0)
      expect(await read(tenant, id)).toMatchObject({ status: 'sent', receipts: [{ status: 'failed', applied: false }] })
      expect(await devicesOf(tenant)).toMatchObject([phone])
    })

    it('keeps a device that registered again after the message', async () => {
      const { tenant, id } = await started(gone)
      test.clock.advance(MINUTE)
      await register(tenant, tablet)
      test.clock.advance(16 * MINUTE)
      await test.settled(tenant, id, 'failed')
      expect(await devicesOf(tenant)).toMatchObject([tablet])
    })

    it('asks again after an error of Expo, and gives up a day after the message', async () => {
      const { tenant, id } = await started(() => ({}))
      expo.reply(() => ({ status: 503, body: {} }))
      test.clock.advance(16 * MINUTE)
      await test.until(async () => receiptRequests().length >= 1)
      expect(await tickets(tenant)).toHaveLength(1)
      answerAsExpo(expo, { receipts: () => ({}) })
      test.clock.advance(24 * HOUR)
      await test.until(async () => (await tickets(tenant)).length === 0)
      expect((await read(tenant, id)).status).toBe('sent')
    })

    it('forgets the tickets of a removed connection and of a removed recipient', async () => {
      const { tenant } = await started(gone)
      const { tenant: other } = await started(gone)
      expect([await tickets(tenant), await tickets(other)].map(({ length }) => length)).toEqual([1, 1])
      const { id } = (await tokenFor(other)).recipient
      expect((await test.manage('DELETE', `/workspaces/${other.workspace}/recipients/${id}`)).status).toBe(204)
      expect(await tickets(other)).toEqual([])
      await test.manage('DELETE', connectionOf(tenant))
      const before = receiptRequests().length
      test.clock.advance(16 * MINUTE)
      await test.until(async () => (await tickets(tenant)).length === 0)
      expect(receiptRequests()).toHaveLength(before)
    })
  })
})
