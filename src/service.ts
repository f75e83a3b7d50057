// The composition root: database → admission → HTTP → workers. `stop` closes them in reverse order.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { createAdmission } from './admission/sets/group-commit.ts'
import { createBodyThreads } from './body-threads.ts'
import { type Config, ConfigError } from './config.ts'
import type { Mailer } from './events/notices.ts'
import { finishUpgrade, isFinished } from './installation/finish.ts'
import { createHealth } from './installation/health.ts'
import { ensureInstallation } from './installation/installation.ts'
import { createMasterSeal } from './installation/master-key.ts'
import { processId } from './installation/older-processes.ts'
import { type PresenceOptions, startPresence } from './installation/presence.ts'
import { seedDemo } from './installation/seed.ts'
import { masterKeyWarning } from './installation/weak-master-key.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import type { Logger } from './lib/log.ts'
import { packageVersion } from './lib/package-root.ts'
import type { Seal } from './lib/seal.ts'
import { openRoleDatabase, type ProcessRole, RoleRefused } from './process-role.ts'
import type { Database } from './store/database.ts'
import { endLeasesOfDeadProcesses } from './store/installation/leases.ts'
import { lackingMigrations, migrate, pendingMigrations } from './store/migrate.ts'
import { createProblemLog } from './store/problem-log.ts'
import { startWakeUps } from './wake-ups.ts'
import { startWorkers, type Workers } from './workers.ts'

export interface ServiceOptions {
  config: Config
  role: ProcessRole
  log: Logger
  clock?: Clock
  /**
   * The database that the caller has already created for this role. If it is embedded, queries wait until it is open.
   */
  database?: Promise<Database>
  /** Milliseconds for which a stopping server still answers requests on open connections. */
  linger?: number
  /**
   * Runs after the server listens and before the workers start. Its queries therefore do not wait behind the first
   * scans of the workers.
   */
  onListening?: (service: Listening) => Promise<void>
  /** Called when the embedded database stops and the service cannot continue. */
  onFatal?: (error: Error) => void
}

export interface Listening {
  db: Database
  seal: Seal
  /** The address of the server. Undefined in the role `worker`, which has no server. */
  url: string | undefined
  publicUrl: string
}

export interface Service extends Listening {
  /** The address of the metrics when METRICS_PORT is set. */
  metricsUrl: string | undefined
  stop(): Promise<void>
}

/**
 * Opens the database. Then starts the server, the workers or both, depending on the role. In the role `start`, also
 * migrates the schema.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, role, log, clock = systemClock, linger = 0, onFatal = () => {} } = options
  const onError = createProblemLog(log)
  const startedAt = clock.now()
  const version = packageVersion()
  // Load the server's code while the database opens. A worker does not need it.
  const server = role === 'worker' ? undefined : import('./http/server.ts')
  const db = await (options.database ?? openRoleDatabase(role, config, startedAt, onFatal))
  const undo: (() => Promise<unknown>)[] = [() => db.close()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const seal = createMasterSeal(config)
    const metrics = await createMetrics(db, role, config, clock)
    if (metrics) undo.push(metrics.stop)
    let workers: Workers | undefined
    const wakeUps = startWakeUps(db, role === 'api' ? undefined : (topic) => workers?.wake(topic), onError)
    undo.push(() => wakeUps.stop())
    let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const admission = createAdmission({
      db,
      clock,
      seal,
      maxAge: config.deliveryMaxAge,
      publicUrl: () => publicUrl,
      onAccepted: () => wakeUps.notify('due'),
      onError,
    })
    undo.push(() => admission.settled())
    const threads = createBodyThreads((error) => log.error({ err: error }, 'a thread that reads large bodies exited'))
    undo.push(() => threads.close())
    const tools = { db, clock, seal, config, admission, threads, publicUrl: () => publicUrl, onError }
    // Build the server while the schema is prepared. This makes a start 30 ms faster.
    const building = server?.then(({ buildServer }) =>
      buildServer(
        {
          ...tools,
          wakeWorkers: () => wakeUps.notify('due'),
          wakeInbound: () => wakeUps.notify('inbound'),
          wakeImports: () => wakeUps.notify('import'),
          health: createHealth(db, clock, config.healthQueueDepth),
          lackingMigrations: () => lackingMigrations(db),
          metrics,
          describeApi: async () => (await import('./http/document/openapi.ts')).apiDescription(),
        },
        log,
        { linger },
      ),
    )
    // Prevents an unhandled rejection. The error is thrown where `building` is awaited.
    const built = building?.catch(() => undefined)
    // Close the server before the workers stop, so that no new request arrives.
    undo.push(async () => {
      await (await built)?.close()
      await workers?.stop()
    })
    await prepareSchema(db, role)
    const keyWarning = await masterKeyWarning(db, config, seal)
    const process = processId(os.hostname(), globalThis.process.pid, randomUUID().slice(0, 8), version)
    const presence = await join({ db, clock, seal, onError }, { id: process, role, version })
    undo.splice(1, 0, () => presence.stop())
    const mailer = role === 'api' ? undefined : await openMailer(config, clock)
    if (role === 'start') await seedDemo(db, clock.now(), seal, config)
    if (db.kind === 'embedded') await endLeasesOfDeadProcesses(db, clock.now())

    const app = await building
    // Listen after prepareSchema, because the gauges read the tables that prepareSchema creates.
    const metricsUrl = await metrics?.listen()
    const url = await app?.listen({ port: config.port, host: config.host })
    if (url !== undefined) publicUrl = config.publicUrl ?? publicUrlOf(url)
    await options.onListening?.({ db, seal, url, publicUrl })
    if (keyWarning !== undefined) log.warn(keyWarning)
    if (role !== 'api') workers = startWorkers({ ...tools, log, process, mailer, notify: wakeUps.notify })
    return { db, seal, url, publicUrl, metricsUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Loads the mail libraries only when SMTP_URL is set. Throws ConfigError for invalid settings. */
async function openMailer({ smtpUrl, smtpFrom }: Config, clock: Clock): Promise<Mailer | undefined> {
  if (smtpUrl === undefined) return undefined
  const { createOperatorMailer, operatorMailProblem } = await import('./channels/operator-mail.ts')
  const problem = operatorMailProblem(smtpUrl, smtpFrom)
  if (problem !== undefined) throw new ConfigError(`The environment has an invalid setting: ${problem}.`)
  return createOperatorMailer(smtpUrl, smtpFrom, clock)
}

/**
 * Returns undefined if neither METRICS_PORT nor METRICS_TOKEN is set, because no client could then read the metrics.
 */
async function createMetrics(db: Database, role: ProcessRole, config: Config, clock: Clock) {
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined
  const { createPortMetrics } = await import('./http/metrics-port.ts')
  return createPortMetrics(db, role, config, clock)
}

/** In the role `start`, migrates the schema. In another role, throws RoleRefused if migrations are pending. */
async function prepareSchema(db: Database, role: ProcessRole): Promise<void> {
  if (role === 'start') {
    await migrate(db)
    return
  }
  const pending = await pendingMigrations(db)
  if (pending.length > 0) {
    throw new RoleRefused(
      `The database lacks the migrations ${pending.join(', ')}. Run "carillon migrate" (or "carillon start") once with this database, then start this role again.`,
    )
  }
}

/** Creates the installation if it does not exist, and registers this process in it. */
async function join(
  tools: Omit<PresenceOptions, 'process'>,
  { id, role, version }: { id: string; role: ProcessRole; version: string },
): Promise<{ stop(): Promise<void> }> {
  const { db, clock, seal } = tools
  await ensureInstallation(db, clock.now(), seal, version)
  // The embedded database serves only this process, so no process of an older version can run.
  if (db.kind === 'embedded' && !(await isFinished(db, version))) await finishUpgrade(db, version)
  return startPresence({ ...tools, process: { id, role, version, host: os.hostname() } })
}

/**
 * Returns the URL, with `localhost` as the host if the host is unspecified (0.0.0.0) or loopback. A browser cannot open
 * an unspecified host.
 */
function publicUrlOf(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]|127\.0\.0\.1):/, '//localhost:')
}
