// Settings of connections, changed in every way: kept or refused in words, never a throw, and no check or send of ours throws.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerOf } from '../../src/channels/providers.ts'
import { type BuiltIn, builtIn } from '../harness/built-in.ts'
import { anyJson, changed, runs } from '../harness/fuzz.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** A good connection of each channel, or several. */
const good: Record<BuiltIn, object[]> = {
  email: [{ url: 'smtps://user:pass@mail.example.com:465', from: 'Shop <hello@shop.example>' }],
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
  push: [{ vapid: { subject: 'mailto:ops@shop.example' } }],
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
  messenger: [{ page_id: '30', page_access_token: 't', app_secret: 's', verify_token: 'v' }],
}
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

describe('the settings of', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    // Nothing of the private network: what is refused there is refused here, too.
    test = await startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it.each(builtIn)(
    '%s are kept or refused, setting by setting',
    async (channel) => {
      const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`
      const put = async (settings: unknown) => {
        const { status, body } = await test.manage('PUT', at, { settings })
        const what = `${JSON.stringify(settings)?.slice(0, 1000)} is answered ${status}: ${JSON.stringify(body).slice(0, 500)}`
        expect([200, 400, 422], what).toContain(status)
        if (status !== 422) return
        const told = Object.entries(body.details as Record<string, string[]>)
        expect(
          told.length > 0 && told.every(([name, said]) => name.startsWith('settings') && said.join() !== ''),
          what,
        ).toBe(true)
      }
      for (const settings of good[channel])
        for (const [name, value] of Object.entries(settings))
          if (typeof value === 'string') for (const url of urls) await put({ ...settings, [name]: url })
      await fc.assert(fc.asyncProperty(fc.oneof(changed(...good[channel]), anyJson), put), runs(25))
      for (const settings of good[channel]) expect((await test.manage('PUT', at, { settings })).status).toBe(200)
    },
    120_000,
  )

  it.each(builtIn)('%s are judged without a throw, on a private network too', (channel) => {
    const { problems } = providerOf(channel)
    fc.assert(
      fc.property(
        fc.constantFrom(...good[channel]),
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
  })
})
