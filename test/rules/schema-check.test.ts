// Validation with schemas: patterns, formats, and long texts.
import { expect, it } from 'vitest'
import { checkOf } from '../../src/lib/json/schema-check.ts'

it('applies each pattern of a schema only to the field that has the pattern', () => {
  const text = (pattern: string) => ({ type: 'string', pattern })
  const check = checkOf({ type: 'object', properties: { digits: text('^\\d+$'), letters: text('^[a-z]+$') } })()
  expect(check({ digits: '12', letters: 'ab' })).toBe(true)
  expect(check({ digits: 'ab', letters: 'ab' })).toBe(false)
  expect(check({ digits: '12', letters: '12' })).toBe(false)
})

it('refuses a text of 16 MB that violates a format or a pattern, and the regular expression throws no error', () => {
  const check = checkOf({
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri' },
      email: { type: 'string', format: 'email' },
      locale: { type: 'string', pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' },
    },
  })()
  const long = (part: string) => part.repeat((16 * 1024 * 1024) / part.length)
  const body = { url: `https://a${long('/a')}`, email: long('a@'), locale: `aa${long('-aa')}` }
  expect(check(body)).toBe(false)
  expect(check.errors?.map(({ instancePath }) => instancePath).sort()).toEqual(['/email', '/locale', '/url'])
})
