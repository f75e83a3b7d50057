// Finishes an upgrade. After a finished upgrade no process of an older version runs, so the service may store data in
// formats that older versions cannot read.
import { versionAtLeast } from '../lib/versions.ts'
import { type Database, transaction } from '../store/database.ts'
import { readUpgrade, setFinishedVersion, type UpgradeState } from '../store/installation/installation.ts'

/**
 * For each database, the state of the upgrade when it was last read. A process has one database, but tests have many.
 */
const known = new WeakMap<Database, UpgradeState>()

/**
 * Returns whether the operator finished the upgrade to this version or a newer one. The state is read at the first
 * call, and every 30 seconds by presence.ts, so no restart is needed. Once the result is true, it never becomes false
 * again.
 */
export async function isFinished(db: Database, version: string): Promise<boolean> {
  const { finishedVersion } = known.get(db) ?? (await refreshUpgrade(db))
  return versionAtLeast(finishedVersion, version)
}

/** Reads the state of the upgrade from the database. `isFinished` uses the state that was read last. */
export async function refreshUpgrade(db: Database): Promise<UpgradeState> {
  const state = await readUpgrade(db)
  known.set(db, state)
  return state
}

/**
 * Finishes the upgrade to `version`. Waits for transactions that still write data in the form of the previous
 * version. Returns `already` if the upgrade was finished before. Returns `nothing` before the first start of an
 * installation: a first start needs no upgrade.
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
