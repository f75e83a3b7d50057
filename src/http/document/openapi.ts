// The API document: OpenAPI 3.1, generated from the routes; docs/openapi.json is a copy of it.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSeal } from '../../lib/seal.ts'
import type { ApiDescription } from '../deps.ts'
import { buildServer } from '../server.ts'
import { apiDocument } from './api-document.ts'

let made: Promise<ApiDescription> | undefined

/** The document, made once a process. */
export function apiDescription(): Promise<ApiDescription> {
  made ??= describeRoutes()
  return made
}

/** The document as committed in docs/openapi.json. */
export async function openapiDocument(): Promise<string> {
  return `${JSON.stringify(await apiDescription(), null, 2)}\n`
}

async function describeRoutes(): Promise<ApiDescription> {
  const app = await buildEmptyServer(async (server) => void (await server.register(swagger, apiDocument)))
  await app.ready()
  // ApiDescription names the parts of the document that are read here.
  const document = app.swagger() as ApiDescription
  await app.close()
  return document
}

/** Builds a server with every route and nothing behind them: routes describe themselves without a database. */
export function buildEmptyServer(beforeRoutes: (app: FastifyInstance) => Promise<void>): Promise<FastifyInstance> {
  // Cast below: no route runs, so that nothing of this is called.
  const nothing = { query: () => Promise.reject(new Error('the document is made without a database')) }
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
