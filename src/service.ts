// The composition root: database → admission → http → workers. stop() closes http, ends the workers, then what they stand on.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { createAdmission } from './admission/group-commit.ts'
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
  /** One that is being opened for this role already. An embedded one may still be opening: whoever asks it waits. */
  database?: Promise<Database>
  /** Milliseconds a server that is told to stop goes on answering while anybody is connected. */
  linger?: number
  /** It answers, and does not work yet: what this asks the database need not stand behind the workers' first looks. */
  onListening?: (service: Listening) => Promise<void>
  /** The service can't go on: the embedded database stopped. */
  onFatal?: (error: Error) => void
}

export interface Listening {
  db: Database
  seal: Seal
  /** Where it listens; undefined for a worker. */
  url: string | undefined
  publicUrl: string
}

export interface Service extends Listening {
  /** Where the metrics have a port of their own. */
  metricsUrl: string | undefined
  stop(): Promise<void>
}

/** Opens the database, migrates it (role start), listens and works, as the role says. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, role, log, clock = systemClock, linger = 0, onFatal = () => {} } = options
  const onError = createProblemLog(log)
  const startedAt = clock.now()
  const version = packageVersion()
  // The server's code is read while the database opens, and by a worker never.
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
    const threads = createBodyThreads((error) => log.error({ err: error }, 'a thread that reads large bodies was lost'))
    undo.push(() => threads.close())
    const tools = { db, clock, seal, config, admission, threads, publicUrl: () => publicUrl, onError }
    // Built while the database opens and is prepared: one after the other took 30 ms more of a start.
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
    // A failure is reported where the server is awaited.
    const built = building?.catch(() => undefined)
    // First of all nothing new is taken in; what was taken is finished after that.
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
    // Not before the tables that they count are there.
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

/** The mail libraries are read where there is a server to write to. Throws ConfigError for settings that can't be used. */
async function openMailer({ smtpUrl, smtpFrom }: Config, clock: Clock): Promise<Mailer | undefined> {
  if (smtpUrl === undefined) return undefined
  const { createOperatorMailer, operatorMailProblem } = await import('./channels/operator-mail.ts')
  const problem = operatorMailProblem(smtpUrl, smtpFrom)
  if (problem !== undefined) throw new ConfigError(`The environment has a setting that can't be used: ${problem}.`)
  return createOperatorMailer(smtpUrl, smtpFrom, clock)
}

/** Nothing is measured where nobody may read it. A taken port ends the start. */
async function createMetrics(db: Database, role: ProcessRole, config: Config, clock: Clock) {
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined
  const { createPortMetrics } = await import('./http/metrics-port.ts')
  return createPortMetrics(db, role, config, clock)
}

/** `start` brings the schema up to date; the other roles wait for nobody and say what is missing. */
async function prepareSchema(db: Database, role: ProcessRole): Promise<void> {
  if (role === 'start') {
    await migrate(db)
    return
  }
  const pending = await pendingMigrations(db)
  if (pending.length > 0) {
    throw new RoleRefused(
      `The database lacks ${pending.join(', ')}. Run "carillon migrate" (or "carillon start") against it once, then start this role again.`,
    )
  }
}

/** Creates the installation where there is none, and reports this process as one of it. */
async function join(
  tools: Omit<PresenceOptions, 'process'>,
  { id, role, version }: { id: string; role: ProcessRole; version: string },
): Promise<{ stop(): Promise<void> }> {
  const { db, clock, seal } = tools
  await ensureInstallation(db, clock.now(), seal, version)
  // The embedded database serves this process alone: no older one can be left.
  if (db.kind === 'embedded' && !(await isFinished(db, version))) await finishUpgrade(db, version)
  return startPresence({ ...tools, process: { id, role, version, host: os.hostname() } })
}

/** An unspecified host is nothing a person can open. */
function publicUrlOf(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]|127\.0\.0\.1):/, '//localhost:')
}
