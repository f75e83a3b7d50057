// The API document: OpenAPI 3.1, generated from the routes.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { brand } from '../brand.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { createSeal } from '../lib/seal.ts'
import { buildServer } from './server.ts'

export const apiDocument: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version: '1.0.0',
      description:
        'Multi-channel notifications: one send operation reaches a person on telegram, whatsapp, email, push, discord, slack or messenger. Keys that begin with svc_test_ reach the sandbox, whose magic addresses are listed in docs/sandbox.md.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: [
      { name: 'Sending', description: 'Send messages.' },
      { name: 'Reading', description: 'Usage, and what became of a message.' },
      { name: 'Health', description: 'For people, balancers and orchestrators.' },
      { name: 'Management', description: 'Workspaces, sources, keys, connections, templates, recipients, deliveries.' },
    ],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key: ${brand.apiKeyPrefix.live}… or ${brand.apiKeyPrefix.test}…`,
        },
        managementToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A management token; the first one is in DATA_DIR/admin-token.',
        },
      },
    },
  },
  refResolver: {
    buildLocalReference: (json, _base, _fragment, index) =>
      typeof json.$id === 'string' ? json.$id : `schema-${index}`,
  },
}

/** The document as committed in docs/openapi.json. No database is opened: routes describe themselves. */
export async function openapiDocument(): Promise<string> {
  const nothing = { query: () => Promise.reject(new Error('the document is made without a database')) }
  const app = await buildServer(
    {
      db: nothing as never,
      clock: systemClock,
      seal: createSeal('the document needs no secret'),
      config: readConfig({}),
      publicUrl: () => '',
      admission: nothing as never,
      pendingMigrations: async () => [],
      wakeWorkers: () => {},
    },
    { level: 'silent', ...silent, child: () => silent as never } as never,
  )
  await app.ready()
  const document = JSON.stringify(app.swagger(), null, 2)
  await app.close()
  return `${document}\n`
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
