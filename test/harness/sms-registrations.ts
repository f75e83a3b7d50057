// Connects SMS providers that a test plays, and registers their webhooks.
import { expect } from 'vitest'
import { connect } from '../contract/providers/delivery-case.ts'
import type { ProviderFixture } from '../contract/providers/fixture.ts'
import { type Provider, startProvider } from './provider.ts'
import { startTestService, type TestService } from './service.ts'

/** A connection in a new workspace. */
export interface RegistrableConnection {
  inboundUrl: string
  /** The id of the workspace. */
  workspace: number
  /** Returns the response to a request for the registration. */
  register(): ReturnType<TestService['manage']>
  /**
   * Registers the webhook and returns the problem of this setting. Fails if there is no problem, or a problem of
   * another setting.
   */
  problemOf(setting: string): Promise<string>
}

export interface SmsRegistrations {
  test: TestService
  provider: Provider
  connected(fixture: ProviderFixture, settings?: object): Promise<RegistrableConnection>
  stop(): Promise<void>
}

export async function startSmsRegistrations(): Promise<SmsRegistrations> {
  const test = await startTestService('embedded')
  const provider = await startProvider()
  return {
    test,
    provider,
    async connected(fixture, settings) {
      const { workspace, source } = await test.tenant()
      const place = `/workspaces/${workspace}/sources/${source}/connections/sms`
      const all = { ...fixture.http!.settings(provider.url), ...settings }
      const stored = await connect(test, place, fixture, all)
      expect(stored.status, JSON.stringify(stored.body)).toBeLessThan(300)
      provider.received.length = 0
      const register = () => test.manage('POST', `${place}/register`, {})
      return {
        inboundUrl: stored.body.inbound_url,
        workspace,
        register,
        async problemOf(setting) {
          const { ok, problems } = (await register()).body
          expect([ok, Object.keys(problems)]).toEqual([false, [`settings.${setting}`]])
          return String(problems[`settings.${setting}`])
        },
      }
    },
    async stop() {
      await test.stop()
      await provider.stop()
    },
  }
}
