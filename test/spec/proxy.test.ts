// Behind a proxy: whose address a request counts for, when limits go by address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseKind, databases, startTestService, type TestService } from '../harness/service.ts'

const ALLOWED = 60

describe.each(databases)('wrong trigger keys, %s', (kind: DatabaseKind) => {
  /** A wrong key as a proxy would hand it on; answers the status. */
  const guess = async (test: TestService, forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return (await test.call('POST', '/wh/svcwh_nobody', { body: {}, headers })).status
  }
  const guessALot = async (test: TestService, forwardedFor: (n: number) => string) => {
    const answers = Array.from({ length: ALLOWED }, (_, n) => guess(test, forwardedFor(n)))
    expect(new Set(await Promise.all(answers))).toEqual(new Set([401]))
  }

  describe('behind one proxy', () => {
    let test: TestService
    beforeAll(async () => {
      test = await startTestService(kind, { TRUST_PROXY: '1' })
    })
    afterAll(() => test.stop())

    it('count for the address that the proxy saw, whatever the client claims', async () => {
      await guessALot(test, (n) => `198.51.100.${n}, 203.0.113.7`)
      expect(await guess(test, '198.51.100.99, 203.0.113.7')).toBe(429)
      expect(await guess(test, '203.0.113.7, 203.0.113.8')).toBe(401)
    })
  })

  describe('without one', () => {
    let test: TestService
    beforeAll(async () => {
      test = await startTestService(kind)
    })
    afterAll(() => test.stop())

    it('count for the address that connects; the header is not read', async () => {
      await guessALot(test, (n) => `198.51.100.${n}`)
      expect(await guess(test, '203.0.113.9')).toBe(429)
    })
  })
})
