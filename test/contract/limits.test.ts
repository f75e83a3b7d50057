// Every limit is documented: in docs/limits.md with field, unit and consequence, and in the API document at its field (decision 69).
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { amount } from '../../src/cli/limits-page.ts'
import { groups, INTERNAL } from '../../src/limit-words.ts'
import * as limits from '../../src/limits.ts'
import { plans } from '../../src/plans.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/limits.md')
const api = JSON.parse(read('docs/openapi.json'))

describe('the page of limits', () => {
  it('has every number of limits.ts that is not internal, with what it bounds, its unit and what happens above it [D69]', () => {
    const described = groups.flatMap(({ limits: numbers, words }) =>
      Object.entries(words).map(([name, said]) => ({ name, said, number: numbers[name] })),
    )
    for (const { name, said, number } of described) {
      if (said === INTERNAL) continue
      const amounts = [number].flat().map((one) => amount(Number(one), said.unit))
      expect(page, name).toContain(`| ${said.what} | ${amounts.join(', ')} | ${said.above} |`)
      for (const one of amounts) expect(one, name).toMatch(/\d/)
    }
    expect(described.length).toBeGreaterThan(80)
  })

  it('has the exports of limits.ts in a group, unless they bound only work inside the service [D69]', () => {
    const others = Object.entries(limits).filter(
      ([name, value]) =>
        !groups.some((group) => group.limits[name] === value || isDeepStrictEqual(group.limits, { ...Object(value) })),
    )
    // Units of time, and what a large body may cost inside.
    expect(others.map(([name]) => name).sort()).toEqual(['DAY', 'HOUR', 'MINUTE', 'SECOND', 'bodyWork'])
    for (const { name, quota } of Object.values(plans))
      expect(page).toContain(`| ${name} | ${quota === null ? 'unlimited' : quota.toLocaleString('en-US')} |`)
  })

  it('is linked from the README', () => expect(read('README.md')).toContain('docs/limits.md'))
})

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  description?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

interface Operation {
  operationId?: string
  description?: string
  parameters?: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  'x-max-body-bytes'?: number
}

const operations = Object.values(api.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
  Object.values(methods).filter(({ operationId }) => operationId !== undefined),
)

describe('the API document', () => {
  it('bounds every text, list and open object of a request, or says the number in its description [D69]', () => {
    const unbounded = operations.flatMap(({ operationId, parameters = [], requestBody }) => {
      const json = requestBody?.content['application/json']?.schema
      // A part of a path is bounded by the router, for all routes alike.
      const asked = parameters.filter((parameter) => parameter.in !== 'path')
      return [
        ...(json ? unboundedIn(json, `${operationId}`) : []),
        ...asked.flatMap(({ name, description, schema }) =>
          unboundedIn({ ...schema, ...(description ? { description } : {}) }, `${operationId}?${name}`),
        ),
      ]
    })
    expect(unbounded).toEqual([])
  })

  it('says of every request with a body how many bytes it may have [D69]', () => {
    const withBody = operations.filter(({ requestBody }) => requestBody)
    expect(withBody.length).toBeGreaterThan(30)
    for (const operation of withBody) {
      const most = operation['x-max-body-bytes']
      expect([operation.operationId, operation.description]).toEqual([
        operation.operationId,
        expect.stringContaining(`at most ${most} bytes`),
      ])
      expect(Object.values(limits.bodies).concat(limits.imports.bytes as never)).toContain(most)
    }
  })
})

/** Paths of what has no bound, neither as a keyword nor as a number in its description. */
function unboundedIn(schema: Schema, at: string, seen: readonly string[] = []): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!
    return seen.includes(name) ? [] : unboundedIn(api.components.schemas[name], at, [...seen, name])
  }
  if (schema.enum || 'const' in schema) return []
  const types = [schema.type ?? []].flat()
  const isSaid = /\d/.test(schema.description ?? '')
  const lacks = (type: string, bound: number | undefined) => types.includes(type) && bound === undefined && !isSaid
  const { additionalProperties: more, properties = {}, patternProperties = {}, items, anyOf = [], oneOf = [] } = schema
  const isOpen = Boolean(more) || Object.keys(patternProperties).length > 0
  return [
    ...(lacks('string', schema.maxLength) ? [`${at}: text`] : []),
    ...(lacks('array', schema.maxItems) ? [`${at}: list`] : []),
    ...(isOpen && lacks('object', schema.maxProperties) ? [`${at}: object`] : []),
    ...Object.entries(properties).flatMap(([name, field]) => unboundedIn(field, `${at}.${name}`, seen)),
    ...Object.values(patternProperties).flatMap((field) => unboundedIn(field, `${at}.*`, seen)),
    ...(typeof more === 'object' ? unboundedIn(more, `${at}.*`, seen) : []),
    ...(items ? unboundedIn(items, `${at}[]`, seen) : []),
    ...[...anyOf, ...oneOf].flatMap((part) => unboundedIn(part, at, seen)),
  ]
}
