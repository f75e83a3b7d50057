// The dependencies of the server and its routes: the database, the clock, the seal and the modules that they call.
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

/** The OpenAPI document of the API. */
export type ApiDescription = StaticDocumentSpec['document']

/** The dependencies that the service passes to its server. */
export interface ServerDeps {
  db: Database
  clock: Clock
  seal: Seal
  config: Config
  /** The URL at which people reach the service; final once it listens. */
  publicUrl: () => string
  admission: Admission
  /** The health of the installation. Calls at about the same time share one result. */
  health: () => Promise<Health>
  /** Names of the migrations that the database lacks. Empty for a current schema and for that of a newer version. */
  lackingMigrations: () => Promise<string[]>
  /** Wakes workers after a message or event became due. */
  wakeWorkers: () => void
  /** Wakes workers after a provider's request was stored. */
  wakeInbound: () => void
  /** Threads that process large bodies. */
  threads: BodyThreads
  /** Undefined when neither METRICS_PORT nor METRICS_TOKEN is set. */
  metrics?: Omit<Metrics, 'stop'> | undefined
  /** Wakes workers after the upload of an import. */
  wakeImports: () => void
  /** Called with errors of background work that no request waits for. */
  onError: (error: unknown) => void
  /** Returns the API document, which is generated at the first call. */
  describeApi: () => Promise<ApiDescription>
}

/** The dependencies of the routes: those of the server, and objects that all routes share. */
export interface HttpDeps extends ServerDeps {
  readBody: BodyReader
  /** Whether URLs of callers may lead to private addresses. */
  allowPrivateNetwork: boolean
  wrongCredentials: WrongCredentials
}
