// Push to several devices: the combined outcome, and the list of devices.
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import { type Device, type DeviceInput, deviceProblems, withDevice } from '../../src/channels/push/devices.ts'
import { deviceMark, mergeAnswers, type Settled } from '../../src/channels/push/outcomes.ts'
import { records } from '../../src/limits.ts'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { browserKeys } from '../harness/push.ts'
import { anyRemedies, expectRemedies } from '../harness/remedies.ts'

const app = (token: string): Device => ({ kind: 'fcm', token, registered_at: '2026-01-01T00:00:00.000Z' })
const now = new Date('2026-11-21T09:00:00Z')
const why = { reason: 'Why', remedies: anyRemedies }
const outcomes: Record<string, Outcome> = {
  sent: { class: 'sent', externalId: 'm1', providerStatus: '201' },
  retryable: { class: 'retryable', ...why },
  throttled: { class: 'throttled', until: new Date(now.getTime() + 60_000), scope: 'recipient', ...why },
  permanent: { class: 'permanent', ...why },
  gone: { class: 'recipient_gone', ...why },
  unusable: { class: 'recipient_gone', goneDevices: [], ...why },
  misconfigured: { class: 'misconfigured', ...why },
  ambiguous: { class: 'ambiguous', ...why },
}

describe('outcome of a push to several devices', () => {
  const merge = (names: string[], earlier: Settled = {}) =>
    mergeAnswers(
      names.map((name, index) => ({ device: app(`d${index}`), outcome: outcomes[name]! })),
      earlier,
      () => 'app',
    )

  it.each<[string, string[], Outcome['class']]>([
    ['the only device accepted it', ['sent'], 'sent'],
    ['one of several devices accepted it', ['gone', 'ambiguous', 'misconfigured', 'throttled', 'sent'], 'sent'],
    ['all devices are gone', ['gone', 'gone'], 'recipient_gone'],
    ['the recipient has no device', [], 'recipient_gone'],
    ['one device may have received it', ['retryable', 'ambiguous', 'permanent'], 'ambiguous'],
    ['one device may accept it later', ['throttled', 'retryable', 'gone'], 'retryable'],
    ['one device throttles', ['misconfigured', 'throttled'], 'throttled'],
    ['one device needs other settings', ['permanent', 'misconfigured'], 'misconfigured'],
    ['one device refuses and another is gone', ['gone', 'permanent'], 'permanent'],
  ])('combines the answers of devices into an outcome: %s', (_title, names, expected) => {
    const outcome = merge(names)
    expect(outcome.class).toBe(expected)
    if ('reason' in outcome) expect(outcome.reason.length).toBeGreaterThan(2)
    expectRemedies(outcome)
  })

  it('lists the devices that no longer exist, and the refused devices that a retry does not call again', () => {
    const outcome = merge(['gone', 'permanent', 'retryable', 'gone'])
    expect(outcome).toMatchObject({
      class: 'retryable',
      goneDevices: ['d0', 'd3'],
      progress: { devices: { [deviceMark(app('d1'))]: 'refused' } },
      reason: 'Why (1 of 4 devices)',
    })
    expect(outcome.response).toBe('0 of 4 devices accepted it. app: Why; app: Why; app: Why; app: Why')
    expect(deviceMark(app('d1'))).not.toContain('d1')
  })

  it('keeps a device whose token is refused and that may still exist, and does not call it again in a retry', () => {
    expect(merge(['unusable'])).toMatchObject({ class: 'recipient_gone', reason: 'Why', goneDevices: [] })
    expect(merge(['gone', 'unusable'])).toMatchObject({
      class: 'recipient_gone',
      reason: 'Why (1 of 2 devices)',
      goneDevices: ['d0'],
      progress: { devices: { [deviceMark(app('d1'))]: 'refused' } },
    })
    expect(merge(['unusable', 'retryable'])).toMatchObject({ class: 'retryable', goneDevices: [] })
  })

  it('combines the answers of push devices with the answers in an earlier attempt', () => {
    const accepted: Settled = { x: 'took' }
    expect(merge(['retryable'], accepted)).toMatchObject({ class: 'sent', progress: { devices: accepted } })
    expect(merge([], accepted).class).toBe('sent')
    expect(merge([], { x: 'refused' })).toMatchObject({ class: 'permanent', code: 'devices_refused' })
    expect(merge(['gone'], { x: 'refused' }).class).toBe('permanent')
    expect(merge(['retryable'], { x: 'refused' }).class).toBe('retryable')
  })

  it('reports the reason of a device when the recipient has only one device', () => {
    expect(merge(['permanent'])).toMatchObject({ class: 'permanent', reason: 'Why' })
    expect(merge(['gone'])).toMatchObject({ class: 'recipient_gone', reason: 'Why', goneDevices: ['d0'] })
  })

  it('pauses a recipient for the longest time that a device requests, or the connection if a device reports a limit of the connection', () => {
    const throttled = (seconds: number, scope: 'connection' | 'recipient'): Outcome => ({
      class: 'throttled',
      until: new Date(now.getTime() + seconds * 1000),
      scope,
      ...why,
    })
    const of = (...answers: Outcome[]) =>
      mergeAnswers(
        answers.map((outcome, index) => ({ device: app(`d${index}`), outcome })),
        {},
        () => 'app',
      )
    expect(of(throttled(5, 'recipient'), throttled(9, 'recipient'))).toEqual(
      expect.objectContaining({ scope: 'recipient', until: new Date(now.getTime() + 9000) }),
    )
    // A pause that the device of one recipient requests never delays other recipients.
    expect(of(throttled(900, 'recipient'), throttled(60, 'connection'))).toEqual(
      expect.objectContaining({ scope: 'connection', until: new Date(now.getTime() + 60_000) }),
    )
    expect(
      of(
        { class: 'retryable', retryAfter: 7, ...why },
        { class: 'retryable', ...why },
        { class: 'retryable', retryAfter: 9, ...why },
      ),
    ).toMatchObject({ retryAfter: 9 })
  })
})

describe('provider of a push to devices of several kinds', () => {
  const phone: Device = { kind: 'apns', token: 'a1'.repeat(32), registered_at: '2026-01-01T00:00:00.000Z' }
  const of = (apple: Outcome, firebase: Outcome) =>
    mergeAnswers(
      [
        { device: app('d0'), outcome: firebase },
        { device: phone, outcome: apple },
      ],
      {},
      () => 'app',
    )
  const until = (seconds: number) => new Date(now.getTime() + seconds * 1000)

  it('a push to devices of several kinds names the provider whose settings are wrong or that throttles all messages', () => {
    expect(of(outcomes.misconfigured!, outcomes.gone!)).toMatchObject({ class: 'misconfigured', provider: 'apns' })
    const wide: Outcome = { class: 'throttled', until: until(60), scope: 'connection', ...why }
    const narrow: Outcome = { class: 'throttled', until: until(900), scope: 'recipient', ...why }
    expect(of(wide, narrow)).toMatchObject({ provider: 'apns', scope: 'connection', until: until(60) })
    expect(of(wide, { ...wide, until: until(900) })).toMatchObject({ provider: 'fcm', until: until(900) })
  })
})

describe('list of devices', () => {
  it('keeps the newest twenty devices of a recipient, and each device once', () => {
    let devices: Device[] = []
    for (let index = 0; index < records.devices + 2; index++) devices = withDevice(devices, app(`d${index}`))
    expect([devices.length, devices[0], devices.at(-1)]).toEqual([20, app('d2'), app('d21')])
    devices = withDevice(devices, { ...app('d5'), platform: 'ios' } as Device)
    expect([devices.length, devices.at(-1)]).toEqual([20, { ...app('d5'), platform: 'ios' }])
  })

  const problems = (given: object) => deviceProblems(given as DeviceInput, false)
  const web = (change: object = {}) => ({
    kind: 'web',
    endpoint: 'https://push.example.com/1',
    keys: browserKeys().keys,
    ...change,
  })

  it('accepts the registrations of browsers and apps', () => {
    expect(problems(web({ expirationTime: null }))).toEqual({})
    expect(problems({ kind: 'fcm', token: 't', platform: 'android' })).toEqual({})
    expect(problems({ kind: 'apns', token: 'A1'.repeat(50), environment: 'sandbox' })).toEqual({})
    for (const token of ['ExponentPushToken[x_Y-1]', 'ExpoPushToken[x]', 'a0000000-b000-c000-d000-e00000000000'])
      expect(problems({ kind: 'expo', token }), token).toEqual({})
  })

  it.each<[string, object, string]>([
    ['a browser without endpoint', web({ endpoint: undefined }), 'endpoint'],
    ['a browser without keys', web({ keys: undefined }), 'keys'],
    ['a browser with a token', web({ token: 't' }), 'token'],
    ['a short key', web({ keys: { ...browserKeys().keys, p256dh: 'AAAA' } }), 'keys.p256dh'],
    [
      'a key off the curve',
      web({ keys: { ...browserKeys().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }),
      'keys.p256dh',
    ],
    ['a short secret', web({ keys: { ...browserKeys().keys, auth: 'AAAA' } }), 'keys.auth'],
    ['an invalid VAPID key', web({ vapid_key: 'AAAA' }), 'vapid_key'],
    ['an app without token', { kind: 'fcm' }, 'token'],
    ['an app of Apple without token', { kind: 'apns' }, 'token'],
    ['an app of Apple with a token that is not hexadecimal', { kind: 'apns', token: 'xyz'.repeat(30) }, 'token'],
    ['an app of Apple with a platform', { kind: 'apns', token: 'a1'.repeat(32), platform: 'ios' }, 'platform'],
    ['an app of Expo with a token of Firebase', { kind: 'expo', token: 'fGx1:APA91b' }, 'token'],
    ['an app of Firebase with an environment', { kind: 'fcm', token: 't', environment: 'sandbox' }, 'environment'],
    ['an app with an endpoint', { kind: 'fcm', token: 't', endpoint: 'https://push.example.com/' }, 'endpoint'],
  ])('refuses to register %s', (_title, given, field) => {
    expect(Object.keys(problems(given))).toEqual([field])
  })

  it.each(hostileUrls)('refuses the push endpoint %s (%s)', (endpoint) => {
    expect(problems(web({ endpoint })).endpoint).toBeTypeOf('string')
  })
})
