// The composition root: store → admission → http → workers; stop() undoes it in reverse.
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { createAdmission } from './admission/group-commit.ts'
import { type AutomationWork, startAutomations } from './automations/work.ts'
import { type Config, ConfigError } from './config.ts'
import { startApprovalReading } from './delivery/approvals.ts'
import { startCaretakers } from './delivery/caretakers.ts'
import { type InboundWorker, startInbound } from './delivery/inbound.ts'
import { startPolling } from './delivery/polling.ts'
import { startRetention } from './delivery/retention.ts'
import { startWakeUps, type Topic } from './delivery/wake.ts'
import { startWorker, type Worker } from './delivery/worker.ts'
import { startEventCaretakers } from './events/caretakers.ts'
import { type Dispatcher, startDispatcher } from './events/dispatch.ts'
import type { Mailer } from './events/notices.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import type { Logger } from './lib/log.ts'
import type { Seal } from './lib/seal.ts'
import { startMemberCaretakers } from './members/caretakers.ts'
import { openRoleDatabase, type Role, RoleRefused } from './role.ts'
import type { Database } from './store/database.ts'
import { endLeasesOfTheDead } from './store/leases.ts'
import { lackingMigrations, migrate, pendingMigrations } from './store/migrate.ts'
import { createProblemLog } from './store/problem-log.ts'
import { createHealth } from './workspace/health.ts'
import { type ImportWork, startImportWork } from './workspace/import-work.ts'
import { ensureInstallation } from './workspace/installation.ts'
import { startKeyExchange } from './workspace/key-exchange.ts'
import { createMasterSeal } from './workspace/master-key.ts'
import { seedDemo } from './workspace/seed.ts'

export interface ServiceOptions {
  config: Config
  role: Role
  log: Logger
  clock?: Clock
  /** One that is being opened for this role already. */
  database?: Promise<Database>
  /** Milliseconds a server that is told to stop goes on answering while anybody is connected. */
  linger?: number
  /** The service can't go on: the embedded database stopped. */
  onFatal?: (error: Error) => void
}

export interface Service {
  db: Database
  seal: Seal
  /** Where it listens; undefined for a worker. */
  url: string | undefined
  publicUrl: string
  /** Where the metrics have a port of their own. */
  metricsUrl: string | undefined
  stop(): Promise<void>
}

/** Opens the database, migrates it (role start), listens and works, as the role says. */
export async function startService({
  config,
  role,
  log,
  clock = systemClock,
  database,
  linger = 0,
  onFatal = () => {},
}: ServiceOptions): Promise<Service> {
  const onError = createProblemLog(log)
  const startedAt = clock.now()
  // The server's code is read while the database opens, and by a worker never.
  const server = role === 'worker' ? undefined : import('./http/server.ts')
  const db = await (database ?? openRoleDatabase(role, config, startedAt, onFatal))
  const undo: (() => Promise<unknown>)[] = [() => db.close()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await prepareSchema(db, role)
    const seal = createMasterSeal(config)
    await ensureInstallation(db, seal)
    const mailer = role === 'api' ? undefined : await openMailer(config, clock)
    if (role === 'start') await seedDemo(db, clock.now(), seal, config)
    if (db.kind === 'embedded') await endLeasesOfTheDead(db, clock.now())

    const metrics = await openMetrics(db, role, config, clock)
    if (metrics) undo.push(metrics.stop)
    const process = `${os.hostname()}-${globalThis.process.pid}-${randomUUID().slice(0, 8)}`
    let worker: Worker | undefined
    let inbound: InboundWorker | undefined
    let dispatcher: Dispatcher | undefined
    let importing: ImportWork | undefined
    let automations: AutomationWork | undefined
    const onDue = () => {
      worker?.wake()
      dispatcher?.wake()
    }
    /** What people did, or what became of them, was written. */
    const onPeople = () => {
      dispatcher?.wake()
      automations?.wake()
    }
    const onTold = (topic: Topic) => {
      if (topic === 'due') onDue()
      else if (topic === 'inbound') inbound?.wake()
      else importing?.wake()
    }
    const wakeUps = startWakeUps(db, role === 'api' ? undefined : onTold, onError)
    const tellDue = () => wakeUps.tell('due')
    undo.push(() => wakeUps.stop())

    let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    let url: string | undefined
    let closeHttp = async () => {}
    const admission = createAdmission({
      db,
      clock,
      seal,
      maxAge: config.deliveryMaxAge,
      publicUrl: () => publicUrl,
      onAccepted: tellDue,
      onError,
    })
    undo.push(() => admission.settled())
    if (server) {
      const { buildServer } = await server
      const deps = {
        db,
        clock,
        seal,
        config,
        admission,
        publicUrl: () => publicUrl,
        wakeWorkers: tellDue,
        wakeInbound: () => wakeUps.tell('inbound'),
        wakeImports: () => wakeUps.tell('import'),
        health: createHealth(db, clock, config.healthQueueDepth),
        lackingMigrations: () => lackingMigrations(db),
        metrics,
      }
      const app = await buildServer(deps, log, { linger })
      url = await app.listen({ port: config.port, host: config.host })
      closeHttp = () => app.close()
      publicUrl = config.publicUrl ?? publicUrlOf(url)
    }
    if (role !== 'api' && config.masterKeyPrevious !== undefined) {
      const tools = { db, seal, publicUrl: () => publicUrl, allowPrivateNetwork: config.allowPrivateNetwork }
      undo.push(startKeyExchange({ ...tools, clock, log, onError }).stop)
    }
    if (role !== 'api') {
      dispatcher = startDispatcher({
        db,
        clock,
        seal,
        allowPrivateNetwork: config.allowPrivateNetwork,
        mails: mailer !== undefined,
        onError,
      })
      const memberCaretakers = startMemberCaretakers({ db, clock, seal, mailer, onError })
      undo.push(() => memberCaretakers.stop())
      const eventCaretakers = startEventCaretakers({ db, clock, mailer, onReady: () => dispatcher!.wake(), onError })
      undo.push(
        () => eventCaretakers.stop(),
        () => dispatcher!.stop(),
      )
      worker = startWorker({
        db,
        clock,
        seal,
        process,
        slots: config.workerSlots,
        publicUrl: () => publicUrl,
        allowPrivateNetwork: config.allowPrivateNetwork,
        onTold: () => dispatcher!.wake(),
        onError,
      })
      const retention = startRetention({ db, clock, retention: config.retention, onError })
      const caretakers = startCaretakers({ db, clock, process, onReady: tellDue, onError })
      const { allowPrivateNetwork } = config
      const approvals = startApprovalReading({ db, clock, seal, allowPrivateNetwork, onError })
      inbound = startInbound({
        db,
        clock,
        seal,
        process,
        log,
        allowPrivateNetwork,
        onTold: onPeople,
        onError,
      })
      const polling = startPolling({
        db,
        clock,
        seal,
        process,
        allowPrivateNetwork,
        onReceived: () => wakeUps.tell('inbound'),
        onError,
      })
      importing = startImportWork({ db, clock, onTold: onPeople, onError })
      const onTriggered = () => dispatcher!.wake()
      automations = startAutomations({ db, clock, admission, allowPrivateNetwork, onTold: onTriggered, onError })
      const workers = [worker, inbound, polling, approvals, importing, automations]
      undo.push(
        () => caretakers.stop(),
        () => retention.stop(),
        () => Promise.all(workers.map((one) => one.stop())),
      )
    }
    // First of all nothing new is taken in; what was taken is finished after that.
    undo.push(() => closeHttp())
    return { db, seal, url, publicUrl, metricsUrl: metrics?.url, stop }
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
async function openMetrics(db: Database, role: Role, config: Config, clock: Clock) {
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined
  const { openMetrics } = await import('./http/metrics-port.ts')
  return openMetrics(db, role, config, clock)
}

/** `start` brings the schema up to date; the other roles wait for nobody and say what is missing. */
async function prepareSchema(db: Database, role: Role): Promise<void> {
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

/** An unspecified host is nothing a person can open. */
function publicUrlOf(url: string): string {
  return url.replace(/\/\/(0\.0\.0\.0|\[::\]|127\.0\.0\.1):/, '//localhost:')
}
