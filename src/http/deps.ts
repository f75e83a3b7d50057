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
  /** Returns the URL at which people reach the service. It is final only after the server listens. */
  publicUrl: () => string
  admission: Admission
  /** Returns the health of the installation. Calls at about the same time share one result. */
  health: () => Promise<Health>
  /**
   * Returns the names of the migrations that the database lacks. Empty if the schema is current or belongs to a newer
   * version.
   */
  lackingMigrations: () => Promise<string[]>
  /** Wakes workers. Called after a message or event became due. */
  wakeWorkers: () => void
  /** Wakes the workers that apply inbound webhooks. Called after one was stored. */
  wakeInbound: () => void
  /** Threads that process large bodies. */
  threads: BodyThreads
  /** Undefined when neither METRICS_PORT nor METRICS_TOKEN is set. */
  metrics?: Omit<Metrics, 'stop'> | undefined
  /** Wakes the workers that import recipients. Called after a file was uploaded. */
  wakeImports: () => void
  /** Called with an error of background work for which no request waits. */
  onError: (error: unknown) => void
  /** Returns the API document. The first call generates it. */
  describeApi: () => Promise<ApiDescription>
}

/** The dependencies of the routes: those of the server, and further objects that all routes share. */
export interface HttpDeps extends ServerDeps {
  readBody: BodyReader
  /** Whether the URLs that callers provide may lead to private addresses. */
  allowPrivateNetwork: boolean
  wrongCredentials: WrongCredentials
}
