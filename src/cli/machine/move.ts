// Implements `carillon move`, which copies the embedded database to a PostgreSQL server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { migrate } from '../../store/migrate.ts'
import { moveDatabase } from '../../store/move.ts'

/**
 * Copies the database in DATA_DIR to the empty database at DATABASE_URL. Returns the number of copied rows by table.
 */
export async function runMove(config: Config): Promise<Map<string, number>> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir } = config
  if (url === undefined) throw new ConfigError('Set DATABASE_URL to the PostgreSQL server that receives the data.')
  if (!existsSync(path.join(dataDir, 'db', 'PG_VERSION')))
    throw new ConfigError(`There is no embedded database in ${dataDir}. Set DATA_DIR to the folder that holds it.`)
  const common = {
    dataDir,
    poolSize: 2,
    since: systemClock.now(),
    onFatal: (error: Error) => console.error(error.message),
  }
  const from = await openDatabase({ ...common, url: undefined })
  let to: Database | undefined
  try {
    // Use the direct URL, because some poolers do not permit a long transaction.
    to = await openDatabase({ ...common, url: directUrl ?? url })
    await migrate(from)
    await migrate(to)
    return await moveDatabase(from, to)
  } finally {
    await to?.close()
    await from.close()
  }
}
