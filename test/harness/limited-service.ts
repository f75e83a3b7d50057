// Runs the service with changed limits of the database server. limited-service.mjs is the entry file of the process.
import { onStopSignals, runUntilStopped } from '../../src/cli/machine/until-stopped.ts'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLogger } from '../../src/lib/log.ts'
import { CONNECTIONS, type ProcessRole } from '../../src/process-role.ts'
import { startService } from '../../src/service.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { ServerLimits } from '../../src/store/server-limits.ts'

/** The argument of the process, as JSON. */
export interface LimitedService {
  role: ProcessRole
  limits: Partial<ServerLimits>
}

/** Runs the service until SIGTERM and returns the exit code. Prints the address as `carillon` does. */
export function runLimitedService({ role, limits }: LimitedService): Promise<number> {
  const config = readConfig()
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir } = config
  return runUntilStopped(
    async ({ end }) =>
      startService({
        config,
        role,
        log: createLogger(config.logLevel),
        database: openDatabase({
          ...{ url, directUrl, dataDir, limits },
          poolSize: CONNECTIONS,
          since: systemClock.now(),
          onFatal: end,
        }),
        onListening: async (service) => console.log(`Carillon listens on ${service.url}`),
      }),
    onStopSignals,
    () => process.exit(1),
  )
}
