// Reports regularly that this process runs, with its version. After each report, it reads whether the upgrade was
// finished.
import type { Clock } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { removeProcess, reportProcess } from '../store/installation/processes.ts'
import { refreshUpgrade } from './finish.ts'

export interface PresenceOptions {
  db: Database
  clock: Clock
  seal: Seal
  process: { id: string; role: string; version: string; host: string }
  onError: (error: unknown) => void
}

const EVERY = 30 * SECOND

/**
 * Reports at once, then every 30 seconds. `stop` deletes the report. If the database is unreachable at that time, a
 * maintenance job deletes the report later.
 */
export async function startPresence(options: PresenceOptions): Promise<{ stop(): Promise<void> }> {
  const { db, clock, process, onError } = options
  const startedAt = clock.now()
  await noticeUpgrade(options)
  const report = async () => {
    await reportProcess(db, { ...process, started_at: startedAt, seen_at: clock.now() })
    await noticeUpgrade(options)
    return undefined
  }
  const loop = startLoop(clock, EVERY, report, onError)
  return {
    async stop() {
      await loop.stop()
      await removeProcess(db, process.id).catch(onError)
    },
  }
}

async function noticeUpgrade({ db, seal }: PresenceOptions): Promise<void> {
  const { resealedAt } = await refreshUpgrade(db)
  if (resealedAt) seal.requireBound()
}
