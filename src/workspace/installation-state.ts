// The state of an installation as operators see it: which upgrade is finished, and which processes run.
import { later } from '../lib/clock.ts'
import { packageVersion } from '../lib/package-root.ts'
import type { Database } from '../store/database.ts'
import { listProcesses } from '../store/processes.ts'
import { refreshUpgrade } from './finish.ts'
import { GONE_AFTER, olderProcesses } from './older-processes.ts'

export async function installationState(db: Database, now: Date) {
  const version = packageVersion()
  const { finishedVersion, resealedAt } = await refreshUpgrade(db)
  const processes = await listProcesses(db, later(now, -GONE_AFTER))
  return {
    version,
    finished_version: finishedVersion ?? null,
    secrets_bound_at: resealedAt?.toISOString() ?? null,
    processes: processes.map(({ started_at, seen_at, ...process }) => ({
      ...process,
      started_at: started_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
    older: await olderProcesses(db, now, version),
  }
}
