// Makes portal/src/api/operations.ts: what each operation of the management API takes and answers, from the routes' document.
/** @typedef {Record<string, any>} Schema */

const PREFIX = '/v1/manage/'
const NEVER_READ = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'])

/**
 * The module's text.
 * @returns {Promise<string>}
 */
export async function portalOperations() {
  const { openapiDocument } = await import(new URL('../dist/openapi.js', import.meta.url).href)
  const document = JSON.parse(await openapiDocument())
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(PREFIX) || path === '/health')
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, route]) => operationOf(path, method, route)))
  const shapes = shapesUsedIn(operations.map(({ type }) => type).join('\n'), document.components.schemas)
  return [
    '// Made from the routes by `npm run generate`: what each operation of the management API takes and answers.',
    '',
    ...shapes.flatMap(([name, schema]) => [`export type ${name} = ${typeOf(schema)}`, '']),
    'export interface Operations {',
    ...operations.map(({ id, type }) => `  ${id}: ${type}`),
    '}',
    '',
    '/** Method, path and the kind of body of each. */',
    'export const operations = {',
    ...operations.map(({ id, method, path, media }) => `  ${id}: ['${method}', '${path}', '${media}'],`),
    '} as const satisfies Record<keyof Operations, readonly [string, string, string]>',
    '',
  ].join('\n')
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Schema} route
 */
function operationOf(path, method, route) {
  const [media = 'application/json', body] = Object.entries(route.requestBody?.content ?? {})[0] ?? []
  const parts = [
    partOf('path', parametersIn(route, 'path')),
    partOf('query', parametersIn(route, 'query')),
    ...(body === undefined ? [] : [`body: ${media === 'application/json' ? typeOf(body.schema) : 'string | Blob'}`]),
  ].filter((part) => part !== undefined)
  const input = parts.length === 0 ? 'Record<never, never>' : `{ ${parts.join('; ')} }`
  return {
    id: route.operationId,
    method: method.toUpperCase(),
    path,
    media,
    type: `{ input: ${input}; answer: ${answerOf(route)} }`,
  }
}

/**
 * @param {Schema} route
 * @param {string} place
 * @returns {Schema[]}
 */
function parametersIn(route, place) {
  return (route.parameters ?? []).filter((/** @type {Schema} */ parameter) => parameter.in === place)
}

/**
 * @param {string} name
 * @param {Schema[]} parameters
 */
function partOf(name, parameters) {
  if (parameters.length === 0) return undefined
  const required = parameters.some((parameter) => parameter.required)
  const fields = parameters.map((parameter) => field(parameter.name, parameter.schema, parameter.required))
  return `${name}${required ? '' : '?'}: { ${fields.join('; ')} }`
}

/** @param {Schema} route */
function answerOf(route) {
  const success = Object.keys(route.responses).find((status) => /^2/.test(status))
  const content = success === undefined ? undefined : Object.values(route.responses[success].content ?? {})[0]
  return content?.schema === undefined || content.schema.type === 'null' ? 'undefined' : typeOf(content.schema)
}

/**
 * The named shapes a text uses, and those that they use.
 * @param {string} text
 * @param {Record<string, Schema>} schemas
 */
function shapesUsedIn(text, schemas) {
  const used = new Set()
  const visit = (/** @type {string} */ where) => {
    for (const [name] of where.matchAll(/\b[A-Z]\w+/g)) {
      if (schemas[name] === undefined || used.has(name)) continue
      used.add(name)
      visit(typeOf(schemas[name]))
    }
  }
  visit(text)
  return Object.entries(schemas).filter(([name]) => used.has(name))
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function typeOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined && Object.keys(schema).every((key) => NEVER_READ.has(key) || key === 'description'))
    return [...new Set(union.map(typeOf))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`
    case 'object':
      return objectOf(schema)
    default:
      return 'unknown'
  }
}

/** @param {Schema} schema */
function objectOf(schema) {
  const fields = Object.entries(schema.properties ?? {})
  const others =
    schema.additionalProperties ?? schema.patternProperties?.[Object.keys(schema.patternProperties)[0] ?? '']
  if (fields.length === 0) {
    if (others === false) return 'Record<never, never>'
    return `Record<string, ${typeof others === 'object' ? typeOf(others) : 'unknown'}>`
  }
  return `{ ${fields.map(([name, value]) => field(name, value, schema.required?.includes(name))).join('; ')} }`
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} required
 */
function field(name, schema, required) {
  return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)}`
}
