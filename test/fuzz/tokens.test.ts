// Fuzzes action tokens. A changed token is never genuine, and the HTTP endpoint answers it with 403 or 404.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isGenuine, newTokenId, tokenId, tokenOf } from '../../src/actions/token.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { runs } from '../harness/fuzz.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ALIKE = ['Ａ', 'а', '٣', '\u200b', '%41', '+', '/', '=', '_', '-', ' ', '\0', '\ud800']

/** Generates a token with changed, moved, removed or added characters. */
const forged = (good: () => string) =>
  fc
    .array(
      fc.record({
        how: fc.constantFrom('replace', 'replace', 'drop', 'insert', 'swap', 'case', 'cut', 'join'),
        at: fc.nat(63),
        other: fc.nat(63),
        text: fc.oneof(fc.constantFrom(...Array.from(LETTERS)), fc.constantFrom(...ALIKE)),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((changes) =>
      changes.reduce((token, { how, at, other, text }) => {
        const letters = token.split('')
        if (how === 'replace') letters[at] = text
        if (how === 'drop') letters.splice(at, 1)
        if (how === 'insert') letters.splice(at, 0, text)
        if (how === 'swap') [letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? '']
        if (how === 'case')
          letters[at] =
            letters[at] === letters[at]?.toLowerCase() ? (letters[at] ?? '').toUpperCase() : letters[at]!.toLowerCase()
        if (how === 'cut') letters.length = Math.min(letters.length, at)
        return how === 'join' ? letters.join('') + text : letters.join('')
      }, good()),
    )

describe('fuzzed action tokens', () => {
  const seal = createSeal('a master key of a test')
  const subject = { id: newTokenId(), deliveryId: 7, slug: 'ok', expiresAt: new Date('2030-01-01T00:00:00Z') }
  const token = tokenOf(seal, subject)

  it('accepts a genuine action token and refuses every changed token', () => {
    expect([tokenId(token), isGenuine(seal, token, subject)]).toEqual([subject.id, true])
    fc.assert(
      fc.property(
        forged(() => token),
        (other) => {
          fc.pre(other !== token)
          const id = tokenId(other)
          expect(id === subject.id && isGenuine(seal, other, subject)).toBe(false)
        },
      ),
      runs(3000),
    )
  })

  it('accepts an action token only for its button, message, expiry and key', () => {
    const others = fc.record({
      id: fc.oneof(fc.constant(subject.id), fc.constant(newTokenId())),
      deliveryId: fc.oneof(fc.constant(7), fc.nat()),
      slug: fc.oneof(fc.constant('ok'), fc.string()),
      expiresAt: fc.oneof(
        fc.constant(subject.expiresAt),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
      ),
    })
    fc.assert(
      fc.property(others, (other) => {
        const same = JSON.stringify(other) === JSON.stringify(subject)
        expect(isGenuine(seal, token, other)).toBe(same)
      }),
      runs(500),
    )
    expect(isGenuine(createSeal('another master key'), token, subject)).toBe(false)
  })
})

describe('action links with changed tokens', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('embedded')
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it('answers 403 or 404 to a changed action token, and the genuine link still works', async () => {
    const actions = ['ok', 'no'].map((slug) => ({ slug, callback_url: 'https://example.com/cb' }))
    const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' }, actions }
    const { body } = await test.send(tenant.testKey, message)
    const [good, other] = body.actions.map(({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1)) as [
      string,
      string,
    ]
    const open = async (token: string) => {
      // Advance the clock: the service permits only a few wrong tokens in a minute.
      test.clock.advance(30_000)
      return test.call('GET', `/svc/action/${encodeURIComponent(token.toWellFormed())}`, {
        headers: { accept: 'application/json' },
      })
    }
    const crossed = fc.constantFrom(good.slice(0, 40) + other.slice(40), other.slice(0, 40) + good.slice(40))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: forged(() => good) }, { weight: 1, arbitrary: crossed }),
        async (token) => {
          fc.pre(token !== good && token !== other && token !== '' && token !== '.' && token !== '..')
          const { status, body } = await open(token)
          expect([403, 404], `${JSON.stringify(token)} is answered ${status}`).toContain(status)
          expect(typeof body.error).toBe('string')
        },
      ),
      runs(100),
    )
    expect((await open(good)).body).toMatchObject({ status: 'taken', action: { slug: 'ok' } })
    expect((await open(good)).status).toBe(410)
  })
})
