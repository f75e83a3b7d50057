// Finishes an upgrade. From then on no process of an older version runs, so the service may write the new forms of stored data.
import { versionAtLeast } from '../lib/versions.ts'
import { type Database, transaction } from '../store/database.ts'
import { readUpgrade, setFinishedVersion, type UpgradeState } from '../store/installation/installation.ts'

/** The last state that was read, by database: a process has one database, and tests have many. */
const known = new WeakMap<Database, UpgradeState>()

/**
 * Returns whether the operator finished the upgrade to this version or a newer one. The state is read once and then every
 * 30 seconds (presence.ts), so a running process notices without a restart. True never becomes false again.
 */
export async function isFinished(db: Database, version: string): Promise<boolean> {
  const { finishedVersion } = known.get(db) ?? (await refreshUpgrade(db))
  return versionAtLeast(finishedVersion, version)
}

/** Reads the state of the upgrade from the database, and keeps it for `isFinished`. */
export async function refreshUpgrade(db: Database): Promise<UpgradeState> {
  const state = await readUpgrade(db)
  known.set(db, state)
  return state
}

/**
 * Finishes the upgrade to `version`. It waits for transactions that still write the old form. Returns `nothing` before the
 * first start, which finishes by itself, and `already` when it was finished before.
 */
export async function finishUpgrade(db: Database, version: string): Promise<'finished' | 'already' | 'nothing'> {
  const result = await transaction(db, async (tx) => {
    const { finishedVersion } = await readUpgrade(tx, true)
    if (versionAtLeast(finishedVersion, version)) return 'already'
    return (await setFinishedVersion(tx, version)) ? 'finished' : 'nothing'
  })
  await refreshUpgrade(db)
  return result
}
