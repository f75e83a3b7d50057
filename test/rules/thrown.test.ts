// What a caught value says, whatever was thrown.
import { describe, expect, it } from 'vitest'
import { codeOf, errorOf, messageOf, networkFault } from '../../src/lib/thrown.ts'

describe('a caught value', () => {
  it('gives its message, and a value that is no error gives its text', () => {
    expect(messageOf(new TypeError('no such thing'))).toBe('no such thing')
    expect(messageOf('only a text')).toBe('only a text')
    expect(messageOf(undefined)).toBe('undefined')
  })

  it('gives the code of the system, and none where the code is no text', () => {
    expect(codeOf(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBe('ENOENT')
    expect(codeOf(Object.assign(new Error('x'), { code: 7 }))).toBeUndefined()
    expect(codeOf({ code: 'ENOENT' })).toBeUndefined()
  })

  it('becomes an error unless it is one', () => {
    const error = new Error('x')
    expect(errorOf(error)).toBe(error)
    expect(errorOf('only a text')).toEqual(new Error('only a text'))
  })
})

describe('the fault of a failed fetch', () => {
  const failed = (cause: unknown) => new TypeError('fetch failed', { cause })

  it('is the message of the cause, then the first of its errors, then its code', () => {
    const several = new AggregateError([new Error('connect ECONNREFUSED ::1:9')], '')
    expect(networkFault(failed(new Error('other side closed')))).toBe('other side closed')
    expect(networkFault(failed(several))).toBe('connect ECONNREFUSED ::1:9')
    expect(networkFault(failed(Object.assign(new Error(''), { code: 'ECONNRESET' })))).toBe('ECONNRESET')
    expect(networkFault(failed(new Error('')))).toBe('the connection failed')
  })

  it('is its own message without a cause', () => {
    expect(networkFault(new Error('bad port'))).toBe('bad port')
  })
})
