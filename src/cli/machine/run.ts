// Implements `carillon start`, `api` and `worker`. Runs a role of the service until a signal stops it.
import { availableCores } from '../../cluster/cores.ts'
import { planProcesses } from '../../cluster/plan.ts'
import type { Config } from '../../config.ts'
import { createLogger, type Logger } from '../../lib/log.ts'
import type { ProcessRole } from '../../process-role.ts'
import { announce } from './announce.ts'
import { printEndOfLife } from './node-support.ts'
import { LINGER, openReached } from './reachable-database.ts'
import { onStopSignals, runUntilStopped } from './until-stopped.ts'

/** Runs the role in one process, or in several processes if the settings require this. Returns the exit code. */
export async function runRole(role: ProcessRole, config: Config, json: boolean): Promise<number> {
  printEndOfLife()
  const plan = planProcesses(role, config, availableCores)
  if (plan === undefined) return runAlone(role, config, createLogger(config.logLevel), json)
  const { runCluster } = await import('./run-cluster.ts')
  return runCluster({ role, plan, config, log: createLogger(config.logLevel, { pid: process.pid }), json })
}

/** Runs the role until SIGTERM or SIGINT, and returns the exit code. A second signal ends the process immediately. */
async function runAlone(role: ProcessRole, config: Config, log: Logger, json: boolean): Promise<number> {
  return runUntilStopped(
    async ({ stopping, end }) => {
      const onFatal = (error: Error) => {
        log.fatal({ err: error }, 'the service cannot continue')
        end()
      }
      // Open the database first, because this takes longer than loading the service's modules.
      const database = openReached(role, config, stopping, onFatal)
      database.catch(() => {})
      const { startService } = await import('../../service.ts')
      return startService({
        config,
        role,
        log,
        database,
        linger: LINGER,
        onListening: (service) => announce(service, role, config, json),
        onFatal,
      })
    },
    onStopSignals,
    () => process.exit(1),
  )
}
