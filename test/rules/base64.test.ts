// Base64 in the forms that encoders write, and texts that are refused (decision 58).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, measureBase64 } from '../../src/lib/json/base64.ts'
import { runs } from '../harness/fuzz.ts'

const MEGABYTES = 14 * 1024 * 1024

describe('base64', () => {
  it('reads any bytes with and without padding and with line breaks anywhere, and knows their number', () => {
    const breaks = fc.array(fc.tuple(fc.nat(100), fc.constantFrom('\n', '\r\n')), { maxLength: 5 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(2), breaks, (bytes, dropped, places) => {
        const padded = Buffer.from(bytes).toString('base64')
        const cut = padded.replace(/=+$/, (padding) => padding.slice(dropped))
        const text = places.reduce((so, [at, line]) => so.slice(0, at) + line + so.slice(at), cut)
        expect(measureBase64(text)).toEqual({ size: bytes.length })
        expect(decodeBase64(text).equals(bytes)).toBe(true)
      }),
      runs(500),
    )
  })

  it.each([
    'a',
    'aGk=x',
    'aG k',
    'a*',
    'aGk==',
    '====',
    'aGVs=',
    'aGVsbG8-',
    'aGVsbG8_',
    'aGk\u0000',
    'aGk\u0100',
    '=',
  ])('refuses %j', (text) => expect(measureBase64(text)).toEqual({ problem: 'is not valid base64' }))

  it.each(['data:text/plain;base64,aGk=', 'DATA:,hi', 'data:image/png;base64,'])('says that %s is a data URL', (text) =>
    expect(measureBase64(text)).toEqual({ problem: expect.stringContaining('is a data URL') }),
  )

  it.each([
    ['padding that a letter follows', `${'='.repeat(MEGABYTES)}a`],
    ['line breaks that a star follows', `${'\n'.repeat(MEGABYTES)}*`],
    ['letters and line breaks that a star follows', `${'a\n'.repeat(MEGABYTES / 2)}*`],
  ])('answers for 14 MB of %s in a time that grows with their number', (_title, text) => {
    expect(measureBase64(text)).toEqual({ problem: 'is not valid base64' })
  })
})
