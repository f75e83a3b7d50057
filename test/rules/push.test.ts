// Rules of push: the size of a notification, its settings and their secrets.
import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Content } from '../../src/channels/contract.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { push } from '../../src/channels/push/channel.ts'
import { joinSecrets, mergeSettings, shownSettings, splitSecrets } from '../../src/connections/secret-settings.ts'
import { serviceAccount } from '../harness/push.ts'

describe('size of a push notification', () => {
  const content = (body: string, change: Partial<Content> = {}): Content => ({
    subject: 'Title',
    body,
    vars: {},
    actions: [],
    attachments: [],
    ...change,
  })
  const misfits = (given: Content) => push.misfits(given, `https://carillon.example/${'x'.repeat(64)}`)
  /**
   * Returns the length of the longest text that fits. It is computed from the numbers in the error message about a
   * longer text.
   */
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
  ])(
    'accepts the longest push notification, and refuses a notification that is one byte longer: %s',
    (_title, change) => {
      const { limit, characters } = longest(change)
      expect(misfits(content('x'.repeat(characters), change))).toEqual([])
      expect(misfits(content('x'.repeat(characters + 1), change))).toEqual([
        { field: 'template', message: expect.stringContaining(`has ${limit + 1} bytes`) },
      ])
    },
  )

  it('counts the bytes of a push notification, and the error contains the channel, the limit and the size', () => {
    expect(longest({}).limit).toBe(3993)
    expect(longest({}, 'ö').characters).toBeLessThan(2000)
    expect(misfits(content('x'.repeat(5000)))[0]!.message).toMatch(
      /^the notification has \d+ bytes .*; push takes 3993/,
    )
  })

  it('counts buttons as nested JSON text, as Firebase does', () => {
    const label = '"'.repeat(30)
    const actions = Array.from({ length: 5 }, (_, i) => ({
      slug: `"${i}"`.repeat(15),
      label,
      callback_url: 'https://e.example/',
    }))
    const most = longest({ actions }).characters
    expect(misfits(content('x'.repeat(most), { actions }))[0]!.message).toMatch(/push takes 4096 \(FCM\)/)
  })

  it('a push message requires a text, and push content with unknown or invalid fields is refused', () => {
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

const { settings: pushSettings } = providerOf('push')

describe('push settings', () => {
  const problems = (settings: object) => providerOf('push').problems!(settings as Record<string, unknown>, false)
  const pair = () => {
    const curve = createECDH('prime256v1')
    return { public_key: curve.generateKeys('base64url'), private_key: curve.getPrivateKey('base64url') }
  }
  const vapid = { subject: 'mailto:push@shop.example' }
  const fcm = { service_account: serviceAccount('https://oauth2.example.com'), api_base: 'https://fcm.googleapis.com' }

  it('accepts settings for browsers, for apps and for both', () => {
    expect(
      [{ vapid }, { vapid: { subject: 'https://shop.example' } }, { fcm }, { vapid: { ...vapid, ...pair() }, fcm }].map(
        problems,
      ),
    ).toEqual([{}, {}, {}, {}])
  })

  it.each<[string, object, string]>([
    ['neither VAPID nor FCM', {}, 'vapid'],
    ['an unreachable subject', { vapid: { subject: 'mailto:me@localhost' } }, 'vapid.subject'],
    ['a subject in a private network', { vapid: { subject: 'https://localhost/' } }, 'vapid.subject'],
    ['a public key alone', { vapid: { ...vapid, public_key: pair().public_key } }, 'vapid.public_key'],
    ['keys of two pairs', { vapid: { ...vapid, ...pair(), public_key: pair().public_key } }, 'vapid.public_key'],
    ['an invalid private key', { vapid: { ...vapid, private_key: 'A'.repeat(43) } }, 'vapid.private_key'],
    ['an API in a private network', { fcm: { ...fcm, api_base: 'https://10.0.0.1' } }, 'fcm.api_base'],
    [
      'a token server in a private network',
      { fcm: { ...fcm, service_account: { ...fcm.service_account, token_uri: 'http://127.0.0.1/' } } },
      'fcm.service_account.token_uri',
    ],
    [
      'an invalid service account key',
      { fcm: { ...fcm, service_account: { ...fcm.service_account, private_key: 'x' } } },
      'fcm.service_account.private_key',
    ],
  ])('refuses push settings with %s', (_title, settings, field) => {
    expect(Object.keys(problems(settings))).toEqual([field])
  })

  it('generates the VAPID keys of a connection once, and does not replace them', async () => {
    const { complete } = await providerOf('push').completion!()
    const first = complete({ vapid }) as { vapid: { public_key: string; private_key: string } }
    expect(problems(first)).toEqual({})
    expect(complete(first)).toEqual(first)
    const own = pair()
    expect(complete({ vapid: { ...vapid, private_key: own.private_key } })).toEqual({ vapid: { ...vapid, ...own } })
    expect(complete({ fcm })).toEqual({ fcm })
  })

  it('hides the secrets of push settings, and keeps a stored secret if an update omits the secret or contains its masked form', () => {
    const stored = { vapid: { ...vapid, ...pair() }, fcm }
    const { open, secrets } = splitSecrets(pushSettings, stored)
    expect(open).toEqual({ vapid: { ...vapid, public_key: stored.vapid.public_key }, fcm: { api_base: fcm.api_base } })
    expect(secrets).toEqual({
      vapid: { private_key: stored.vapid.private_key },
      fcm: { service_account: fcm.service_account },
    })
    expect(joinSecrets(open, secrets)).toEqual(stored)
    const shown = shownSettings(pushSettings, stored)
    expect(JSON.stringify(shown)).not.toMatch(/PRIVATE KEY/)
    expect(shown).toMatchObject({ vapid: { private_key: '••••' }, fcm: { service_account: '••••' } })
    for (const given of [shown, {}, { vapid: open.vapid }, { fcm: open.fcm }])
      expect(mergeSettings(pushSettings, given as Record<string, unknown>, stored)).toEqual(stored)
    expect(mergeSettings(pushSettings, { fcm: null }, stored)).toEqual({ vapid: stored.vapid })
  })
})
