// Reads JSON bodies in UTF-8. The error response for a body that cannot be read states the reason.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDetails, Refused, refuseInvalid } from '../../errors.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { parseJson } from '../../lib/json/json-parse.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import { jsonProblems } from '../../lib/json/json-text.ts'
import { errorOf } from '../../lib/thrown.ts'
import { sizes } from '../../limits.ts'
import type { BodyThreads } from './body-tasks.ts'
import { jsonRefusal, structureOf } from './json-refusal.ts'
import type { LargeBody } from './large-body.ts'
import type { BodyReader } from './read-body.ts'
import { UnreadableBody } from './unreadable-body.ts'

/** How a route converts its JSON body to `request.body`. */
export interface JsonBody {
  limits: StructureLimits
  /** Converts a body of at most 256 KB in the main thread. `value` is the parsed body. */
  small(value: unknown, request: FastifyRequest): unknown
  /** Converts a body above 256 KB in another thread. The memory of the body's blocks moves to that thread. */
  large(body: LargeBody, request: FastifyRequest): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If this option is not set, `request.body` is the parsed JSON value. */
    jsonBody?: JsonBody
  }
}

/** Replaces Fastify's default parsers. */
export function readJsonBodies(app: FastifyInstance, read: BodyReader, threads: BodyThreads): void {
  const limits = structureOf(sizes.values)
  const asValue: JsonBody = {
    limits,
    small: (value) => value,
    large: (body) => threads.json(body.blocks(), limits, body.clientGone),
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, _payload, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') return done(new UnreadableBody(encoded(encoding)))
    read(request, (error, body) => {
      if (!body) return done(error)
      // Some clients send the header with every request, also without a body.
      if (body.bytes?.length === 0 && mayBeAbsent(request.routeOptions.schema?.body)) return done(null, null)
      const json = request.routeOptions.config.jsonBody ?? asValue
      if (body.bytes) return done(...parsed(body.bytes, json, request))
      json.large(body.large, request).then(
        (value) => done(null, value),
        (failure: unknown) => done(asUnreadable(failure)),
      )
    })
  })
}

/** Returns whether the schema of a route permits a request without a body, which has the value null. */
function mayBeAbsent(schema: unknown): boolean {
  const { type } = fieldsOf(schema)
  return schema === undefined || (Array.isArray(type) && type.includes('null'))
}

function parsed(bytes: Buffer, json: JsonBody, request: FastifyRequest): [Error | null, unknown?] {
  const result = parseJson(bytes, json.limits)
  if (!('value' in result)) return [new UnreadableBody(jsonRefusal(result, json.limits))]
  try {
    return [null, json.small(result.value, request)]
  } catch (error) {
    return [errorOf(error)]
  }
}

/**
 * Converts a refusal by a thread to an UnreadableBody. This type of error means that the route's handler has not run,
 * so the request must still be counted against the rate limit of its key.
 */
function asUnreadable(error: unknown): Error {
  return error instanceof Refused ? new UnreadableBody(error.refusal) : errorOf(error)
}

function encoded(encoding: string) {
  return {
    code: 'unsupported_media_type',
    message: `Content-Encoding: ${encoding} is not supported. Send the body without it.`,
  } as const
}

/**
 * Throws validation_failed if `value` contains anything that the database cannot store. `value` is a body, a query, or
 * the parameters of a path.
 */
export function refuseUnstorable(value: unknown): void {
  const { details, add } = collectDetails()
  for (const { path, message } of jsonProblems(value ?? {}, { depth: sizes.nesting, most: sizes.values }))
    add(path || 'body', message)
  if (Object.keys(details).length > 0) refuseInvalid(details)
}
