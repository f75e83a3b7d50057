// Fuzzes connection settings. The API stores the settings or refuses them with a reason. No check and no send throws an
// error.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelName } from '../../src/channels/index.ts'
import { connect } from '../contract/providers/delivery-case.ts'
import { allProviders, fixtureName, providerFor } from '../contract/providers/fixture.ts'
import { providerFixtures } from '../contract/providers/index.ts'
import { appleSettings } from '../harness/apple.ts'
import { anyJson, changedBodies, runs } from '../harness/fuzz.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** Valid settings for the channels whose provider fixture has no settings or incomplete settings. */
const special: Partial<Record<ChannelName, object[]>> = {
  email: [
    { url: 'smtps://user:pass@mail.example.com:465', from: 'Shop <hello@shop.example>' },
    { host: 'mail.example.com', port: 465, security: 'tls', user: 'user', password: 'pass', from: 'shop@shop.example' },
  ],
  whatsapp: [
    {
      phone_number_id: '10',
      waba_id: '20',
      access_token: 't',
      app_secret: 's',
      verify_token: 'v',
      api_base: 'https://gate.example',
    },
  ],
  telegram: [{ bot_token: '1:abc', mode: 'polling', api_base: 'https://gate.example' }],
  push: [
    { vapid: { subject: 'mailto:ops@shop.example' } },
    { expo: { access_token: 't', api_base: 'https://gate.example' } },
    { apns: appleSettings('https://gate.example') },
  ],
  discord: [
    {
      webhook_url: 'https://discord.com/api/webhooks/123/abc',
      username: 'Shop',
      avatar_url: 'https://shop.example/a.png',
    },
  ],
  slack: [
    { webhook_url: 'https://hooks.slack.com/services/T0/B0/X' },
    { bot_token: 'xoxb-1', channel: 'C1', api_base: 'https://gate.example' },
  ],
}

const connections = allProviders.map((ref) => {
  const own = ref.provider === undefined ? special[ref.channel] : undefined
  const fixtureSettings = providerFixtures
    .filter(({ channel, provider }) => channel === ref.channel && provider === ref.provider)
    .flatMap(({ http }): object[] => (http ? [http.settings('https://gate.example')] : []))
  return [fixtureName(ref), { ref, good: own ?? fixtureSettings }] as const
})
const urls = [
  'http://',
  'https://',
  'http:',
  'https://[',
  'https://a b',
  'http://%',
  'smtp://',
  'smtp:',
  'smtps://u:%@h',
  '//',
  'x',
  'https://a:99999',
  'HTTPS://X',
  'data:,',
  'https://u:p@h/',
]

describe('fuzzed connection settings', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    // Private networks are not permitted, so that the test also covers the refusal of private addresses.
    test = await startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it.each(connections)(
    'stores changed settings of %s, or refuses them with a reason for each invalid setting',
    async (source, { ref, good }) => {
      const { id } = (await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: source })).body
      const at = `/workspaces/${tenant.workspace}/sources/${id}/connections/${ref.channel}`
      const put = async (settings: unknown) => {
        const { status, body } = await test.manage('PUT', at, { settings })
        const what = `${JSON.stringify(settings)?.slice(0, 1000)} is answered ${status}: ${JSON.stringify(body).slice(0, 500)}`
        expect([200, 400, 422], what).toContain(status)
        if (status !== 422) return
        const details = Object.entries(body.details as Record<string, string[]>)
        expect(
          details.length > 0 &&
            details.every(([name, messages]) => name.startsWith('settings') && messages.join() !== ''),
          what,
        ).toBe(true)
      }
      for (const settings of good.slice(0, 1)) expect((await connect(test, at, ref, settings)).status).toBeLessThan(300)
      for (const settings of good)
        for (const [name, value] of Object.entries(settings))
          if (typeof value === 'string') for (const url of urls) await put({ ...settings, [name]: url })
      await fc.assert(fc.asyncProperty(fc.oneof(changedBodies(...good), anyJson), put), runs(25))
      for (const settings of good) {
        const { status, body } = await test.manage('PUT', at, { settings })
        expect(status, JSON.stringify(body)).toBe(200)
      }
    },
    120_000,
  )

  it.each(connections)(
    'validates changed settings of %s without throwing, whether or not private networks are permitted',
    (_name, { ref, good }) => {
      const { problems } = providerFor(ref)
      fc.assert(
        fc.property(
          fc.constantFrom(...good),
          fc.constantFrom(...urls),
          fc.nat(),
          fc.boolean(),
          (settings, url, which, near) => {
            const names = Object.keys(settings)
            const name = names[which % names.length]!
            if (typeof (settings as Record<string, unknown>)[name] === 'string')
              problems?.({ ...settings, [name]: url }, near)
          },
        ),
        runs(300),
      )
    },
  )
})
