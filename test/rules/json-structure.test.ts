// Counts the values of JSON in its bytes, before the JSON is parsed.
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../src/lib/json/json-parse.ts'
import { exceededStructure } from '../../src/lib/json/json-structure.ts'

/** Counts the values at all depths of a parsed value, but not the outermost value. */
const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, item) => sum + 1 + countValues(item), 0)
    : 0

const MB = 1024 * 1024
const bytesOf = (text: string) => Buffer.from(text)

describe('count of JSON values', () => {
  // Makes the text longer, because values in short texts are not counted.
  const padding = ' '.repeat(3000)
  it.each([
    '[]',
    '{}',
    '7',
    '"a,b[c{d"',
    '[[],{},[ ],{ }]',
    '[[[[1]]],2]',
    '{"a":1,"b":{"c":[1,2,{"d":null}]}}',
    '["\\"[1,2,3]\\\\",",,,,","\\\\"]',
    '{"a":{},"b":[],"c":"{}[],"}',
    `[${'{},'.repeat(200)}{}]`,
    `[${'[[]],'.repeat(200)}[[[]]]]`,
    `{"é€😀":["é","€,","😀]"]}`,
  ])('counts the exact number of values in %s', (text) => {
    const values = countValues(JSON.parse(text))
    const bytes = bytesOf(text + padding)
    expect(exceededStructure(bytes, { values, depth: 1000 })).toBe(undefined)
    if (values > 0) expect(exceededStructure(bytes, { values: values - 1, depth: 1000 })).toBe('values')
  })

  it('stops counting JSON values at the limit, even in 43 MB of empty objects, brackets and commas', () => {
    const limits = { values: 10_000, depth: 1000 }
    for (const part of ['{},', ',', '[],', '[[],[]],'])
      expect(exceededStructure(bytesOf(`[${part.repeat((43 * MB) / part.length)}`), limits), part).toBe('values')
    expect(exceededStructure(bytesOf('['.repeat(43 * MB)), limits)).toBe('depth')
    expect(exceededStructure(bytesOf('['.repeat(43 * MB)), { values: 10, depth: 1e9 })).toBe('values')
  })
})

describe('JSON bodies', () => {
  const limits = { values: 10_000, depth: 1000 }
  const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string), limits)

  it('parses a body with a byte order mark and repeated keys', () => {
    expect(parse('\ufeff{"a":1,"a":2}')).toEqual({ value: { a: 2 } })
  })

  it('reports the position of a JSON error', () => {
    expect(parse('{"a":}')).toEqual({ text: expect.stringContaining("Unexpected token '}'") })
    expect(parse('')).toEqual({ text: expect.stringContaining('Unexpected end') })
    expect(parse(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ text: expect.stringContaining('UTF-8') })
  })

  it.each([
    '{"__proto__":1}',
    '{"a":[{"__proto__":{}}]}',
    '{"\\u005f_proto__":1}',
    '{"constructor":{"prototype":1}}',
    '{"a":{"\\u0063onstructor":{"prototype":1}}}',
  ])('refuses JSON with a key that could change a prototype: %s', (text) => {
    expect(parse(text)).toEqual({ text: expect.stringContaining('"__proto__"') })
  })

  it.each(['{"constructor":"x"}', '{"constructor":{"name":1}}', '{"a":"__proto__"}', '{"prototype":1}'])(
    'accepts JSON with a key or value that only resembles a prototype key: %s',
    (text) => {
      expect(parse(text)).toEqual({ value: JSON.parse(text) })
    },
  )
})
