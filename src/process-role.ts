// The roles of a process and the database of each. The file is small, so that a start opens the database before it
// loads the rest.
import type { Config } from './config.ts'
import { type Database, openDatabase } from './store/database.ts'

export type ProcessRole = 'start' | 'api' | 'worker'

/** The role cannot start: it needs a PostgreSQL server, or the schema is not current. */
export class RoleRefused extends Error {
  override name = 'RoleRefused'
}

/**
 * Opens the database of a role. `since` is recorded in the lock of the embedded database, and `onFatal` is called if
 * that database stops. Rejects with RoleRefused or DirectoryLocked. An embedded database that cannot be opened rejects
 * its first query.
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
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir, databasePool: poolSize } = config
  return openDatabase({ url, directUrl, dataDir, poolSize, since, early: true, onFatal })
}
