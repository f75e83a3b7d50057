// The worker of bulk operations. It claims an operation, and applies its next set of rows. The changes of a set and
// their results are stored in one transaction, so a worker that stops in between repeats nothing.
import type { Submitter } from '../admission/sets/group-commit.ts'
import { type Clock, later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { bulk, MINUTE, SECOND } from '../limits.ts'
import {
  type ClaimedOperation,
  claimBulkOperation,
  dropOldBulkOperations,
  recordBulkFailure,
  releaseBulkOperation,
} from '../store/bulk/operations.ts'
import { readOpenRows } from '../store/bulk/rows.ts'
import type { Database } from '../store/database.ts'
import { isPassing } from '../store/failures.ts'
import { cancelRows, moveRows } from './change-rows.ts'
import { resendRows } from './resend-rows.ts'

export interface BulkWorkOptions {
  db: Database
  clock: Clock
  admission: Submitter
  /** The id of this process. Counters contain it. */
  process: string
  /** How long a message is attempted after its time, in milliseconds. */
  maxAge: number
  /** Called when messages or events may be due. */
  onChanged: () => void
  onError: (error: unknown) => void
}

/** An operation fails after this number of consecutive unexpected errors. */
const MOST_FAILURES = 5

export function startBulkWork(options: BulkWorkOptions): { stop(): Promise<void> } {
  const { db, clock, onChanged, onError } = options

  const work = async (): Promise<'again' | undefined> => {
    const now = clock.now()
    const claimed = await claimBulkOperation(db, now, later(now, bulk.lease))
    if (!claimed) return undefined
    try {
      const applied = await applySet(options, claimed)
      // If all deliveries of the set are locked, the operation waits for a moment.
      await releaseBulkOperation(db, applied > 0 ? clock.now() : later(clock.now(), SECOND), claimed)
      onChanged()
    } catch (error) {
      if (isPassing(error)) throw error
      onError(error)
      const nextAt = claimed.failures + 1 < MOST_FAILURES ? later(clock.now(), 10 * SECOND) : null
      const problem = 'An unexpected error occurred. The log of the service contains it.'
      await recordBulkFailure(db, clock.now(), claimed, problem, nextAt)
    }
    return 'again'
  }

  const clean = async () => {
    const now = clock.now()
    await dropOldBulkOperations(db, { draftsBefore: later(now, -bulk.draft), endedBefore: later(now, -bulk.kept) })
    return undefined
  }
  const loops = [startLoop(clock, SECOND, work, onError), startLoop(clock, MINUTE, clean, onError)]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Returns how many rows were applied. */
async function applySet(options: BulkWorkOptions, claimed: ClaimedOperation): Promise<number> {
  const rows = await readOpenRows(options.db, claimed, { most: bulk.set, bytes: bulk.bytesOfASet })
  if (rows.length === 0) return 0
  if (claimed.action === 'resend') {
    await resendRows(options, claimed, rows)
    return rows.length
  }
  if (claimed.action === 'cancel') return cancelRows(options, claimed, rows)
  return moveRows(options, claimed, rows)
}
