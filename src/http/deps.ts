// The dependencies of the server and its routes: the database, the clock, the encryption and the modules that they
// call.
import type { StaticDocumentSpec } from '@fastify/swagger'
import type { Admission } from '../admission/sets/group-commit.ts'
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
  /** Returns the URL under which people reach the service. The URL can still change until the server listens. */
  publicUrl: () => string
  admission: Admission
  /** Returns the health of the installation. Calls that arrive at about the same time share one result. */
  health: () => Promise<Health>
  /**
   * Returns the names of the migrations that the database lacks. The list is empty if the schema is current or newer
   * than this version.
   */
  lackingMigrations: () => Promise<string[]>
  /** Wakes workers. Called when a message or an event becomes due. */
  wakeWorkers: () => void
  /** Wakes the workers that apply inbound webhooks. Called when an inbound webhook was stored. */
  wakeInbound: () => void
  /** The threads that parse large bodies. */
  threads: BodyThreads
  /** The metrics of this process. Undefined if neither METRICS_PORT nor METRICS_TOKEN is set. */
  metrics?: Omit<Metrics, 'stop'> | undefined
  /** Wakes the workers that import recipients. Called when a file was uploaded. */
  wakeImports: () => void
  /** Reports an error of background work, that is, work that does not belong to a request. */
  onError: (error: unknown) => void
  /** Returns the API document. The first call generates it. */
  describeApi: () => Promise<ApiDescription>
}

/** The dependencies of the routes. They include the server's dependencies and objects that all routes share. */
export interface HttpDeps extends ServerDeps {
  readBody: BodyReader
  /** Whether URLs that callers provide may point to private addresses. */
  allowPrivateNetwork: boolean
  wrongCredentials: WrongCredentials
}
