// Every way of sending, through the whole service: what each provider can say of a message, and what becomes of the message.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../src/limits.ts'
import { type Answer, startTestService, type TestService } from '../harness/service.ts'
import { type Dialect, everyProvider, named, type Saying, sayings } from './dialects/dialect.ts'
import { dialects } from './dialects/index.ts'
import { begin, type Case, letTimePass, lookAfterFirstTry, messageTo, reconnect } from './dialects/message.ts'

it('every provider has a dialect, and those that serve side by side have one together', () => {
  const spoken = dialects.map(({ channel, provider }) => named({ channel, provider }))
  expect([...new Set(spoken)].sort()).toEqual(everyProvider.map(named).sort())
})

it('what a provider never says has a reason', () => {
  for (const { silentOn } of dialects) {
    for (const [saying, reason] of Object.entries(silentOn)) {
      expect(['throttled', 'recipient_gone']).toContain(saying)
      expect(reason).toMatch(/\w+ \w+/)
    }
  }
})

describe('a message', () => {
  let test: TestService
  const cases = new Map<string, Case>()
  const keyOf = (dialect: Dialect, saying: Saying) => `${named(dialect)}/${saying}`
  const spoken = dialects.flatMap((dialect) =>
    sayings.filter((saying) => dialect.silentOn[saying] === undefined).map((saying) => ({ dialect, saying })),
  )

  beforeAll(async () => {
    test = await startTestService('embedded')
    const all = await Promise.all(
      spoken.map(async ({ dialect, saying }) => {
        const each = await begin(test, dialect, saying)
        await lookAfterFirstTry(test, each)
        return each
      }),
    )
    for (const each of all) cases.set(keyOf(each.dialect, each.saying), each)
    for (const { stage } of all) stage.recover()
    await Promise.all(all.filter(({ saying }) => saying === 'misconfigured').map((each) => reconnect(test, each)))
    await letTimePass(test, MINUTE)
    for (const each of all) each.last = await test.settled(each.tenant, each.id, 'sent', 'failed')
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all([...cases.values()].map(({ stage }) => stage.stop()))
  })

  const outcomes = (delivery: Answer['body']) => delivery.attempts.map(({ outcome }: { outcome: string }) => outcome)
  const explained = expect.stringMatching(/\w+ \w+/)

  describe.each(dialects.map((dialect) => [named(dialect), dialect] as const))('by %s', (_name, dialect) => {
    const says = (saying: Saying) => dialect.silentOn[saying] === undefined
    const caseOf = (saying: Saying) => cases.get(keyOf(dialect, saying))!

    it('that is taken is sent, once', () => {
      const { first, stage } = caseOf('sent')
      expect(first).toMatchObject({ status: 'sent', channel: dialect.channel, error_message: null })
      expect(outcomes(first)).toEqual(['sent'])
      expect(stage.taken()).toBe(1)
    })

    it('is tried again after trouble of the provider', () => {
      const { first, last } = caseOf('retryable')
      expect(first.status).toBe('queued')
      expect(first.attempts[0]).toMatchObject({ outcome: 'retryable', reason: explained, remedy: explained })
      expect(outcomes(last)).toEqual(['retryable', 'sent'])
    })

    it.skipIf(!says('throttled'))('waits without losing a try when the provider wants less', () => {
      const { first, connection, last } = caseOf('throttled')
      expect(first.status).toBe('queued')
      expect(first.attempts[0]).toMatchObject({ outcome: 'throttled', reason: explained, remedy: explained })
      expect(connection.pause_reason ?? 'the recipient alone waits').toMatch(/fewer|less|recipient/)
      // The pause may be shorter than this file takes to look at everything once.
      expect(outcomes(last).slice(0, -1)).toEqual(outcomes(last).slice(0, -1).fill('throttled'))
      expect(outcomes(last).at(-1)).toBe('sent')
    })

    it('that can never pass fails at once, with reason and remedy', () => {
      const { first, stage } = caseOf('permanent')
      expect(first).toMatchObject({ status: 'failed', error_message: explained })
      expect(first.attempts).toMatchObject([{ outcome: 'permanent', reason: explained, remedy: explained }])
      expect(stage.taken()).toBeLessThanOrEqual(1)
    })

    it.skipIf(!says('recipient_gone'))('to nobody fails, and the address is not used again', async () => {
      const { first, tenant, recipientId } = caseOf('recipient_gone')
      expect(first).toMatchObject({ status: 'failed', error_message: explained })
      expect(first.attempts).toMatchObject([{ outcome: 'recipient_gone', reason: explained, remedy: explained }])
      const again = await test.send(tenant.liveKey, messageTo(dialect, recipientId))
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
      const { first, last, takenAtFirst, stage } = caseOf('dropped')
      expect(first.status).toBe('queued')
      expect(first.attempts[0]).toMatchObject({ outcome: 'ambiguous', reason: explained, remedy: explained })
      expect(outcomes(last)).toEqual(['ambiguous', 'sent'])
      expect([takenAtFirst, stage.taken()]).toEqual([1, 2])
    })

    it('never shows a secret, whatever became of it', () => {
      for (const { first, connection, last } of sayings.filter(says).map(caseOf)) {
        expect(JSON.stringify([first, connection, last])).not.toContain('secret-token')
      }
    })
  })
})
