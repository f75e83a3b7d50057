// The composition root: database → admission → HTTP → workers. `stop` closes them in reverse order.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { createAdmission } from './admission/sets/group-commit.ts'
import { createBodyThreads } from './body-threads.ts'
import { type Config, ConfigError } from './config.ts'
import type { Mailer } from './events/notices.ts'
import type { Metrics, ShareMetrics } from './http/metrics.ts'
import type { MetricsPort } from './http/metrics-port.ts'
import { isFinished } from './installation/finish.ts'
import { createHealth } from './installation/health.ts'
import { createMasterSeal } from './installation/master-key.ts'
import { processId } from './installation/older-processes.ts'
import { startPresence } from './installation/presence.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import type { Logger } from './lib/log.ts'
import { packageVersion } from './lib/package-root.ts'
import type { Seal } from './lib/seal.ts'
import { prepareInstallation } from './preparation.ts'
import { openRoleDatabase, type ProcessRole } from './process-role.ts'
import type { Database } from './store/database.ts'
import { endLeasesOfDeadProcesses } from './store/installation/leases.ts'
import { lackingMigrations } from './store/migrate.ts'
import { createProblemLog } from './store/problem-log.ts'
import { startWakeUps, type WakeUps } from './wake-ups.ts'
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
  /** The other processes of the same command. Undefined if the command runs in one process. */
  siblings?: Siblings | undefined
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

export interface Siblings {
  /** The number of processes of the command that serve HTTP. They share the processor cores. */
  sharedBy: number
  /** Whether another process replaces this process, which then stops. */
  isReplaced(): boolean
  /** Replaces the metrics of this process by those of all processes of the command. */
  shareMetrics: ShareMetrics
}

export interface Listening {
  db: Database
  seal: Seal
  /** The address of the server. Undefined in the role `worker`, which has no server. */
  url: string | undefined
  publicUrl: string
}

export interface Service extends Listening {
  /** Returns the port for bounce mails. Undefined if this process does not receive them. */
  bouncePort(): number | undefined
  /** The address of the metrics when METRICS_PORT is set. */
  metricsUrl: string | undefined
  stop(): Promise<void>
}

/**
 * Opens the database. Then starts the server, the workers or both, depending on the role. In the role `start`, also
 * migrates the schema.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, role, log, clock = systemClock, linger = 0, siblings, onFatal = () => {} } = options
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
    const metrics = await openMetrics(db, { role, version }, config, clock, siblings?.shareMetrics)
    if (metrics) undo.push(async () => metrics.stop())
    let workers: Workers | undefined
    const wakeUps = startWakeUps(db, role === 'api' ? undefined : (topic) => workers?.wake(topic), onError)
    undo.push(() => wakeUps.stop())
    let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const base = { db, clock, seal, onError }
    const admission = createAdmission({
      ...base,
      maxAge: config.deliveryMaxAge,
      publicUrl: () => publicUrl,
      isUpgraded: () => isFinished(db, '0.2.0'),
      onAccepted: () => wakeUps.notify('due'),
    })
    undo.push(() => admission.settled())
    const onThreadLost = (error: Error) => log.error({ err: error }, 'a thread that reads large bodies exited')
    const threads = createBodyThreads(onThreadLost, siblings?.sharedBy)
    undo.push(() => threads.close())
    const tools = { ...base, config, admission, threads, publicUrl: () => publicUrl }
    // Build the server while the schema is prepared. This makes a start 30 ms faster.
    const building = server?.then(({ buildServer }) =>
      buildServer(
        {
          ...tools,
          ...wakers(wakeUps),
          health: createHealth(db, clock, config.healthQueueDepth),
          lackingMigrations: () => lackingMigrations(db),
          metrics,
          describeApi: async () => (await import('./http/document/openapi.ts')).apiDescription(),
        },
        log,
        { linger, sharesPort: siblings !== undefined, isReplaced: siblings?.isReplaced },
      ),
    )
    // Prevents an unhandled rejection. The error is thrown where `building` is awaited.
    const built = building?.catch(() => undefined)
    // Close the server before the workers stop, so that no new request arrives.
    undo.push(async () => {
      await (await built)?.close()
      await workers?.stop()
    })
    const keyWarning = await prepareInstallation({ db, role, config, clock, seal })
    const host = os.hostname()
    const process = processId(host, globalThis.process.pid, randomUUID().slice(0, 8), version)
    const presence = await startPresence({ db, clock, seal, process: { id: process, role, version, host }, onError })
    undo.splice(1, 0, () => presence.stop())
    const mailer = role === 'api' ? undefined : await openMailer(config, clock)
    if (db.kind === 'embedded') await endLeasesOfDeadProcesses(db, clock.now())

    const app = await building
    // Listen after prepareInstallation, because the gauges read the tables that it creates.
    const port = metrics && !siblings ? await openPort(metrics, config, clock) : undefined
    undo.splice(1, 0, async () => port?.close())
    const url = await app?.listen({ port: config.port, host: config.host })
    if (url !== undefined) publicUrl = config.publicUrl ?? publicUrlOf(url)
    await options.onListening?.({ db, seal, url, publicUrl })
    if (keyWarning !== undefined && siblings === undefined) log.warn(keyWarning)
    if (role !== 'api') workers = startWorkers({ ...tools, log, process, mailer, notify: wakeUps.notify })
    const bouncePort = () => workers?.bouncePort()
    return { db, seal, url, publicUrl, bouncePort, metricsUrl: port?.url, stop }
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
async function openMetrics(
  db: Database,
  about: { role: ProcessRole; version: string },
  config: Config,
  clock: Clock,
  share: ShareMetrics | undefined,
) {
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined
  const { createMetrics } = await import('./http/metrics.ts')
  return createMetrics(db, clock, config, about, share)
}

/** Returns undefined if METRICS_PORT is unset. */
async function openPort(metrics: Metrics, config: Config, clock: Clock): Promise<MetricsPort | undefined> {
  if (config.metricsPort === undefined) return undefined
  const { openMetricsPort } = await import('./http/metrics-port.ts')
  return openMetricsPort(metrics, config.metricsPort, config, clock)
}

/**
 * Returns the URL, with `localhost` as the host if the host is unspecified (0.0.0.0) or loopback. A browser cannot open
 * an unspecified host.
 */
function publicUrlOf(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]|127\.0\.0\.1):/, '//localhost:')
}

/** Functions with which the server notifies the workers of new work. */
function wakers({ notify }: WakeUps) {
  return {
    wakeWorkers: () => notify('due'),
    wakeInbound: () => notify('inbound'),
    wakeImports: () => notify('import'),
  }
}
