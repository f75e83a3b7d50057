// Prepares the installation when a command starts: its schema, its key check and its first data.
import type { Config } from './config.ts'
import { finishUpgrade, isFinished } from './installation/finish.ts'
import { ensureInstallation } from './installation/installation.ts'
import { seedDemo } from './installation/seed.ts'
import { masterKeyWarning } from './installation/weak-master-key.ts'
import type { Clock } from './lib/clock.ts'
import { packageVersion } from './lib/package-root.ts'
import type { Seal } from './lib/seal.ts'
import { type ProcessRole, RoleRefused } from './process-role.ts'
import type { Database } from './store/database.ts'
import { migrate, pendingMigrations } from './store/migrate.ts'

export interface Preparation {
  db: Database
  role: ProcessRole
  config: Config
  clock: Clock
  seal: Seal
}

/**
 * Prepares the schema, and creates the installation if it does not exist. In the role `start`, also creates the demo.
 * Returns a warning if the master key is easy to guess.
 */
export async function prepareInstallation({ db, role, config, clock, seal }: Preparation): Promise<string | undefined> {
  const version = packageVersion()
  await prepareSchema(db, role)
  const keyWarning = await masterKeyWarning(db, config, seal)
  await ensureInstallation(db, clock.now(), seal, version)
  // The embedded database serves only this process, so no process of an older version can run.
  if (db.kind === 'embedded' && !(await isFinished(db, version))) await finishUpgrade(db, version)
  if (role === 'start') await seedDemo(db, clock.now(), seal, config)
  return keyWarning
}

/** In the role `start`, migrates the schema. In another role, throws RoleRefused if migrations are pending. */
async function prepareSchema(db: Database, role: ProcessRole): Promise<void> {
  if (role === 'start') {
    await migrate(db)
    return
  }
  const pending = await pendingMigrations(db)
  if (pending.length > 0) {
    throw new RoleRefused(
      `The database lacks the migrations ${pending.join(', ')}. Run "carillon migrate" (or "carillon start") once with this database, then start this role again.`,
    )
  }
}
