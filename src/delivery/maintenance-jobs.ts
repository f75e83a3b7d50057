// Maintenance jobs: promote due deliveries, end lost leases, exclude paused lanes from claims, delete old rows.
import { type Clock, later } from '../lib/clock.ts'
import { type Loop, startLoop } from '../lib/scheduling/loop.ts'
import { HOUR, MINUTE, SECOND, windows } from '../limits.ts'
import { dropCommitMarks } from '../store/admission/commit-marks.ts'
import { dropExpiredKeys } from '../store/admission/idempotency.ts'
import { dropExpiredLimits } from '../store/admission/message-limits.ts'
import type { Database } from '../store/database.ts'
import { dropEndedPauses, excludePausedLanes, promoteDue, restoreResumedLanes } from '../store/delivery/queue.ts'
import { dropUnmatched } from '../store/delivery/receipts.ts'
import { createEmbeddedMaintenance } from '../store/embedded/maintenance.ts'
import { dropOldInbound } from '../store/inbound/inbound.ts'
import { dropOldParts } from '../store/inbound/message-parts.ts'
import { dropOldActivity, reportWorker } from '../store/installation/activity.ts'
import { dropSilentProcesses } from '../store/installation/processes.ts'
import { dropOldMinutes } from '../store/workspaces/workspace-activity.ts'
import { endLostLeases } from './lost-leases.ts'

export interface DeliveryMaintenanceOptions {
  db: Database
  clock: Clock
  /** The name of this process in reports. */
  process: string
  /** Called when deliveries can be claimed. */
  onReady: () => void
  onError: (error: unknown) => void
}

const BATCH = 5000

/** Starts all maintenance jobs of deliveries. `stop` stops them. */
export function startDeliveryMaintenance({ db, clock, process, onReady, onError }: DeliveryMaintenanceOptions): {
  stop(): Promise<void>
} {
  const startedAt = clock.now()
  const again = (moved: number, batch: number) => (moved >= batch ? ('again' as const) : undefined)
  const readied = (moved: number) => {
    if (moved > 0) onReady()
    return again(moved, BATCH)
  }
  const embedded = createEmbeddedMaintenance()
  const loops: Loop[] = [
    startLoop(clock, 250, async () => readied(await promoteDue(db, clock.now(), BATCH)), onError),
    startLoop(clock, SECOND, async () => readied(await endLostLeases(db, clock.now(), process)), onError),
    startLoop(clock, SECOND, async () => readied(await restoreResumedLanes(db, clock.now(), BATCH)), onError),
    startLoop(
      clock,
      5 * SECOND,
      async () => again(await excludePausedLanes(db, later(clock.now(), MINUTE), BATCH), BATCH),
      onError,
    ),
    startLoop(clock, 5 * SECOND, async () => void (await reportWorker(db, process, startedAt, clock.now())), onError),
    startLoop(clock, HOUR, async () => void (await dropCommitMarks(db)), onError),
    startLoop(
      clock,
      MINUTE,
      async () => again(await dropExpiredKeys(db, later(clock.now(), -windows.idempotency), BATCH), BATCH),
      onError,
    ),
    startLoop(clock, MINUTE, async () => again(await dropExpiredLimits(db, clock.now(), BATCH), BATCH), onError),
    startLoop(
      clock,
      MINUTE,
      async () => again(await dropOldInbound(db, later(clock.now(), -windows.inbound), BATCH), BATCH),
      onError,
    ),
    startLoop(
      clock,
      MINUTE,
      async () => {
        await dropUnmatched(db, later(clock.now(), -windows.earlyReceipts))
        await dropOldParts(db, later(clock.now(), -windows.messageParts))
      },
      onError,
    ),
    startLoop(
      clock,
      MINUTE,
      async () => {
        const now = clock.now()
        await Promise.all([
          dropOldActivity(db, now),
          dropOldMinutes(db, now),
          dropEndedPauses(db, now),
          dropSilentProcesses(db, later(now, -HOUR)),
        ])
        return undefined
      },
      onError,
    ),
  ]
  if (db.kind === 'embedded')
    loops.push(startLoop(clock, 2 * SECOND, async () => void (await embedded.run(db, clock.now())), onError))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
