// A test message through every provider: the request, the steps and a refusal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOn } from '../../src/channels/addresses.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { connect } from './providers/delivery-case.ts'
import { fixtureName, type ProviderFixture, type Scenario } from './providers/fixture.ts'
import { providerFixtures } from './providers/index.ts'

/** Returns the address of the fixture's recipient, as a member enters it. */
function addressIn({ channel, recipient }: ProviderFixture): string | undefined {
  const field = addressOn(channel)?.field
  const value = field === undefined ? undefined : recipient[field]
  if (!Array.isArray(value)) return typeof value === 'string' ? value : undefined
  const { registered_at: _at, ...device } = value[0] as Record<string, unknown>
  return JSON.stringify(device)
}

describe('a test message', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('embedded')
  })
  afterAll(() => test.stop())

  const resultOf = async (fixture: ProviderFixture, scenario: Scenario) => {
    const server = await fixture.start(scenario)
    try {
      // A workspace may send 30 test messages in an hour, and there are more providers.
      const { workspace, source } = await test.tenant()
      const at = `/workspaces/${workspace}/sources/${source}/connections/${fixture.channel}`
      await connect(test, at, fixture, server.settings)
      const { status, body } = await test.manage('POST', `${at}/test`, { to: addressIn(fixture) })
      expect(status, JSON.stringify(body)).toBe(200)
      return { ...body, received: server.messagesReceived() }
    } finally {
      await server.stop()
    }
  }

  it.each(providerFixtures.map((fixture) => [fixtureName(fixture), fixture] as const))(
    'a test message is accepted once by %s, and a refusal has a reason and a remedy',
    async (_name, fixture) => {
      const sent = await resultOf(fixture, 'sent')
      expect(sent).toMatchObject({ accepted: true, received: 1 })
      expect(sent.steps.slice(0, 3).map(({ step }: { step: string }) => step)).toEqual([
        'composed',
        'signed',
        'accepted',
      ])
      const refused = await resultOf(fixture, 'misconfigured')
      expect(refused.accepted).toBe(false)
      expect(refused.steps.at(-1)).toMatchObject({
        step: 'accepted',
        state: 'failed',
        text: expect.stringMatching(/\w{3}/),
        remedy: expect.stringMatching(/\w{3}/),
      })
    },
  )
})
