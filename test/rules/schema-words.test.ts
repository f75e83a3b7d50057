// Messages about schema violations. The message about a pattern contains an example of a valid value.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Channel } from '../../src/channels/contract.ts'
import { channels } from '../../src/channels/index.ts'
import { schemaWords } from '../../src/schema-words.ts'

describe('messages about schema violations', () => {
  it.each<[string, Record<string, unknown>, unknown, string]>([
    ['minLength', { limit: 1 }, {}, 'must not be empty'],
    ['minLength', { limit: 16 }, {}, 'must have at least 16 characters'],
    ['maxLength', { limit: 30 }, {}, 'must have at most 30 characters'],
    ['maxItems', { limit: 5 }, {}, 'must have at most 5 items'],
    ['minItems', { limit: 1 }, {}, 'must have at least one item'],
    ['minimum', { limit: 0 }, {}, 'must be at least 0'],
    ['type', { type: 'integer' }, {}, 'must be a whole number'],
    ['type', { type: ['string', 'null'] }, {}, 'must be string or null'],
    ['enum', { allowedValues: ['a', 'b'] }, {}, 'must be one of a, b'],
    ['enum', { allowedValues: ['a', null] }, {}, 'must be one of a, null'],
    ['format', { format: 'email' }, {}, 'must be an email address such as ada@example.com'],
    ['pattern', { pattern: '^#' }, { examples: ['#aa3366'] }, 'must have a format such as #aa3366'],
    ['pattern', { pattern: '^#' }, undefined, 'must match ^#'],
    ['uniqueItems', {}, {}, 'message of ajv'],
  ])('describes a violation of %s %j in words', (keyword, params, schema, expected) => {
    expect(schemaWords({ keyword, params, message: 'message of ajv' }, schema)).toBe(expected)
  })

  it('every pattern of the API and of connection settings has an example that matches the pattern', () => {
    const api = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as unknown
    expect(patternsWithoutExample(api)).toEqual([])
    const providers = Object.values<Channel>(channels).flatMap((channel) => Object.values(channel.providers))
    expect(patternsWithoutExample(providers.map(({ settings }) => settings))).toEqual([])
  })
})

/** Returns the patterns without a matching example. The example of a parameter is next to its schema, not in it. */
function patternsWithoutExample(schema: unknown, beside?: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { pattern, examples, example } = schema as { pattern?: unknown; examples?: unknown[]; example?: unknown }
  const shown = examples?.[0] ?? beside
  const lacks = typeof pattern === 'string' && !(typeof shown === 'string' && new RegExp(pattern, 'u').test(shown))
  return [
    ...(lacks ? [pattern] : []),
    ...Object.values(schema).flatMap((below) => patternsWithoutExample(below, example)),
  ]
}
