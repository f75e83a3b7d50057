// Implements `carillon migrate`, which applies migrations. With --finish, it also finishes an upgrade if no process of
// an older version runs.
import type { Config } from '../../config.ts'
import { finishUpgrade, isFinished } from '../../installation/finish.ts'
import { olderProcesses } from '../../installation/older-processes.ts'
import { systemClock } from '../../lib/clock.ts'
import { packageVersion } from '../../lib/package-root.ts'
import { writeAuditLine } from '../../members/audit.ts'
import { type Database, openDatabase } from '../../store/database.ts'
import { migrate } from '../../store/migrate.ts'

/** Applies the pending migrations and returns their names. */
export async function runMigrate(config: Config): Promise<string[]> {
  return onDatabase(config, migrate)
}

export interface Finished {
  applied: string[]
  version: string
  /**
   * `refused`: the upgrade was not finished, because processes of an older version run and `force` is false. `nothing`:
   * the service never started, and its first start will finish the upgrade.
   */
  result: 'finished' | 'already' | 'nothing' | 'refused'
  /** Processes of an older version that ran within the last two minutes. */
  older: string[]
}

/**
 * Applies migrations and finishes the upgrade to this version. If processes of an older version ran recently, finishes
 * the upgrade only if `force` is true.
 */
export async function runFinish(config: Config, force: boolean): Promise<Finished> {
  return onDatabase(config, async (db) => {
    const applied = await migrate(db)
    const version = packageVersion()
    const now = systemClock.now()
    const older = await olderProcesses(db, now, version)
    if (older.length > 0 && !force && !(await isFinished(db, version)))
      return { applied, version, result: 'refused', older }
    const result = await finishUpgrade(db, version)
    if (result === 'finished')
      await writeAuditLine(db, now, {
        workspaceId: null,
        actor: { kind: 'command', id: null, name: 'carillon migrate --finish' },
        address: null,
        action: 'finishUpgrade',
        says: 'Finish an upgrade',
        object: { kind: 'installation', id: null, name: version },
        change: { version, ...(older.length > 0 ? { older } : {}) },
      })
    return { applied, version, result, older }
  })
}

async function onDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    since: systemClock.now(),
    onFatal: (error) => console.error(error.message),
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
