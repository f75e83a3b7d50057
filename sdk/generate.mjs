// Generates src/api.ts from docs/openapi.json, for the SDK and the portal. The file contains all schemas and events,
// and the input and the result of each operation.
import { readFileSync } from 'node:fs'

/**
 * @typedef {Record<string, any>} Schema A JSON Schema of OpenAPI 3.1.
 * @typedef {{id: string, method: string, path: string, operation: Schema}} Operation
 */

/** The operations that the client calls and that are not part of the management API. */
const PUBLIC = ['send', 'sendBatch', 'trigger', 'usage', 'readDelivery']

/**
 * Schemas of errors. They are not generated, because the client returns failures in a different form (src/outcome.ts).
 */
const ERRORS = /Error$/

/** Returns the text of src/api.ts. */
export function sdkTypes() {
  const document = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'))
  const operations = operationsOf(document)
  return `// Generated from the API document by \`npm run generate\`. Do not edit.

${Object.entries(document.components.schemas)
  .filter(([name]) => !ERRORS.test(name))
  .map(([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')}`)
  .join('\n\n')}

/** The body of each event, by its name. */
export interface EventBodies {
${Object.entries(document.webhooks)
  .map(([name, { post }]) => property(name, true, { ...bodyOf(post), description: post.summary }, '  '))
  .join('\n')}
}

/** The body of the callback to an action's callback_url. */
export type CallbackBody = ${typeOf(callbackOf(document), '')}

/** The input of each operation (path, query and body), and its result as \`answer\`. */
export interface Operations {
${operations.map(describe).join('\n')}
}

/** Each request: method, path below \`/v1\`, query parameters, and the body's media type if it is not JSON. */
export const operations: {
  readonly [Name in keyof Operations]: readonly [string, string, readonly string[], string?]
} = {
${operations.map(call).join('\n')}
}
`
}

/**
 * @param {Schema} document
 * @returns {Operation[]}
 */
function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const id = operation.operationId
      const isIncluded = path.startsWith('/v1/manage/') || (path.startsWith('/v1/') && PUBLIC.includes(id))
      return isIncluded ? [{ id, method: method.toUpperCase(), path: path.slice('/v1'.length), operation }] : []
    }),
  )
}

/** @param {Operation} operation */
function describe({ id, operation }) {
  const parametersIn = (/** @type {string} */ location) =>
    (operation.parameters ?? []).filter((/** @type {Schema} */ parameter) => parameter.in === location)
  const parts = [
    parametersProperty('path', parametersIn('path'), () => true),
    parametersProperty('query', parametersIn('query'), ({ required }) => required === true),
    operation.requestBody ? bodyProperty(operation) : undefined,
  ].filter((part) => part !== undefined)
  return `${comment(summaryOf(operation), '  ')}  ${id}: {
${[...parts, `    answer: ${answerOf(operation)}`].join('\n')}
  }`
}

/** @param {Schema} operation */
const summaryOf = ({ summary, deprecated, description }) => (deprecated ? `@deprecated ${description}` : summary)

/**
 * Returns the property that contains the path or query parameters. The property is optional if no parameter is
 * required.
 * @param {string} name
 * @param {Schema[]} parameters
 * @param {(parameter: Schema) => boolean} isRequired
 */
function parametersProperty(name, parameters, isRequired) {
  if (parameters.length === 0) return undefined
  const lines = parameters.map((parameter) =>
    property(
      parameter.name,
      isRequired(parameter),
      { ...parameter.schema, description: parameter.description },
      '      ',
    ),
  )
  return `    ${name}${parameters.some(isRequired) ? '' : '?'}: {\n${lines.join('\n')}\n    }`
}

/** @param {Operation} operation */
function call({ id, method, path, operation }) {
  const query = (operation.parameters ?? []).filter((/** @type {Schema} */ { in: at }) => at === 'query')
  const names = query.map((/** @type {Schema} */ { name }) => `'${name}'`).join(', ')
  const [type = JSON_TYPE] = Object.keys(operation.requestBody?.content ?? {})
  return `  ${id}: ['${method}', '${path}', [${names}]${type === JSON_TYPE ? '' : `, '${type}'`}],`
}

const JSON_TYPE = 'application/json'

/**
 * Returns the property that contains the body. A body that is not JSON is sent unchanged.
 * @param {Schema} operation
 */
function bodyProperty(operation) {
  if (!(JSON_TYPE in operation.requestBody.content)) return '    body: string | Uint8Array | Blob'
  const body = bodyOf(operation)
  return property('body', !isNullable(body), body, '    ')
}

/** @param {Schema} operation */
function answerOf(operation) {
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const types = answers.map(([, { content }]) => {
    const schema = content?.[JSON_TYPE]?.schema
    return schema === undefined || schema.type === 'null' ? 'undefined' : typeOf(schema, '    ')
  })
  return [...new Set(types)].join(' | ')
}

/** @param {Schema} operation */
const bodyOf = (operation) => operation.requestBody.content[JSON_TYPE].schema

/** @param {Schema} document */
function callbackOf(document) {
  const [path] = Object.values(document.paths['/v1/send'].post.callbacks.actionTaken)
  return bodyOf(path.post)
}

/** @param {Schema} schema */
const isNullable = (schema) => (schema.anyOf ?? []).some((/** @type {Schema} */ { type }) => type === 'null')

/**
 * Returns the TypeScript type of a schema. `indent` is the indentation of the line.
 * @param {Schema} schema
 * @param {string} indent
 * @returns {string}
 */
function typeOf(schema, indent) {
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map((/** @type {unknown} */ value) => literal(value)))
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) return union(parts.map((/** @type {Schema} */ part) => typeOf(part, indent)))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  if (schema.type === 'object') return objectOf(schema, indent)
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {}, indent)}>`
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

/**
 * @param {Schema} schema
 * @param {string} indent
 */
function objectOf({ properties = {}, required = [], additionalProperties: more }, indent) {
  const names = Object.keys(properties)
  const others = more === undefined || more === false ? undefined : more === true ? 'unknown' : typeOf(more, indent)
  if (names.length === 0) return `Record<string, ${others ?? 'unknown'}>`
  const lines = names.map((name) => property(name, required.includes(name), properties[name], `${indent}  `))
  if (others !== undefined) lines.push(`${indent}  [name: string]: unknown`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/**
 * @param {string} name
 * @param {boolean} required
 * @param {Schema} schema
 * @param {string} indent
 */
function property(name, required, schema, indent) {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
  return `${comment(schema.description, indent)}${indent}${key}${required ? '' : '?'}: ${typeOf(schema, indent)}`
}

/** @param {string[]} types */
const union = (types) => [...new Set(types)].join(' | ')

/** @param {unknown} value */
const literal = (value) => (typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value))

/**
 * @param {string | undefined} text
 * @param {string} indent
 */
const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : '')
