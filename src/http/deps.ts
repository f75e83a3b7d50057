// What the routes are given: the database, the time, the seal and the modules they call.
import type { StaticDocumentSpec } from '@fastify/swagger'
import type { Admission } from '../admission/group-commit.ts'
import type { Config } from '../config.ts'
import type { Health } from '../installation/health.ts'
import type { Clock } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import type { Database } from '../store/database.ts'
import type { BodyThreads } from './body/body-tasks.ts'
import type { BodyReader } from './body/read-body.ts'
import type { Metrics } from './metrics.ts'
import type { WrongCredentials } from './wrong-credentials.ts'

/** The OpenAPI document of all routes. */
export type ApiDescription = StaticDocumentSpec['document']

/** What the service gives to its server. */
export interface ServerDeps {
  db: Database
  clock: Clock
  seal: Seal
  config: Config
  /** The address people reach the service at; known once it listens. */
  publicUrl: () => string
  admission: Admission
  /** How the service is; one answer for everybody who asks at about the same time. */
  health: () => Promise<Health>
  /** Migrations the database has not seen; none once it is ready, also when it is ahead of this version. */
  lackingMigrations: () => Promise<string[]>
  /** Tells this process's workers that something became due. */
  wakeWorkers: () => void
  /** Tells that a provider's request was kept. */
  wakeInbound: () => void
  /** Work on large bodies, outside of the main thread. */
  threads: BodyThreads
  /** Undefined where nobody may read them. */
  metrics?: Omit<Metrics, 'stop'> | undefined
  /** Tells that a file of recipients is whole. */
  wakeImports: () => void
  /** Hears of work that no request waits for and that failed. */
  onError: (error: unknown) => void
  /** Makes the API document the first time it is asked for. */
  describeApi: () => Promise<ApiDescription>
}

/** What the routes are given: the same, with what the server's routes share. */
export interface HttpDeps extends ServerDeps {
  readBody: BodyReader
  /** Whether callers may name addresses outside of the public internet. */
  allowPrivateNetwork: boolean
  wrongCredentials: WrongCredentials
}
