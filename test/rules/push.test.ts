// Push by its rules: what several devices' answers mean together, the list of devices, sizes, settings and their secrets.
import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Content, Outcome } from '../../src/channels/contract.ts'
import { push } from '../../src/channels/push.ts'
import {
  type Device,
  deviceProblems,
  type GivenDevice,
  MOST_DEVICES,
  withDevice,
} from '../../src/channels/push-devices.ts'
import { markOf, mergeAnswers, type Settled } from '../../src/channels/push-outcomes.ts'
import { pushSettings } from '../../src/channels/push-settings.ts'
import { joinSecrets, settingsToKeep, shownSettings, splitSecrets } from '../../src/workspace/secret-settings.ts'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { browserKeys, serviceAccount } from '../harness/push.ts'

const app = (token: string): Device => ({ kind: 'fcm', token, registered_at: '2026-01-01T00:00:00.000Z' })
const now = new Date('2026-11-21T09:00:00Z')
const why = { reason: 'Why', remedy: 'What to do' }
const outcomes: Record<string, Outcome> = {
  sent: { class: 'sent', externalId: 'm1', providerStatus: '201' },
  retryable: { class: 'retryable', ...why },
  throttled: { class: 'throttled', until: new Date(now.getTime() + 60_000), scope: 'recipient', ...why },
  permanent: { class: 'permanent', ...why },
  gone: { class: 'recipient_gone', ...why },
  misconfigured: { class: 'misconfigured', ...why },
  ambiguous: { class: 'ambiguous', ...why },
}

describe('several devices are one message', () => {
  const merge = (names: string[], earlier: Settled = {}) =>
    mergeAnswers(
      names.map((name, index) => ({ device: app(`d${index}`), outcome: outcomes[name]! })),
      earlier,
      () => 'app',
    )

  it.each<[string, string[], Outcome['class']]>([
    ['one took it', ['sent'], 'sent'],
    ['one of many took it', ['gone', 'ambiguous', 'misconfigured', 'throttled', 'sent'], 'sent'],
    ['all are gone', ['gone', 'gone'], 'recipient_gone'],
    ['nobody is there', [], 'recipient_gone'],
    ['one may have it', ['retryable', 'ambiguous', 'permanent'], 'ambiguous'],
    ['one may take it later', ['throttled', 'retryable', 'gone'], 'retryable'],
    ['one wants to be left alone', ['misconfigured', 'throttled'], 'throttled'],
    ['one waits for settings', ['permanent', 'misconfigured'], 'misconfigured'],
    ['one refuses, one is gone', ['gone', 'permanent'], 'permanent'],
  ])('%s', (_what, names, expected) => {
    const outcome = merge(names)
    expect(outcome.class).toBe(expected)
    if ('reason' in outcome) expect(Math.min(outcome.reason.length, outcome.remedy.length)).toBeGreaterThan(2)
  })

  it('names what is gone, and what a retry need not ask again', () => {
    const outcome = merge(['gone', 'permanent', 'retryable', 'gone'])
    expect(outcome).toMatchObject({
      class: 'retryable',
      goneDevices: ['d0', 'd3'],
      progress: { devices: { [markOf(app('d1'))]: 'refused' } },
      reason: 'Why (1 of 4 devices)',
    })
    expect(outcome.response).toBe('0 of 4 devices took it. app: Why; app: Why; app: Why; app: Why')
    expect(markOf(app('d1'))).not.toContain('d1')
  })

  it('stands by what an earlier try reached', () => {
    const took: Settled = { x: 'took' }
    expect(merge(['retryable'], took)).toMatchObject({ class: 'sent', progress: { devices: took } })
    expect(merge([], took).class).toBe('sent')
    expect(merge([], { x: 'refused' })).toMatchObject({ class: 'permanent', code: 'devices_refused' })
    expect(merge(['gone'], { x: 'refused' }).class).toBe('permanent')
    expect(merge(['retryable'], { x: 'refused' }).class).toBe('retryable')
  })

  it('says of one device what that device said', () => {
    expect(merge(['permanent'])).toMatchObject({ class: 'permanent', reason: 'Why' })
    expect(merge(['gone'])).toMatchObject({ class: 'recipient_gone', reason: 'Why', goneDevices: ['d0'] })
  })

  it('waits as long as the one that asks for most, and for the whole connection when one speaks for it', () => {
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
    // A recipient's own word never keeps the others waiting.
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

describe('the list of devices', () => {
  it('keeps the newest twenty, and one of each', () => {
    let devices: Device[] = []
    for (let index = 0; index < MOST_DEVICES + 2; index++) devices = withDevice(devices, app(`d${index}`))
    expect([devices.length, devices[0], devices.at(-1)]).toEqual([20, app('d2'), app('d21')])
    devices = withDevice(devices, { ...app('d5'), platform: 'ios' } as Device)
    expect([devices.length, devices.at(-1)]).toEqual([20, { ...app('d5'), platform: 'ios' }])
  })

  const problems = (given: object) => deviceProblems(given as GivenDevice, false)
  const web = (change: object = {}) => ({
    kind: 'web',
    endpoint: 'https://push.example.com/1',
    keys: browserKeys().keys,
    ...change,
  })

  it('takes browsers and apps as they register', () => {
    expect(problems(web({ expirationTime: null }))).toEqual({})
    expect(problems({ kind: 'fcm', token: 't', platform: 'android' })).toEqual({})
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
    ['a VAPID key that is none', web({ vapid_key: 'AAAA' }), 'vapid_key'],
    ['an app without token', { kind: 'fcm' }, 'token'],
    ['an app with an endpoint', { kind: 'fcm', token: 't', endpoint: 'https://push.example.com/' }, 'endpoint'],
  ])('refuses %s', (_what, given, field) => {
    expect(Object.keys(problems(given))).toEqual([field])
  })

  it.each(hostileUrls)('refuses %s (%s)', (endpoint) => {
    expect(problems(web({ endpoint })).endpoint).toBeTypeOf('string')
  })
})

describe('what fits', () => {
  const content = (body: string, change: Partial<Content> = {}): Content => ({
    subject: 'Title',
    body,
    vars: {},
    actions: [],
    attachments: [],
    ...change,
  })
  const misfits = (given: Content) => push.misfits(given, `https://carillon.example/${'x'.repeat(64)}`)
  /** The longest text that fits, from what is said of one too long. */
  const longest = (change: Partial<Content>, unit = 'x') => {
    const [misfit] = misfits(content(unit.repeat(5000), change))
    const [, size, limit] = / has (\d+) bytes .* takes (\d+)/.exec(misfit!.message)!
    return {
      limit: Number(limit),
      characters: Math.floor(5000 - (Number(size) - Number(limit)) / Buffer.byteLength(unit)),
    }
  }

  it.each<[string, Partial<Content>]>([
    ['text alone', {}],
    ['a longer title', { subject: 'T'.repeat(200) }],
    ['an image', { media: { url: 'https://example.com/a.png', type: 'image', caption: 'c'.repeat(100) } }],
    [
      'five buttons',
      {
        actions: Array.from({ length: 5 }, (_, i) => ({
          slug: `s${i}`,
          label: 'l',
          callback_url: 'https://e.example/',
        })),
      },
    ],
  ])('%s: the longest is taken, one byte more is not', (_what, change) => {
    const { limit, characters } = longest(change)
    expect(misfits(content('x'.repeat(characters), change))).toEqual([])
    expect(misfits(content('x'.repeat(characters + 1), change))).toEqual([
      { field: 'template', message: expect.stringContaining(`has ${limit + 1} bytes`) },
    ])
  })

  it('counts bytes, and names channel, limit and size', () => {
    expect(longest({}).limit).toBe(3993)
    expect(longest({}, 'ö').characters).toBeLessThan(2000)
    expect(misfits(content('x'.repeat(5000)))[0]!.message).toMatch(
      /^the notification has \d+ bytes .*; push takes 3993/,
    )
  })

  it('counts as Firebase does, too: buttons are text inside text there', () => {
    const label = '"'.repeat(30)
    const actions = Array.from({ length: 5 }, (_, i) => ({
      slug: `"${i}"`.repeat(15),
      label,
      callback_url: 'https://e.example/',
    }))
    const most = longest({ actions }).characters
    expect(misfits(content('x'.repeat(most), { actions }))[0]!.message).toMatch(/push takes 4096 \(FCM\)/)
  })

  it('needs a text, and own content it knows', () => {
    expect(misfits(content(' '))).toHaveLength(1)
    expect(
      misfits(content('x', { own: { icon: 'https://e.example/i.png', ttl: 0, url: 'http://e.example/' } })),
    ).toEqual([])
    for (const own of [
      { icon: 'i.png' },
      { url: 'javascript:alert(1)' },
      { ttl: -1 },
      { ttl: 2419201 },
      { ttl: '60' },
      { sound: 'x' },
    ])
      expect(misfits(content('x', { own })), JSON.stringify(own)).toHaveLength(1)
  })
})

describe('settings', () => {
  const problems = (settings: object) => push.connector.problems!(settings as Record<string, unknown>, false)
  const pair = () => {
    const curve = createECDH('prime256v1')
    return { public_key: curve.generateKeys('base64url'), private_key: curve.getPrivateKey('base64url') }
  }
  const vapid = { subject: 'mailto:push@shop.example' }
  const fcm = { service_account: serviceAccount('https://oauth2.example.com'), api_base: 'https://fcm.googleapis.com' }

  it('are right for browsers, for apps and for both', () => {
    expect(
      [{ vapid }, { vapid: { subject: 'https://shop.example' } }, { fcm }, { vapid: { ...vapid, ...pair() }, fcm }].map(
        problems,
      ),
    ).toEqual([{}, {}, {}, {}])
  })

  it.each<[string, object, string]>([
    ['nothing', {}, 'vapid'],
    ['a subject nobody reaches', { vapid: { subject: 'mailto:me@localhost' } }, 'vapid.subject'],
    ['a subject in a private network', { vapid: { subject: 'https://localhost/' } }, 'vapid.subject'],
    ['a public key alone', { vapid: { ...vapid, public_key: pair().public_key } }, 'vapid.public_key'],
    ['keys of two pairs', { vapid: { ...vapid, ...pair(), public_key: pair().public_key } }, 'vapid.public_key'],
    ['a private key that is none', { vapid: { ...vapid, private_key: 'A'.repeat(43) } }, 'vapid.private_key'],
    ['an API in a private network', { fcm: { ...fcm, api_base: 'https://10.0.0.1' } }, 'fcm.api_base'],
    [
      'a token server in a private network',
      { fcm: { ...fcm, service_account: { ...fcm.service_account, token_uri: 'http://127.0.0.1/' } } },
      'fcm.service_account.token_uri',
    ],
    [
      'a key that is none',
      { fcm: { ...fcm, service_account: { ...fcm.service_account, private_key: 'x' } } },
      'fcm.service_account.private_key',
    ],
  ])('refuse %s', (_what, settings, field) => {
    expect(Object.keys(problems(settings))).toEqual([field])
  })

  it('get keys that stay', async () => {
    const complete = await push.connector.completion!()
    const first = complete({ vapid }) as { vapid: { public_key: string; private_key: string } }
    expect(problems(first)).toEqual({})
    expect(complete(first)).toEqual(first)
    const own = pair()
    expect(complete({ vapid: { ...vapid, private_key: own.private_key } })).toEqual({ vapid: { ...vapid, ...own } })
    expect(complete({ fcm })).toEqual({ fcm })
  })

  it('hide secrets where they stand, and keep what is left out or given as shown', () => {
    const kept = { vapid: { ...vapid, ...pair() }, fcm }
    const { open, secrets } = splitSecrets(pushSettings, kept)
    expect(open).toEqual({ vapid: { ...vapid, public_key: kept.vapid.public_key }, fcm: { api_base: fcm.api_base } })
    expect(secrets).toEqual({
      vapid: { private_key: kept.vapid.private_key },
      fcm: { service_account: fcm.service_account },
    })
    expect(joinSecrets(open, secrets)).toEqual(kept)
    const shown = shownSettings(pushSettings, kept)
    expect(JSON.stringify(shown)).not.toMatch(/PRIVATE KEY/)
    expect(shown).toMatchObject({ vapid: { private_key: '••••' }, fcm: { service_account: '••••' } })
    for (const given of [shown, {}, { vapid: open.vapid }, { fcm: open.fcm }])
      expect(settingsToKeep(pushSettings, given as Record<string, unknown>, kept)).toEqual(kept)
    expect(settingsToKeep(pushSettings, { fcm: null }, kept)).toEqual({ vapid: kept.vapid })
  })
})
