// carillon migrate: brings the schema up to date and says what it did.
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'

export async function runMigrate(config: Config): Promise<number> {
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    since: systemClock.now(),
    onFatal: (error) => console.error(error.message),
  })
  try {
    const applied = await migrate(db)
    console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
    return 0
  } finally {
    await db.close()
  }
}
