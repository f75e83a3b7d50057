// carillon token: a new management token, for an installation whose first one is lost or lies on another machine.
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openDatabase } from '../store/database.ts'
import { issueManagementToken, tokenFile } from '../workspace/management-tokens.ts'

/** Answers the file that holds the token. Tokens issued before stay valid. */
export async function runToken(config: Config): Promise<string> {
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
    return tokenFile(config.dataDir)
  } finally {
    await db.close()
  }
}
