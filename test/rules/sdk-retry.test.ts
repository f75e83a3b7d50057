// Retries of the SDK and their delays.
import { describe, expect, it } from 'vitest'
import { failure } from '../../sdk/src/outcome.ts'
import { retryDelay } from '../../sdk/src/retry.ts'

const rules = { retries: 3, maxWait: 30_000 }
const after = (
  code: string,
  status: number | null,
  more: { retryAfter?: number; made?: number; repeatable?: boolean },
) =>
  retryDelay(
    { ...failure(code, '', status).error, retryAfter: more.retryAfter ?? null },
    { made: more.made ?? 1, repeatable: more.repeatable ?? true, rules },
    () => 0.5,
  )

describe('retries of the SDK', () => {
  it('if a repeatable call fails temporarily, repeats the call up to three times with growing delays', () => {
    for (const [code, status] of [
      ['unreachable', null],
      ['timeout', null],
      ['internal_error', 500],
      ['unexpected_answer', 502],
      ['unavailable', 503],
    ] as const) {
      expect([1, 2, 3, 4].map((made) => after(code, status, { made }))).toEqual([375, 750, 1500, undefined])
      expect(after(code, status, { repeatable: false })).toBeUndefined()
    }
  })

  it('repeats a rate limited call after the delay in Retry-After, unless that delay is too long', () => {
    expect(after('rate_limited', 429, { retryAfter: 7, repeatable: false })).toBe(7125)
    expect(after('rate_limited', 429, { retryAfter: 30 })).toBe(30_125)
    expect(after('rate_limited', 429, { retryAfter: 31 })).toBeUndefined()
    expect(after('unavailable', 503, { retryAfter: 1 })).toBe(1125)
  })

  it('does not repeat a call that would be refused again', () => {
    for (const [code, status] of [
      ['quota_exceeded', 429],
      ['validation_failed', 422],
      ['invalid_api_key', 401],
      ['not_found', 404],
      ['aborted', null],
      ['invalid_request', null],
      ['unexpected_answer', 302],
    ] as const)
      expect(after(code, status, {}), code).toBeUndefined()
  })

  it('randomizes half of the delay between retries', () => {
    const of = (random: number) =>
      retryDelay(failure('timeout', '').error, { made: 1, repeatable: true, rules }, () => random)
    expect([of(0), of(1)]).toEqual([250, 500])
  })
})
