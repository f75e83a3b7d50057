// Opens the database of a process and waits until it can be reached.
import type { Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { messageOf } from '../../lib/thrown.ts'
import { openRoleDatabase, type ProcessRole } from '../../process-role.ts'
import type { Database } from '../../store/database.ts'
import { reachDatabase } from '../../store/reach.ts'

/**
 * Milliseconds for which a stopping server still answers requests on open connections. It closes each connection after
 * a response.
 */
export const LINGER = 1000

/** Opens the database of a role. Resolves when the database can be reached. Rejects if `stopping` aborts. */
export async function openReached(
  role: ProcessRole,
  config: Config,
  stopping: AbortSignal,
  onFatal: (error: Error) => void,
): Promise<Database> {
  const db = await openRoleDatabase(role, config, systemClock.now(), onFatal)
  const reported = new Set<string>()
  // Print this to standard error instead of the log, because with --json the first line must be the address.
  const onUnreachable = (error: unknown) => {
    const message = messageOf(error)
    if (!reported.has(message)) console.error(`The database is not reachable: ${message}. Waiting for it.`)
    reported.add(message)
  }
  try {
    await reachDatabase(db, { signal: stopping, onUnreachable })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
