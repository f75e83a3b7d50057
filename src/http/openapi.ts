// docs/openapi.json: OpenAPI 3.1, generated from the routes.
import { readConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { createSeal } from '../lib/seal.ts'
import { buildServer } from './server.ts'

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
      lackingMigrations: async () => [],
      wakeWorkers: () => {},
      wakeInbound: () => {},
      wakeImports: () => {},
    },
    silent as never,
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
