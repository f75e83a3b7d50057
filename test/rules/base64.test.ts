// Base64 in all forms that encoders write, and texts that are not base64 (decision 58).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, measureBase64 } from '../../src/lib/json/base64.ts'
import { runs } from '../harness/fuzz.ts'

const MEGABYTES = 14 * 1024 * 1024

describe('base64', () => {
  it('decodes base64 with or without padding and with line breaks anywhere, and computes the size of the decoded bytes', () => {
    const breaks = fc.array(fc.tuple(fc.nat(100), fc.constantFrom('\n', '\r\n')), { maxLength: 5 })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(2), breaks, (bytes, removed, places) => {
        const padded = Buffer.from(bytes).toString('base64')
        const unpadded = padded.replace(/=+$/, (padding) => padding.slice(removed))
        const text = places.reduce((broken, [at, line]) => broken.slice(0, at) + line + broken.slice(at), unpadded)
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
  ])('refuses %j as invalid base64', (text) => expect(measureBase64(text)).toEqual({ problem: 'is not valid base64' }))

  it.each(['data:text/plain;base64,aGk=', 'DATA:,hi', 'data:image/png;base64,'])(
    'refuses the data URL %s, and the error names the problem',
    (text) => expect(measureBase64(text)).toEqual({ problem: expect.stringContaining('is a data URL') }),
  )

  it.each([
    ['padding before a letter', `${'='.repeat(MEGABYTES)}a`],
    ['line breaks before a star', `${'\n'.repeat(MEGABYTES)}*`],
    ['letters and line breaks before a star', `${'a\n'.repeat(MEGABYTES / 2)}*`],
  ])('refuses a text of 14 MB with invalid base64 in linear time: %s', (_title, text) => {
    expect(measureBase64(text)).toEqual({ problem: 'is not valid base64' })
  })
})
