// Remedies of deliveries, for every provider and scenario: while the message is pending, and after it failed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelOf } from '../../src/channels/index.ts'
import { HOUR } from '../../src/limits.ts'
import { PROMISES_AN_ATTEMPT } from '../harness/remedies.ts'
import { type Answer, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { advanceTime, type DeliveryCase, readAfterFirstAttempt, startDeliveryCase } from './providers/delivery-case.ts'
import { type ProviderFixture, type Scenario, scenarios } from './providers/fixture.ts'
import { providerFixtures } from './providers/index.ts'

/** Scenarios in which the message is pending, and attempts continue until all are used. */
const REPEATED: Scenario[] = ['retryable', 'dropped']
/** Scenarios in which the message is pending until its connection works again or the message expires. */
const WAITING: Scenario[] = ['throttled', 'misconfigured']
const SENTENCE = /^[A-Z].+\.$/s
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/

describe('remedies of deliveries', () => {
  let test: TestService
  const cases: DeliveryCase[] = []

  beforeAll(async () => {
    test = await startTestService('embedded', { DELIVERY_MAX_AGE: '2' })
    const tested = providerFixtures.flatMap((fixture) =>
      scenarios
        .filter((scenario) => scenario !== 'sent' && fixture.unsupported[scenario] === undefined)
        .map((scenario) => ({ fixture, scenario })),
    )
    // The attempts of a message that waits must not be running while the clock jumps, because their outcome would be
    // unknown. Therefore all other messages have ended before the clock advances from attempt to attempt.
    const others = await startAll(tested.filter(({ scenario }) => !REPEATED.includes(scenario)))
    for (const { tenant, id } of others) await waiting(tenant, id)
    test.clock.advance(2 * HOUR)
    for (const each of others) each.last = await test.settled(each.tenant, each.id, 'failed')
    const repeated = await startAll(tested.filter(({ scenario }) => REPEATED.includes(scenario)))
    for (const { tenant, id } of repeated) await useAllAttempts(tenant, id)
    for (const each of repeated) each.last = await test.settled(each.tenant, each.id, 'failed')
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all(cases.map(({ server }) => server.stop()))
  })

  const startAll = async (tested: { fixture: ProviderFixture; scenario: Scenario }[]) => {
    const started = await Promise.all(tested.map(({ fixture, scenario }) => startDeliveryCase(test, fixture, scenario)))
    cases.push(...started)
    await Promise.all(started.map((each) => readAfterFirstAttempt(test, each)))
    return started
  }

  /** Waits until no attempt of a delivery is due or running, and returns the delivery. */
  const waiting = (tenant: Tenant, id: number) =>
    test.until(async () => {
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
      const isDue = body.status === 'sending' || Date.parse(body.next_at) <= test.clock.now().getTime()
      return (body.status === 'failed' || !isDue) && body
    })

  /** Advances time for all deliveries, but not faster than the worker makes the attempts that are due. */
  const useAllAttempts = async (tenant: Tenant, id: number) => {
    for (;;) {
      const { status, next_at } = await waiting(tenant, id)
      if (status === 'failed') return
      await advanceTime(test, Date.parse(next_at) - test.clock.now().getTime())
    }
  }

  const casesOf = (...names: Scenario[]) => cases.filter(({ scenario }) => names.includes(scenario))
  const lastRemedy = ({ attempts }: Answer['body']) => attempts.at(-1).remedy

  it('the remedy contains the number and the time of the next attempt while a retry is pending [D64]', () => {
    for (const { name, first } of casesOf(...REPEATED)) {
      expect(first.status, name).toBe('queued')
      expect(first.remedy, name).toMatch(/Attempt 2 of 4 is due (at .+Z|now)\./)
      expect(lastRemedy(first), name).toBe(first.remedy)
    }
  })

  it('the remedy of a pending message names the paused connection and the time at which its pause began [D64]', () => {
    for (const { name, fixture, first, connection } of casesOf('misconfigured')) {
      const { title } = channelOf(fixture.channel)
      expect(first.remedy, name).toContain(`The ${title} connection of the source "App" has been paused since`)
      expect(first.remedy, name).toMatch(INSTANT)
      expect(first.error_message, name).toBe(first.attempts[0].reason)
      expect(first.next_at, name).toBeNull()
      expect(first.remedy, name).toMatch(/The message is sent as soon as the connection is saved or resumed\.$/)
      expect(connection.paused_since, name).toMatch(/Z$/)
    }
  })

  it('the remedy states when sending continues after the provider throttled a message [D64]', () => {
    for (const { name, first } of casesOf('throttled'))
      expect(first.remedy, name).toMatch(
        /Sending continues (at .+Z|now)\.|until .+Z.* The message is sent after that\./,
      )
  })

  it('the remedy of a failed message promises no further attempt [D64]', () => {
    for (const { name, scenario, last } of cases) {
      expect(last.remedy, `${name}, ${scenario}`).toMatch(SENTENCE)
      expect(last.remedy, `${name}, ${scenario}`).not.toMatch(PROMISES_AN_ATTEMPT)
      expect(lastRemedy(last), `${name}, ${scenario}`).toBe(last.remedy)
    }
  })

  it('after the last attempt, the remedy states that all attempts are used and how to continue [D64]', () => {
    for (const { name, last } of casesOf(...REPEATED)) {
      expect(last.attempts, name).toHaveLength(4)
      expect(last.error_message, name).toMatch(/\(after 4 attempts\)$/)
      expect(last.remedy, name).toMatch(/^All 4 attempts are used\. [A-Z].+resend/)
    }
  })

  it('the remedy of an expired message states what to change before the message is sent again [D64]', () => {
    for (const { name, scenario, last } of casesOf(...WAITING)) {
      expect(last.reason, `${name}, ${scenario}`).toBe('expired')
      expect(last.remedy, `${name}, ${scenario}`).toMatch(/resend the message\.$/i)
    }
  })

  it('only the last attempt of a delivery has a remedy [D64]', () => {
    for (const { last } of casesOf(...REPEATED))
      expect(last.attempts.slice(0, -1).map(({ remedy }: { remedy: string | null }) => remedy)).toEqual([
        null,
        null,
        null,
      ])
  })

  it('a key holder that reads the delivery gets the same remedy [D36, D64]', async () => {
    for (const { tenant, id, last } of cases) {
      const { body } = await test.call('GET', `/deliveries/${id}`, { key: tenant.liveKey })
      expect(body.remedy).toBe(last.remedy)
    }
  })

  it('the reason of a message that expired while its connection was paused names the pause [D64]', () => {
    for (const { name, fixture, first, last } of casesOf('misconfigured')) {
      const { title } = channelOf(fixture.channel)
      expect(last.error_message, name).toContain(`the ${title} connection of the source "App" has been paused since`)
      expect(last.error_message, name).toMatch(INSTANT)
      expect(last.error_message, name).toContain(first.attempts[0].reason)
    }
  })
})
