// carillon migrate: brings the schema up to date.
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'

/** Answers the names of the migrations that were applied. */
export async function runMigrate(config: Config): Promise<string[]> {
  const db = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    since: systemClock.now(),
    onFatal: (error) => console.error(error.message),
  })
  try {
    return await migrate(db)
  } finally {
    await db.close()
  }
}
