// Logs problems of background loops. If the database is unavailable, logs this at intervals and without a stack. Logs
// any other error with its stack.
import type { Logger } from '../lib/log.ts'
import { messageOf } from '../lib/thrown.ts'
import { SECOND } from '../limits.ts'
import { meters } from '../meters.ts'
import { isUnavailable } from './failures.ts'

const REPEAT_AFTER = 30 * SECOND

/**
 * Returns a function that logs an error. If the database is unreachable or full, all loops get the same error. It is
 * logged without a stack, and at most every 30 seconds. Any other error is a bug and is logged with its stack.
 */
export function createProblemLog(log: Logger): (error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (error) => {
    if (!isUnavailable(error)) {
      meters.errors.inc()
      return log.error({ err: error }, 'unexpected error; the process continues')
    }
    meters.databaseAway.inc()
    const reason = messageOf(error)
    if (performance.now() - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER) return
    if (loggedAt.size > 100) loggedAt.clear()
    loggedAt.set(reason, performance.now())
    log.warn({ reason }, 'the database is unreachable or out of space; retrying')
  }
}
