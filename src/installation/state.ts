// The state of an installation as operators see it: which upgrade is finished, and which processes run.
import { later } from '../lib/clock.ts'
import { packageVersion } from '../lib/package-root.ts'
import type { Seal } from '../lib/seal.ts'
import type { Database } from '../store/database.ts'
import { listProcesses } from '../store/installation/processes.ts'
import { refreshUpgrade } from './finish.ts'
import { GONE_AFTER, olderProcesses } from './older-processes.ts'
import { UNOPENED_REMEDY } from './resealing.ts'
import { listUnopened } from './sealed-walk.ts'

/** Maximum number of ids that are listed for each column. */
const MOST_NAMED = 10

export async function installationState(db: Database, seal: Seal, now: Date) {
  const version = packageVersion()
  const { finishedVersion, resealedAt } = await refreshUpgrade(db)
  const processes = await listProcesses(db, later(now, -GONE_AFTER))
  return {
    version,
    finished_version: finishedVersion ?? null,
    secrets_bound_at: resealedAt?.toISOString() ?? null,
    unopened_secrets: resealedAt ? null : await unopenedSecrets(db, seal, now),
    processes: processes.map(({ started_at, seen_at, ...process }) => ({
      ...process,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
    older: await olderProcesses(db, now, version),
  }
}

/** Returns the stored secrets that the upgrade waits for, by column, or null if there are none. */
async function unopenedSecrets(db: Database, seal: Seal, now: Date) {
  const unopened = await listUnopened(db, seal, now)
  if (unopened.length === 0) return null
  const columns = [...new Set(unopened.map(({ column }) => column))]
  return {
    columns: columns.map((column) => {
      const ids = unopened.filter((value) => value.column === column).map(({ id }) => id)
      return { table: column.table, column: column.column, count: ids.length, ids: ids.slice(0, MOST_NAMED) }
    }),
    remedy: UNOPENED_REMEDY,
  }
}
