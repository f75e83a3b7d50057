// Generates the API document in OpenAPI 3.1 from the routes. A copy of it is stored in docs/openapi.json.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSeal } from '../../lib/seal.ts'
import type { ApiDescription } from '../deps.ts'
import { buildServer } from '../server.ts'
import { apiDocument } from './api-document.ts'

let generated: Promise<ApiDescription> | undefined

/** Returns the API document, and generates it on the first call. */
export function apiDescription(): Promise<ApiDescription> {
  generated ??= describeRoutes()
  return generated
}

/** Returns the text of docs/openapi.json. */
export async function openapiDocument(): Promise<string> {
  return `${JSON.stringify(await apiDescription(), null, 2)}\n`
}

async function describeRoutes(): Promise<ApiDescription> {
  const app = await buildEmptyServer(async (server) => void (await server.register(swagger, apiDocument)))
  await app.ready()
  // The cast is safe: ApiDescription declares every part of the document that the code uses.
  const document = app.swagger() as ApiDescription
  await app.close()
  return document
}

/** Builds a server with all routes but without a database, so that the document can be generated from the routes. */
export function buildEmptyServer(beforeRoutes: (app: FastifyInstance) => Promise<void>): Promise<FastifyInstance> {
  // The casts below are safe: no route runs, so the code never uses these values.
  const nothing = { query: () => Promise.reject(new Error('the document is generated without a database')) }
  return buildServer(
    {
      db: nothing as never,
      clock: systemClock,
      seal: createSeal('the document needs no secret'),
      config: readConfig({}),
      publicUrl: () => '',
      admission: nothing as never,
      health: nothing.query,
      lackingMigrations: async () => [],
      wakeWorkers: () => {},
      wakeInbound: () => {},
      wakeImports: () => {},
      threads: nothing as never,
      onError: none,
      describeApi: nothing.query,
    },
    silent as never,
    { beforeRoutes },
  )
}

const none = () => {}
const silent = {
  fatal: none,
  error: none,
  warn: none,
  info: none,
  debug: none,
  trace: none,
  silent: none,
  level: 'silent',
  child: () => silent,
}
