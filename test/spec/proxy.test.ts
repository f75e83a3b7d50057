// Requests through a proxy. Some limits count the requests of each client address. The tests check which address counts
// as the client address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseKind, databases, startTestService, type TestService } from '../harness/service.ts'

const ALLOWED = 60

describe.each(databases)('limits of wrong trigger keys, %s', (kind: DatabaseKind) => {
  /** Sends a wrong trigger key with this X-Forwarded-For header and returns the status. */
  const guess = async (test: TestService, forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return (await test.call('POST', '/wh/svcwh_unknown', { body: {}, headers })).status
  }
  const guessUpToLimit = async (test: TestService, forwardedFor: (n: number) => string) => {
    const answers = Array.from({ length: ALLOWED }, (_, n) => guess(test, forwardedFor(n)))
    expect(new Set(await Promise.all(answers))).toEqual(new Set([401]))
  }

  describe('installations behind one proxy', () => {
    let test: TestService
    beforeAll(async () => {
      test = await startTestService(kind, { TRUST_PROXY: '1' })
    })
    afterAll(() => test.stop())

    it('counts a wrong trigger key against the address that the trusted proxy saw, not against an address that the client claims', async () => {
      await guessUpToLimit(test, (n) => `198.51.100.${n}, 203.0.113.7`)
      expect(await guess(test, '198.51.100.99, 203.0.113.7')).toBe(429)
      expect(await guess(test, '203.0.113.7, 203.0.113.8')).toBe(401)
    })
  })

  describe('installations without a proxy', () => {
    let test: TestService
    beforeAll(async () => {
      test = await startTestService(kind)
    })
    afterAll(() => test.stop())

    it('without TRUST_PROXY, counts wrong trigger keys against the connecting address and ignores X-Forwarded-For', async () => {
      await guessUpToLimit(test, (n) => `198.51.100.${n}`)
      expect(await guess(test, '203.0.113.9')).toBe(429)
    })
  })
})
