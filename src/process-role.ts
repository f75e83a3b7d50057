// The roles of a process, and the database each works on. Small, so that a start opens the database before it reads the rest.
import type { Config } from './config.ts'
import { type Database, openDatabase } from './store/database.ts'

export type ProcessRole = 'start' | 'api' | 'worker'

/** The embedded database serves one process; roles of several need a server. */
export class RoleRefused extends Error {
  override name = 'RoleRefused'
}

/**
 * `since` goes into the embedded database's lock; `onFatal` hears of its end. Rejects with RoleRefused or DirectoryLocked;
 * an embedded database that can't be opened rejects what is asked first.
 */
export async function openRoleDatabase(
  role: ProcessRole,
  config: Config,
  since: Date,
  onFatal: (error: Error) => void,
): Promise<Database> {
  if (role !== 'start' && config.databaseUrl === undefined) {
    throw new RoleRefused(
      `The role ${role} shares its database with other processes, and the embedded one serves a single process. Set DATABASE_URL to a PostgreSQL server, or run "start".`,
    )
  }
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir, databasePool: poolSize } = config
  return openDatabase({ url, directUrl, dataDir, poolSize, since, early: true, onFatal })
}
