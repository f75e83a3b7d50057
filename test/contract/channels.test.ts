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

it('every provider has a fixture, or shares a fixture with providers of its channel that behave the same', () => {
  const tested = providerFixtures.map(({ channel, provider }) => fixtureName({ channel, provider }))
  expect([...new Set(tested)].sort()).toEqual(allProviders.map(fixtureName).sort())
})

it('every provider fixture gives a reason for each scenario that it does not support', () => {
  for (const { unsupported } of providerFixtures) {
    for (const [scenario, reason] of Object.entries(unsupported)) {
      expect(['throttled', 'recipient_gone']).toContain(scenario)
      expect(reason).toMatch(/\w+ \w+/)
    }
  }
})

describe('deliveries of every provider', () => {
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
        const deliveryCase = await startDeliveryCase(test, fixture, scenario)
        await readAfterFirstAttempt(test, deliveryCase)
        return deliveryCase
      }),
    )
    for (const deliveryCase of all) cases.set(keyOf(deliveryCase.fixture, deliveryCase.scenario), deliveryCase)
    for (const { server } of all) server.recover()
    await Promise.all(
      all.filter(({ scenario }) => scenario === 'misconfigured').map((deliveryCase) => reconnect(test, deliveryCase)),
    )
    await advanceTime(test, MINUTE)
    for (const deliveryCase of all)
      deliveryCase.last = await test.settled(deliveryCase.tenant, deliveryCase.id, 'sent', 'failed')
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all([...cases.values()].map(({ server }) => server.stop()))
  })

  const outcomes = (delivery: Answer['body']) => delivery.attempts.map(({ outcome }: { outcome: string }) => outcome)
  const anExplanation = expect.stringMatching(/\w+ \w+/)

  describe.each(providerFixtures.map((fixture) => [fixtureName(fixture), fixture] as const))('%s', (_name, fixture) => {
    const supports = (scenario: Scenario) => fixture.unsupported[scenario] === undefined
    const caseOf = (scenario: Scenario) => cases.get(keyOf(fixture, scenario))!

    it('sends an accepted message once and marks it sent', () => {
      const { first, server } = caseOf('sent')
      expect(first).toMatchObject({ status: 'sent', channel: fixture.channel, error_message: null })
      expect(outcomes(first)).toEqual(['sent'])
      expect(server.messagesReceived()).toBe(1)
    })

    it('retries a message after a temporary error of the provider', () => {
      const { first, last } = caseOf('retryable')
      expect(first.status).toBe('queued')
      expect(first.attempts[0]).toMatchObject({ outcome: 'retryable', reason: anExplanation, remedy: anExplanation })
      expect(outcomes(last)).toEqual(['retryable', 'sent'])
    })

    it.skipIf(!supports('throttled'))(
      'delays a message that the provider throttles, and sends it after the pause',
      () => {
        const { first, connection, last } = caseOf('throttled')
        expect(first.status).toBe('queued')
        expect(first.attempts[0]).toMatchObject({ outcome: 'throttled', reason: anExplanation, remedy: anExplanation })
        expect(connection.pause_reason ?? 'only messages to the recipient are paused').toMatch(/throttles|recipient/)
        // The pause may end before the test reads the delivery, so the number of throttled attempts is not known.
        expect(outcomes(last).slice(0, -1)).toEqual(outcomes(last).slice(0, -1).fill('throttled'))
        expect(outcomes(last).at(-1)).toBe('sent')
      },
    )

    it('fails a message at once, with reason and remedy, when the provider can never accept it', () => {
      const { first, server } = caseOf('permanent')
      expect(first).toMatchObject({ status: 'failed', error_message: anExplanation })
      expect(first.attempts).toMatchObject([{ outcome: 'permanent', reason: anExplanation, remedy: anExplanation }])
      expect(server.messagesReceived()).toBeLessThanOrEqual(1)
    })

    it.skipIf(!supports('recipient_gone'))(
      'fails a message to an address that no longer exists, and refuses later messages to this address',
      async () => {
        const { first, tenant, recipientId } = caseOf('recipient_gone')
        expect(first).toMatchObject({ status: 'failed', error_message: anExplanation })
        expect(first.attempts).toMatchObject([
          { outcome: 'recipient_gone', reason: anExplanation, remedy: anExplanation },
        ])
        const again = await test.send(tenant.liveKey, messageTo(fixture, recipientId))
        expect(again.status).toBe(422)
      },
    )

    it('pauses a misconfigured connection with a reason and sends the message after the fix', () => {
      const { first, connection, last } = caseOf('misconfigured')
      expect(first.status).toBe('queued')
      expect(first.attempts[0]).toMatchObject({
        outcome: 'misconfigured',
        reason: anExplanation,
        remedy: anExplanation,
      })
      expect(connection).toMatchObject({ paused: true, paused_until: null })
      expect(connection.pause_reason).toContain(first.attempts[0].reason)
      expect(outcomes(last)).toEqual(['misconfigured', 'sent'])
    })

    it('marks an attempt ambiguous when the answer is lost, and repeats the message once', () => {
      const { first, last, receivedAtFirst, server } = caseOf('dropped')
      expect(first.status).toBe('queued')
      expect(first.attempts[0]).toMatchObject({ outcome: 'ambiguous', reason: anExplanation, remedy: anExplanation })
      expect(outcomes(last)).toEqual(['ambiguous', 'sent'])
      expect([receivedAtFirst, server.messagesReceived()]).toEqual([1, 2])
    })

    it('shows no secret in a delivery or a connection after any outcome', () => {
      for (const { first, connection, last } of scenarios.filter(supports).map(caseOf)) {
        expect(JSON.stringify([first, connection, last])).not.toContain('secret-token')
      }
    })
  })
})
