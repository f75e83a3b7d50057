// Finds sensitive values that other texts repeat completely, in part, or with escapes. Large values are also found
// quickly.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sensitiveValues, withoutRepeatedValues } from '../../src/delivery/echoes.ts'
import { createRepeatCheck } from '../../src/lib/text/echo.ts'
import { sizes } from '../../src/limits.ts'

const letters = (length: number) => randomBytes(length / 2).toString('hex')

describe('repeats of sensitive values', () => {
  it.each([
    ['the whole value', 'code is 482913', ['482913'], true],
    ['another value', 'code is 482914', ['482913'], false],
    ['a short value as a word', 'pin 42!', ['42'], true],
    ['a short value inside a word', 'pin 1427', ['42'], false],
    ['eight characters of a long value', 'bad: ghijklmn', ['abcdefghijklmnopqrst'], true],
    ['the first eight characters of a long value', 'abcdefgh', ['abcdefghijklmnopqrst'], true],
    ['the last eight characters of a long value', 'x mnopqrst', ['abcdefghijklmnopqrst'], true],
    ['seven characters of a long value', 'bad: ghijklm', ['abcdefghijklmnopqrst'], false],
    ['letters in another case and with punctuation', 'A-B-C D-E-F G-H-I', ['abcdefghi'], true],
    ['JSON escapes', '{"a":"caff\\u00e8 nero"}', ['caffè nero'], true],
    ['URL escapes', 'caff%C3%A8nero', ['caffènero'], true],
    ['a value of signs', 'code !?!', ['!?!'], true],
    ['a text that is cut within the value', 'code abcd…', ['abcdefghijklm'], true],
    ['the second of two values', 'bad: ghijklmn', ['other', 'abcdefghijklmnopqrst'], true],
    ['no values', 'anything', [], false],
    ['an empty text', '', ['abc'], false],
  ])('detects whether a text repeats a sensitive value: %s', (_title, text, values, expected) => {
    expect(createRepeatCheck(values)(text)).toBe(expected)
  })

  it('finds parts of the largest sensitive values in forty texts in less than 50 ms of processor time', () => {
    const values = ['a', 'b', 'c', 'd'].map(() => letters(sizes.variable))
    const texts = Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0 ? `${letters(488)} ${values[n % 4]!.slice(n * 1000, n * 1000 + 8)}` : `${'z'.repeat(490)} ${n}`,
    )
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      const repeats = createRepeatCheck(values)
      for (const [n, text] of texts.entries()) expect(repeats(text)).toBe(n % 2 === 0)
      return millisecondsSince(before)
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })

  it('masks the largest sensitive values in an outcome with three texts in less than 50 ms of processor time', () => {
    const vars = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, letters(sizes.variable)]))
    const answer = { response: 'z'.repeat(500), reason: `code ${vars.d!.slice(-20)}`, remedy: 'Check the address.' }
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      const masked = withoutRepeatedValues(answer, sensitiveValues({ sensitive: Object.keys(vars), vars }))
      expect([masked.response, masked.remedy]).toEqual([answer.response, answer.remedy])
      expect(masked.reason).toMatch(/^not stored/)
      return millisecondsSince(before)
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })
})

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
