// The health of the installation: length of the queue, reports of workers, outcomes of the last hour (decision 20).
import type { Clock } from '../lib/clock.ts'
import { SECOND } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { isUnavailable } from '../store/failures.ts'
import { lastReport, readLastHour, readQueue } from '../store/installation/activity.ts'

export interface Health {
  status: 'healthy' | 'degraded'
  worker: 'active' | 'stale'
  worker_last_activity: string | null
  queue_depth: number
  last_hour: { sent: number; delivered: number; failed: number }
  timestamp: string
}

const STALE_AFTER = 60 * SECOND

/**
 * Returns a function that computes the health at most once a second. If counting is slow, it counts less often, so that
 * it spends at most a twentieth of the time on counting. With more than `threshold` due messages the status is
 * degraded.
 */
export function createHealth(db: Connection, clock: Clock, threshold: number): () => Promise<Health> {
  let last: Promise<Health> | undefined
  let known: Health | undefined
  let goodUntil = 0
  const read = async () => {
    try {
      known = await readHealth(db, clock.now(), threshold)
      return known
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return unreachable(known, clock.now())
    }
  }
  return () => {
    if (last && performance.now() < goodUntil) return last
    const started = performance.now()
    goodUntil = started + SECOND
    last = read()
    last.then(
      () => {
        goodUntil = Math.max(goodUntil, performance.now() + 20 * (performance.now() - started))
      },
      () => {
        last = undefined
      },
    )
    return last
  }
}

/** The health while the database is unreachable. It is degraded, with the last known figures. */
function unreachable(known: Health | undefined, now: Date): Health {
  const none = { worker_last_activity: null, queue_depth: 0, last_hour: { sent: 0, delivered: 0, failed: 0 } }
  return { ...none, ...known, status: 'degraded', worker: 'stale', timestamp: now.toISOString() }
}

async function readHealth(db: Connection, now: Date, threshold: number): Promise<Health> {
  const queue = await readQueue(db, now)
  const report = await lastReport(db)
  const hasOverdue = queue.oldest !== null && now.getTime() - queue.oldest.getTime() > STALE_AFTER
  const silent = report === null || now.getTime() - report.getTime() > STALE_AFTER
  return {
    status: queue.due > threshold ? 'degraded' : 'healthy',
    worker: hasOverdue && silent ? 'stale' : 'active',
    worker_last_activity: report?.toISOString() ?? null,
    queue_depth: queue.due,
    last_hour: await readLastHour(db, now),
    timestamp: now.toISOString(),
  }
}
