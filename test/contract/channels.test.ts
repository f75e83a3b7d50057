// Sends a message through the whole service for every provider and scenario, and checks the status of the delivery.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../src/limits.ts'
import { type Answer, startTestService, type TestService } from '../harness/service.ts'
import {
  advanceTime,
  type DeliveryCase,
  messageTo,
  readAfterFirstAttempt,
  reconnect,
  startDeliveryCase,
} from './providers/delivery-case.ts'
import { allProviders, fixtureName, type ProviderFixture, type Scenario, scenarios } from './providers/fixture.ts'
import { providerFixtures } from './providers/index.ts'

it('every provider has a fixture, and providers that serve a channel side by side share one', () => {
  const tested = providerFixtures.map(({ channel, provider }) => fixtureName({ channel, provider }))
  expect([...new Set(tested)].sort()).toEqual(allProviders.map(fixtureName).sort())
})

it('every scenario that a provider does not support has a reason', () => {
  for (const { unsupported } of providerFixtures) {
    for (const [scenario, reason] of Object.entries(unsupported)) {
      expect(['throttled', 'recipient_gone']).toContain(scenario)
      expect(reason).toMatch(/\w+ \w+/)
    }
  }
})

describe('a message', () => {
  let test: TestService
  const cases = new Map<string, DeliveryCase>()
  const keyOf = (fixture: ProviderFixture, scenario: Scenario) => `${fixtureName(fixture)}/${scenario}`
  const tested = providerFixtures.flatMap((fixture) =>
    scenarios
      .filter((scenario) => fixture.unsupported[scenario] === undefined)
      .map((scenario) => ({ fixture, scenario })),
  )

  beforeAll(async () => {
    test = await startTestService('embedded')
    const all = await Promise.all(
      tested.map(async ({ fixture, scenario }) => {
        const each = await startDeliveryCase(test, fixture, scenario)
        await readAfterFirstAttempt(test, each)
        return each
      }),
    )
    for (const each of all) cases.set(keyOf(each.fixture, each.scenario), each)
    for (const { server } of all) server.recover()
    await Promise.all(all.filter(({ scenario }) => scenario === 'misconfigured').map((each) => reconnect(test, each)))
    await advanceTime(test, MINUTE)
    for (const each of all) each.last = await test.settled(each.tenant, each.id, 'sent', 'failed')
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all([...cases.values()].map(({ server }) => server.stop()))
  })

  const outcomes = (delivery: Answer['body']) => delivery.attempts.map(({ outcome }: { outcome: string }) => outcome)
  const explained = expect.stringMatching(/\w+ \w+/)

  describe.each(providerFixtures.map((fixture) => [fixtureName(fixture), fixture] as const))(
    'by %s',
    (_name, fixture) => {
      const supports = (scenario: Scenario) => fixture.unsupported[scenario] === undefined
      const caseOf = (scenario: Scenario) => cases.get(keyOf(fixture, scenario))!

      it('that is taken is sent, once', () => {
        const { first, server } = caseOf('sent')
        expect(first).toMatchObject({ status: 'sent', channel: fixture.channel, error_message: null })
        expect(outcomes(first)).toEqual(['sent'])
        expect(server.messagesReceived()).toBe(1)
      })

      it('is tried again after trouble of the provider', () => {
        const { first, last } = caseOf('retryable')
        expect(first.status).toBe('queued')
        expect(first.attempts[0]).toMatchObject({ outcome: 'retryable', reason: explained, remedy: explained })
        expect(outcomes(last)).toEqual(['retryable', 'sent'])
      })

      it.skipIf(!supports('throttled'))('waits without losing a try when the provider wants less', () => {
        const { first, connection, last } = caseOf('throttled')
        expect(first.status).toBe('queued')
        expect(first.attempts[0]).toMatchObject({ outcome: 'throttled', reason: explained, remedy: explained })
        expect(connection.pause_reason ?? 'the recipient alone waits').toMatch(/throttles|recipient/)
        // The pause may be shorter than this file takes to look at everything once.
        expect(outcomes(last).slice(0, -1)).toEqual(outcomes(last).slice(0, -1).fill('throttled'))
        expect(outcomes(last).at(-1)).toBe('sent')
      })

      it('that can never pass fails at once, with reason and remedy', () => {
        const { first, server } = caseOf('permanent')
        expect(first).toMatchObject({ status: 'failed', error_message: explained })
        expect(first.attempts).toMatchObject([{ outcome: 'permanent', reason: explained, remedy: explained }])
        expect(server.messagesReceived()).toBeLessThanOrEqual(1)
      })

      it.skipIf(!supports('recipient_gone'))('to nobody fails, and the address is not used again', async () => {
        const { first, tenant, recipientId } = caseOf('recipient_gone')
        expect(first).toMatchObject({ status: 'failed', error_message: explained })
        expect(first.attempts).toMatchObject([{ outcome: 'recipient_gone', reason: explained, remedy: explained }])
        const again = await test.send(tenant.liveKey, messageTo(fixture, recipientId))
        expect(again.status).toBe(422)
      })

      it('waits for a person when the connection is wrong, which says so and pauses', () => {
        const { first, connection, last } = caseOf('misconfigured')
        expect(first.status).toBe('queued')
        expect(first.attempts[0]).toMatchObject({ outcome: 'misconfigured', reason: explained, remedy: explained })
        expect(connection).toMatchObject({ paused: true, paused_until: null })
        expect(connection.pause_reason).toContain(first.attempts[0].reason)
        expect(outcomes(last)).toEqual(['misconfigured', 'sent'])
      })

      it('whose answer is lost is ambiguous exactly once, and repeated exactly once', () => {
        const { first, last, receivedAtFirst, server } = caseOf('dropped')
        expect(first.status).toBe('queued')
        expect(first.attempts[0]).toMatchObject({ outcome: 'ambiguous', reason: explained, remedy: explained })
        expect(outcomes(last)).toEqual(['ambiguous', 'sent'])
        expect([receivedAtFirst, server.messagesReceived()]).toEqual([1, 2])
      })

      it('never shows a secret, whatever became of it', () => {
        for (const { first, connection, last } of scenarios.filter(supports).map(caseOf)) {
          expect(JSON.stringify([first, connection, last])).not.toContain('secret-token')
        }
      })
    },
  )
})
