// Finishing an upgrade: from then on no process of an older version runs, so the new forms of stored data may be written.
import { versionAtLeast } from '../lib/versions.ts'
import { type Database, transaction } from '../store/database.ts'
import { readUpgrade, setFinishedVersion, type UpgradeState } from '../store/installation/installation.ts'

/** As last read, by database: a process has one, and tests have many. */
const known = new WeakMap<Database, UpgradeState>()

/**
 * Whether the operator finished the upgrade to this version or a newer one. Read once and then every 30 seconds (see
 * presence.ts), so a running process notices without a restart. Once true it stays true.
 */
export async function isFinished(db: Database, version: string): Promise<boolean> {
  const { finishedVersion } = known.get(db) ?? (await refreshUpgrade(db))
  return versionAtLeast(finishedVersion, version)
}

/** Reads the state of the upgrade from the database, for `isFinished` too. */
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
