// carillon token: a new management token, for an installation whose first one is lost or lies on another machine; --setup: the owner's link.
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { writeAuditLine } from '../members/audit.ts'
import { setupLink } from '../members/set-up.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { issueManagementToken, tokenFile } from '../workspace/management-tokens.ts'

/** Answers the file that holds the token. Tokens issued before stay valid. */
export async function runToken(config: Config): Promise<string> {
  return onDatabase(config, async (db, now) => {
    const hint = await issueManagementToken(db, now, config.dataDir)
    await writeAuditLine(db, now, {
      workspaceId: null,
      actor: { kind: 'command', id: null, name: 'carillon token' },
      address: null,
      action: 'issueToken',
      says: 'Issue a management token',
      object: { kind: 'management_token', id: null, name: `…${hint.slice(-4)}` },
    })
    return tokenFile(config.dataDir)
  })
}

/** Answers the link that makes its opener the owner; undefined once there is one. */
export async function runSetupLink(config: Config): Promise<string | undefined> {
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  return onDatabase(config, (db, now) => setupLink(db, now, publicUrl))
}

async function onDatabase<T>(config: Config, work: (db: Database, now: Date) => Promise<T>): Promise<T> {
  const now = systemClock.now()
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    since: now,
    onFatal: (error) => console.error(error.message),
  })
  try {
    return await work(db, now)
  } finally {
    await db.close()
  }
}
