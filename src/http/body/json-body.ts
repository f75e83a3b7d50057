// Bodies: JSON in UTF-8 and nothing else; what can't be read is refused with what is wrong with it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDetails, Refused, refuseInvalid } from '../../errors.ts'
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

/** What a route makes of a body of JSON; `request.body` is its result. */
export interface JsonBody {
  limits: StructureLimits
  /** In the main thread: bodies of 256 KB at most. */
  small(value: unknown, request: FastifyRequest): unknown
  /** In a thread: its blocks change hands. */
  large(body: LargeBody, request: FastifyRequest): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without one, `request.body` is the JSON value. */
    jsonBody?: JsonBody
  }
}

/** Takes the place of the parsers a server begins with. */
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
      const json = request.routeOptions.config.jsonBody ?? asValue
      if (body.bytes) return done(...parsed(body.bytes, json, request))
      json.large(body.large, request).then(
        (value) => done(null, value),
        (failure: unknown) => done(asUnreadable(failure)),
      )
    })
  })
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

/** What a thread refused was refused before the handler ran. */
function asUnreadable(error: unknown): Error {
  return error instanceof Refused ? new UnreadableBody(error.refusal) : errorOf(error)
}

function encoded(encoding: string) {
  return {
    code: 'unsupported_media_type',
    message: `Send the body as it is, without Content-Encoding: ${encoding}.`,
  } as const
}

/** Throws validation_failed for values that no database keeps; `value`: a body, a query or an address's parameters. */
export function refuseUnstorable(value: unknown): void {
  const { details, add } = collectDetails()
  for (const { path, message } of jsonProblems(value ?? {}, { depth: sizes.nesting, most: sizes.values }))
    add(path || 'body', message)
  if (Object.keys(details).length > 0) refuseInvalid(details)
}
