// What the loops in the background report: a database that is away in a line now and then, anything else with its stack.
import type { Logger } from '../lib/log.ts'
import { messageOf } from '../lib/thrown.ts'
import { SECOND } from '../limits.ts'
import { meters } from '../meters.ts'
import { isUnavailable } from './failures.ts'

const SAY_AGAIN_AFTER = 30 * SECOND

/**
 * A database that is away or full is said without a stack and, since every loop notices, the same reason at most every half
 * minute; anything else is a bug and shows where.
 */
export function createProblemLog(log: Logger): (error: unknown) => void {
  const saidAt = new Map<string, number>()
  return (error) => {
    if (!isUnavailable(error)) {
      meters.errors.inc()
      return log.error({ err: error }, 'unexpected error; the work goes on')
    }
    meters.databaseAway.inc()
    const reason = messageOf(error)
    if (performance.now() - (saidAt.get(reason) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_AFTER) return
    if (saidAt.size > 100) saidAt.clear()
    saidAt.set(reason, performance.now())
    log.warn({ reason }, 'the database is not reachable, or has no room; waiting for it')
  }
}
