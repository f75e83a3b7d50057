// Implements `carillon start`, `api` and `worker` with several processes. This process starts, watches and stops them.
import { createServer } from 'node:net'
import type { Failure } from '../../cluster/child.ts'
import { type Cluster, createCluster } from '../../cluster/cluster.ts'
import type { PlannedProcess } from '../../cluster/plan.ts'
import type { Totals } from '../../cluster/totals.ts'
import { type Config, ConfigError } from '../../config.ts'
import { createMasterSeal } from '../../installation/master-key.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/log.ts'
import { prepareInstallation } from '../../preparation.ts'
import { type ProcessRole, RoleRefused } from '../../process-role.ts'
import { exitCodes } from '../command.ts'
import { announce } from './announce.ts'
import { openReached } from './reachable-database.ts'
import { onStopSignals, type Run, runUntilStopped, type Stoppable } from './until-stopped.ts'

/** The connections of this process during its start. Later it needs none. */
const OWN_CONNECTIONS = 2

export interface ClusterCommand {
  role: ProcessRole
  plan: PlannedProcess[]
  config: Config
  log: Logger
  json: boolean
}

/**
 * Runs the processes until SIGTERM or SIGINT, and returns the exit code. SIGHUP replaces the processes one after
 * another. A second signal to stop kills them.
 */
export async function runCluster(command: ClusterCommand): Promise<number> {
  let cluster: Cluster | undefined
  process.on('SIGHUP', () => cluster?.restart())
  return runUntilStopped(
    (run) =>
      start(command, run, (created) => {
        cluster = created
      }),
    onStopSignals,
    () => {
      cluster?.kill()
      process.exit(1)
    },
  )
}

/** Prepares the installation, starts one process of each role, prints the addresses, and starts the other processes. */
async function start(
  { role, plan, config, log, json }: ClusterCommand,
  { stopping, end }: Run,
  onCreated: (cluster: Cluster) => void,
): Promise<Stoppable> {
  const db = await openReached(role, { ...config, databasePool: OWN_CONNECTIONS }, stopping, end)
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const seal = createMasterSeal(config)
    const keyWarning = await prepareInstallation({ db, role, config, clock: systemClock, seal })
    const port = role === 'worker' ? config.port : await choosePort(config)
    const createTotals = await totalsOf(config)
    stopping.throwIfAborted()
    const onFatal = (failure: Failure) => end(errorOf(failure))
    const cluster = createCluster({ plan, port, clock: systemClock, log, createTotals, onFatal })
    undo.push(await serveTotals(cluster.totals, config), () => cluster.stop())
    stopping.throwIfAborted()
    onCreated(cluster)
    stopping.addEventListener('abort', () => void cluster.stop())
    const first = await cluster.startFirst()
    stopping.throwIfAborted()
    if (first.kind !== 'ready') throw errorOf(first)
    await announce({ db, seal, url: first.url, publicUrl: first.publicUrl }, role, config, json)
    stopping.throwIfAborted()
    if (keyWarning !== undefined) log.warn(keyWarning)
    cluster.startOthers()
    return { stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    await db.close()
  }
}

/**
 * Returns PORT. If PORT is 0, returns a free port, because a replaced process must listen on the port of the previous
 * one. Rejects if the service cannot listen on the port.
 */
async function choosePort({ port, host }: Config): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Returns undefined if neither METRICS_PORT nor METRICS_TOKEN is set, because no client could then read the metrics. */
async function totalsOf({ metricsPort, metricsToken }: Config) {
  if (metricsPort === undefined && metricsToken === undefined) return undefined
  return (await import('../../cluster/totals.ts')).createTotals
}

/** Serves the metrics of all processes at METRICS_PORT. Returns a function that closes the port. */
async function serveTotals(totals: Totals | undefined, config: Config): Promise<() => Promise<void>> {
  if (totals === undefined || config.metricsPort === undefined) return async () => {}
  const [{ openMetricsPort }, { admitting }] = await Promise.all([
    import('../../http/metrics-port.ts'),
    import('../../http/metrics.ts'),
  ])
  const metrics = { text: totals.text, admits: admitting(config.metricsToken) }
  const { close } = await openMetricsPort(metrics, config.metricsPort, config, systemClock)
  return close
}

/** Returns the error of a child process, so that the command ends as if the error were its own. */
function errorOf(failure: Failure): Error {
  if (failure.kind === 'ended') {
    const subject = failure.role === 'api' ? 'An api process' : 'A worker process'
    return new RoleRefused(`${subject} ended at its start (${failure.reason}). Check the memory limit and the log.`)
  }
  return failure.code === exitCodes.usage ? new ConfigError(failure.reason) : new RoleRefused(failure.reason)
}
