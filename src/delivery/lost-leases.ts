// Ends leases that ran out because their worker died or is stuck, and returns their messages to the queue.
import { unknownOutcome } from '../channels/remedies.ts'
import { meters } from '../meters.ts'
import { type Database, transaction } from '../store/database.ts'
import { type LostRow, lockLost } from '../store/delivery/queue.ts'
import { type SettleRow, settleLeased } from '../store/delivery/settling.ts'
import { recordStatusChanges } from './consequences.ts'
import { planAfterLoss, planExpired, remedyColumns, WORKER_STOPPED } from './retry.ts'

const LOST_BATCH = 500

/** Ends lost leases and returns their number. The attempt of each message counts, and its outcome is ambiguous. */
export async function endLostLeases(
  db: Database,
  now: Date,
  process: string,
  jitter: () => number = Math.random,
): Promise<number> {
  return transaction(db, async (tx) => {
    const lost = await lockLost(tx, now, LOST_BATCH)
    if (lost.length === 0) return 0
    const changed = await settleLeased(
      tx,
      now,
      lost.map((row) => settleRowOfLost(row, now, jitter())),
    )
    await recordStatusChanges(
      tx,
      now,
      process,
      changed.map((row) => ({ row, before: 'sending' })),
    )
    meters.leasesLost.inc(lost.length)
    return lost.length
  })
}

function settleRowOfLost(row: LostRow, now: Date, jitter: number): SettleRow {
  const { attempts_made: attemptsMade, expires_at: expiresAt, duplicates } = row
  const state = { now, attemptsMade, expiresAt, jitter, duplicates }
  const plan = row.expires_at <= now ? planExpired(attemptsMade + 1, WORKER_STOPPED) : planAfterLoss(state)
  return {
    id: row.id,
    claim_version: row.claim_version,
    status: plan.status,
    ready: plan.ready,
    next_at: plan.nextAt?.toISOString() ?? null,
    attempts_made: plan.attemptsMade,
    external_id: null,
    error_code: plan.errorCode,
    error_message: plan.errorMessage,
    progress: row.progress,
    captured: null,
    started_at: row.lease_until.toISOString(),
    ended_at: now.toISOString(),
    outcome: 'ambiguous',
    reason: WORKER_STOPPED,
    ...remedyColumns(plan, unknownOutcome),
  }
}
