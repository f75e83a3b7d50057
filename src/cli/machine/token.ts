// Implements `carillon token`, which needs no running service. It creates an operator token in the database. With
// --setup, it returns the link for creating the owner.
import type { Config } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { writeAuditLine } from '../../members/audit.ts'
import {
  endOtherTokens,
  refuseTooMany,
  storeFileToken,
  tokenFile,
  withNewTokenFile,
} from '../../members/management-tokens.ts'
import { setupLink } from '../../members/set-up.ts'
import { type Database, openDatabase, transaction } from '../../store/database.ts'

/**
 * Creates an operator token and returns the file that contains it. With `replace`, revokes all other tokens, and
 * `ended` is the number of revoked tokens that were still active. Without `replace`, earlier tokens stay valid, and the
 * call is refused if too many tokens are active.
 */
export async function runToken(
  config: Config,
  { replace }: { replace: boolean },
): Promise<{ file: string; ended: number }> {
  const { dataDir } = config
  return onDatabase(config, (db, now) =>
    withNewTokenFile(dataDir, (token) =>
      transaction(db, async (tx) => {
        if (!replace) await refuseTooMany(tx, now)
        const id = await storeFileToken(tx, now, token)
        const ended = replace ? await endOtherTokens(tx, now, id) : 0
        await writeAuditLine(tx, now, {
          workspaceId: null,
          actor: { kind: 'command', id: null, name: 'carillon token' },
          address: null,
          action: replace ? 'replaceTokens' : 'issueToken',
          says: replace ? 'Replace every management token' : 'Issue a management token',
          object: { kind: 'management_token', id: String(id), name: `…${token.slice(-4)}` },
        })
        return { file: tokenFile(dataDir), ended }
      }),
    ),
  )
}

/** Returns the link for creating the owner. Returns undefined if the installation has an owner. */
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
