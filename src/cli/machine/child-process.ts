// The entry file of a child process. Runs a role of the service until the parent process stops it or ends.
import { openLink, type ParentLink } from '../../cluster/link.ts'
import { readConfig } from '../../config.ts'
import { createLogger } from '../../lib/log.ts'
import { messageOf } from '../../lib/thrown.ts'
import { CommandFailed, exitCodes } from '../command.ts'
import { onThisMachine } from './machine-errors.ts'
import { LINGER, openReached } from './reachable-database.ts'
import { runUntilStopped } from './until-stopped.ts'

// A closed pipe ends the log, so the process must end too.
process.stdout.on('error', () => process.exit(1))

const link = openLink()
try {
  process.exitCode = await onThisMachine(() => runChild(link))
} catch (error) {
  const isSetting = error instanceof Error && error.name === 'ConfigError'
  // The parent prints an expected error. The stack of any other error is printed here.
  if (!isSetting && !(error instanceof CommandFailed)) console.error(error)
  process.exitCode = isSetting ? exitCodes.usage : exitCodes.failed
  await link.send({ kind: 'failed', reason: messageOf(error), code: process.exitCode })
}
await link.close()
// A connection to a provider or a client may still be open.
process.exit()

async function runChild({ assignment, onStop, isReplaced, shareMetrics, send }: ParentLink): Promise<number> {
  const { role, databasePool, port, apis } = assignment
  const config = { ...readConfig(), databasePool, port }
  const log = createLogger(config.logLevel, { pid: process.pid })
  return runUntilStopped(
    async ({ stopping, end }) => {
      const database = openReached(role, config, stopping, end)
      database.catch(() => {})
      const { startService } = await import('../../service.ts')
      return startService({
        config,
        role,
        log,
        database,
        linger: LINGER,
        siblings: { sharedBy: Math.max(1, apis), isReplaced, shareMetrics },
        onListening: ({ url, publicUrl }) => send({ kind: 'ready', url, publicUrl }),
      })
    },
    onStop,
    () => process.exit(1),
  )
}
