// The maintenance job of retention. Each hour, it deletes finished rows that are older than the retention time, page by
// page.
import { type Clock, later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { HOUR } from '../limits.ts'
import { meters } from '../meters.ts'
import type { Database } from '../store/database.ts'
import { dropOldSegments } from '../store/figures/segments.ts'
import {
  dropOldDeliveries,
  dropOldMarks,
  dropOldReplies,
  type RetentionBatch,
} from '../store/installation/retention.ts'

export interface RetentionOptions {
  db: Database
  clock: Clock
  /** Number of milliseconds for which finished messages are stored. Undefined means forever. */
  retention: number | undefined
  onError: (error: unknown) => void
}

/**
 * Rows per page. A page is small, so that other work does not wait long: a few milliseconds on PostgreSQL, about ten
 * milliseconds in the embedded database.
 */
const PAGE = 500

/** Starts the maintenance job. `stop` stops it. */
export function startRetention({ db, clock, retention, onError }: RetentionOptions): { stop(): Promise<void> } {
  if (retention === undefined) return { stop: async () => {} }
  const walkOf = (table: string, drop: typeof dropOldDeliveries) => {
    let after = 0
    return startLoop(
      clock,
      HOUR,
      async () => {
        const page: RetentionBatch = await drop(db, later(clock.now(), -retention), after, PAGE)
        meters.removed.inc({ table }, page.removed)
        after = page.last ? 0 : page.next
        return page.last ? undefined : 'again'
      },
      onError,
    )
  }
  const walks = [
    walkOf('deliveries', dropOldDeliveries),
    walkOf('messages', dropOldReplies),
    walkOf('dropped_marks', dropOldMarks),
    walkOf('figure_segments', dropOldSegments),
  ]
  return {
    async stop() {
      await Promise.all(walks.map((walk) => walk.stop()))
    },
  }
}
