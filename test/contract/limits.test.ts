// Every limit is documented: docs/limits.md lists its field, unit and consequence, and the API document states it at
// the field (decision 69).
import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { requestSettings } from '../../src/access-settings.ts'
import { amount, limitGroups as groups } from '../../src/http/document/limits-page.ts'
import { INTERNAL } from '../../src/limit-group.ts'
import * as limits from '../../src/limits.ts'
import { plans } from '../../src/plans.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/limits.md')
const api = JSON.parse(read('docs/openapi.json'))

describe('limits page', () => {
  it('docs/limits.md lists every public number of limits.ts with field, unit and consequence [D69]', () => {
    const described = groups.flatMap(({ limits: numbers, words }) =>
      Object.entries(words).map(([name, description]) => ({ name, description, number: numbers[name] })),
    )
    for (const { name, description, number } of described) {
      if (description === INTERNAL) continue
      const amounts = [number].flat().map((one) => amount(Number(one), description.unit))
      expect(page, name).toContain(`| ${description.subject} | ${amounts.join(', ')} | ${description.above} |`)
      for (const one of amounts) expect(one, name).toMatch(/\d/)
    }
    expect(described.length).toBeGreaterThan(80)
  })

  it('every export of limits.ts belongs to a documented group, except units of time and limits of internal work [D69]', () => {
    const others = Object.entries(limits).filter(
      ([name, value]) =>
        !groups.some((group) => group.limits[name] === value || isDeepStrictEqual(group.limits, { ...Object(value) })),
    )
    // The page does not list these exports: the units of time, and the internal limits of the work on large bodies.
    expect(others.map(([name]) => name).sort()).toEqual(['DAY', 'HOUR', 'MINUTE', 'SECOND', 'bodyWork'])
    for (const { name, quota } of Object.values(plans))
      expect(page).toContain(`| ${name} | ${quota === null ? 'unlimited' : quota.toLocaleString('en-US')} |`)
  })

  it('a source file that refuses requests takes its limits from the limit files [D69]', () => {
    const numbers = readdirSync(new URL('../../src/', import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !LIMIT_FILES.includes(file))
      .flatMap((file) => numbersOf(file, read(`src/${file}`)))
    expect(numbers.sort()).toEqual([...INSIDE].sort())
  })

  it.each([
    ['a constant', 'const MOST = 60'],
    ['a length of time', 'export const STANDS = 7 * DAY'],
    ['an object', 'const most = { blocks: 50 } as const'],
    ['a limit of addresses', 'const wrong = createAddressLimit(60, MINUTE)'],
    ['a list of a schema', 'Type.Array(embed, { maxItems: 10 })'],
  ])('detects %s in a source file that refuses requests', (_title, line) => {
    expect(numbersOf('invented.ts', `${line}\nrefuse('not_found', 'No.')`)).toHaveLength(1)
    expect(numbersOf('invented.ts', line.replace('createAddressLimit', 'create'))).toEqual([])
  })

  it('docs/limits.md lists the default of every setting of connections and requests [D69]', () => {
    const missing = Object.entries(requestSettings).filter(([name, { default: number }]) => {
      const line = page.split('\n').find((one) => one.includes(`\`${name}\``)) ?? ''
      return !line.replaceAll(',', '').includes(String(number))
    })
    expect(missing).toEqual([])
  })

  it('the README links to docs/limits.md', () => expect(read('README.md')).toContain('docs/limits.md'))
})

/** The files that contain limits. */
const LIMIT_FILES = [
  'limits.ts',
  'limits/access.ts',
  'limits/files.ts',
  'limits/inbound.ts',
  'limits/lists.ts',
  'limits/templates.ts',
  'durations.ts',
]

/** Numbers that never cause the refusal of a request. They are in source files that also contain refusals. */
const INSIDE = [
  // Numbers for concurrency, batch sizes, pauses between scans, time budgets of provider calls, and memory.
  'body-threads.ts: HEAP',
  'templates/layouts.ts: MOST_NAMED',
  'templates/problems.ts: MOST_PROBLEMS',
  'body-threads.ts: IDLE_FOR',
  'body-threads.ts: MOST_THREADS',
  'events/dev-listeners.ts: BATCH',
  'events/dev-listeners.ts: CHECK_EVERY',
  'events/replay.ts: BATCH',
  'events/subscriptions.ts: BATCH',
  'http/manage/messages/delivery-changes.ts: LOOK_EVERY',
  'http/manage/messages/delivery-changes.ts: MOST_OPEN',
  // The number of attempts after conflicts of transactions.
  'inbound/store-requests.ts: MOST_RUNS',
  'lib/address-limit.ts: MOST_NETWORKS',
  'members/passwords.ts: AT_ONCE',
  'members/passwords.ts: COST',
  'members/sessions.ts: TOUCH_EVERY',
  'templates/approved.ts: FRESH',
  'templates/approved.ts: MOST',
  'templates/approved.ts: RETRY',
  'templates/approved.ts: SYNC_BUDGET',
  // Requests to the provider of a sign-in.
  'members/single-sign-on/provider.ts: DISCOVERY_LIFE',
  'members/single-sign-on/provider.ts: MAX_BYTES',
  'members/single-sign-on/provider.ts: TIMEOUT',
  // The number of decimal places of a cost.
  'workspaces/sms-usage.ts: PRICE_DIGITS',
  // These numbers select the form of a message: more buttons are sent as a list, and longer labels are shortened.
  'channels/messenger/payload.ts: BUTTONS',
  'channels/messenger/payload.ts: LABEL',
  'channels/messenger/payload.ts: SHORT_TEXT',
  'channels/whatsapp/session.ts: BUTTONS',
  'channels/whatsapp/session.ts: BUTTON_LABEL',
  'channels/whatsapp/session.ts: ROW_DESCRIPTION',
  'channels/whatsapp/session.ts: ROW_LABEL',
  // Maximum sizes of the lists and names in an answer.
  'errors.ts: LONGEST_FIELD',
  'errors.ts: MOST_FAULTS',
  'events/list.ts: MOST_IN_TIMELINE',
  'events/callback-list.ts: MOST_IN_TIMELINE',
  'delivery/list/listed.ts: MOST_NEW',
  'delivery/list/listed.ts: SUMMARY',
  'delivery/list/test-inbox.ts: FIRST_WORDS',
  'recipients/import-mapping.ts: SAMPLES',
  'recipients/import-columns.ts: MOST_PROBLEMS',
  // The time to read a signing key, and the maximum length of a stored content type. A longer content type is
  // truncated.
  'inbound/receive.ts: KEY_TIMEOUT',
  'inbound/receive.ts: LONGEST_TYPE',
  // The default and the maximum of `ttl`. The schema of the content also contains both numbers.
  'channels/push/payload.ts: FOUR_WEEKS',
  'channels/push/payload.ts: THREE_DAYS',
  // These numbers are not limits: a unit, the code of a character, and a part of the rule about guessable passwords.
  'http/manage/uploads.ts: MEGABYTE',
  'recipients/import-mapping.ts: NEWLINE',
  'members/guessed-passwords.ts: LEAST_PARTS',
]

/**
 * Returns `file: name` for each number that is defined in this file. Skips files without code that refuses requests.
 */
function numbersOf(file: string, text: string): string[] {
  if (!/\brefuse(?:Invalid)?\(|new Refused\(|createAddressLimit\(|\bMisfit\b/.test(text)) return []
  const number = String.raw`\d[\d_]*(?: \* (?:\d[\d_]*|SECOND|MINUTE|HOUR|DAY))*`
  const kinds = [
    new RegExp(String.raw`^(?:export )?const (\w+)(?:: number)? = (?:${number}|SECOND|MINUTE|HOUR|DAY)$`),
    /^(?:export )?const (\w+) = \{.*: \d/,
    /(createAddressLimit)\(\d/,
    /(maxItems): \d/,
  ]
  return text.split('\n').flatMap((line) => {
    const name = kinds.map((kind) => kind.exec(line)?.[1]).find((found) => found !== undefined)
    return name === undefined ? [] : [`${file}: ${name}`]
  })
}

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

describe('limits in the API document', () => {
  it('the API document limits every string, list and open object of a request by a keyword or a number in the description [D69]', () => {
    const unbounded = operations.flatMap(({ operationId, parameters = [], requestBody }) => {
      const json = requestBody?.content['application/json']?.schema
      // The router limits the length of path parameters for all routes.
      const queryParameters = parameters.filter((parameter) => parameter.in !== 'path')
      return [
        ...(json ? unboundedIn(json, `${operationId}`) : []),
        ...queryParameters.flatMap(({ name, description, schema }) =>
          unboundedIn({ ...schema, ...(description ? { description } : {}) }, `${operationId}?${name}`),
        ),
      ]
    })
    expect(unbounded).toEqual([])
  })

  it('the API document states the largest body of every request in bytes [D69]', () => {
    const withBody = operations.filter(({ requestBody }) => requestBody)
    expect(withBody.length).toBeGreaterThan(30)
    const sizesOfFiles = [limits.imports.bytes, limits.suppressionFiles.bytes]
    for (const operation of withBody) {
      const most = operation['x-max-body-bytes']
      expect([operation.operationId, operation.description]).toEqual([
        operation.operationId,
        expect.stringContaining(`at most ${most} bytes`),
      ])
      expect([...Object.values(limits.bodies), ...sizesOfFiles]).toContain(most)
    }
  })
})

/** Returns the paths of fields without a limit. A limit is a keyword of the schema, or a number in the description. */
function unboundedIn(schema: Schema, at: string, seen: readonly string[] = []): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1)!
    return seen.includes(name) ? [] : unboundedIn(api.components.schemas[name], at, [...seen, name])
  }
  if (schema.enum || 'const' in schema) return []
  const types = [schema.type ?? []].flat()
  const isDescribed = /\d/.test(schema.description ?? '')
  const lacks = (type: string, bound: number | undefined) => types.includes(type) && bound === undefined && !isDescribed
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
