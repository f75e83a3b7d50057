// The roles of a process, and the opening of the database for a role. This file imports little, so that a start can
// open the database before it loads other modules.
import type { Config } from './config.ts'
import { type Database, openDatabase } from './store/database.ts'

/** Maximum number of database connections of a command, unless DATABASE_POOL is set or it starts more processes. */
export const CONNECTIONS = 10

export type ProcessRole = 'start' | 'api' | 'worker'

/** Thrown if a role cannot start, because it needs a PostgreSQL server or because the schema is not current. */
export class RoleRefused extends Error {
  override name = 'RoleRefused'
}

/**
 * Opens the database of a role. The embedded database records the start time `since` in its lock file, and calls
 * `onFatal` if it stops. Rejects with RoleRefused or DirectoryLocked. If the embedded database cannot be opened, its
 * first query rejects.
 */
export async function openRoleDatabase(
  role: ProcessRole,
  config: Config,
  since: Date,
  onFatal: (error: Error) => void,
): Promise<Database> {
  if (role !== 'start' && config.databaseUrl === undefined) {
    throw new RoleRefused(
      `The role ${role} shares its database with other processes, but the embedded database serves a single process. Set DATABASE_URL to a PostgreSQL server, or run "start".`,
    )
  }
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir, databasePool: poolSize = CONNECTIONS } = config
  return openDatabase({ url, directUrl, dataDir, poolSize, since, early: true, onFatal })
}
