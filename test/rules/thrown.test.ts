// Messages, codes and errors of caught values of any type.
import { describe, expect, it } from 'vitest'
import { codeOf, errorOf, messageOf, networkFault } from '../../src/lib/thrown.ts'

describe('caught values', () => {
  it('returns the message of an error, and the text of any other value', () => {
    expect(messageOf(new TypeError('no such thing'))).toBe('no such thing')
    expect(messageOf('only a text')).toBe('only a text')
    expect(messageOf(undefined)).toBe('undefined')
  })

  it('returns the system code of an error, if it is a string', () => {
    expect(codeOf(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe('ENOENT')
    expect(codeOf(Object.assign(new Error('x'), { code: 7 }))).toBeUndefined()
    expect(codeOf({ code: 'ENOENT' })).toBeUndefined()
  })

  it('returns an error as it is, and wraps any other value', () => {
    const error = new Error('x')
    expect(errorOf(error)).toBe(error)
    expect(errorOf('only a text')).toEqual(new Error('only a text'))
  })
})

describe('reason of a failed fetch', () => {
  const failed = (cause: unknown) => new TypeError('fetch failed', { cause })

  it("returns the message of the cause, otherwise the message of the cause's first error, otherwise the code of the cause", () => {
    const several = new AggregateError([new Error('connect ECONNREFUSED ::1:9')], '')
    expect(networkFault(failed(new Error('other side closed')))).toBe('other side closed')
    expect(networkFault(failed(several))).toBe('connect ECONNREFUSED ::1:9')
    expect(networkFault(failed(Object.assign(new Error(''), { code: 'ECONNRESET' })))).toBe('ECONNRESET')
    expect(networkFault(failed(new Error('')))).toBe('the connection failed')
  })

  it('returns the message of a fetch error that has no cause', () => {
    expect(networkFault(new Error('bad port'))).toBe('bad port')
  })
})
