// carillon token: a new management token, for an installation whose first one is lost or lies on another machine.
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openDatabase } from '../store/database.ts'
import { issueManagementToken, tokenFile } from '../workspace/management-tokens.ts'

export async function runToken(config: Config): Promise<number> {
  const now = systemClock.now()
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    since: now,
    onFatal: (error) => console.error(error.message),
  })
  try {
    await issueManagementToken(db, now, config.dataDir)
    console.log(`A new management token stands in ${tokenFile(config.dataDir)}. Tokens issued before stay valid.`)
    return 0
  } finally {
    await db.close()
  }
}
