// Classifies errors of the database: unavailable, contention between transactions, or a wrong statement.
import { fieldsOf } from '../lib/json/json-fields.ts'

/** The response to COMMIT was lost: the transaction may or may not be committed. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** Returns the error's code: PostgreSQL's five characters, or Node's (`ECONNREFUSED`). */
export function errorCode(error: unknown): string | undefined {
  const { code } = fieldsOf(error)
  return typeof code === 'string' ? code : undefined
}

const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|embedded database/i

/** Returns whether the database is unreachable or shutting down. The statement itself is correct. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (/^(08|57P0[1-5])/.test(code) || code === '53300' || code === '25006') return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  return error instanceof Error && code === '' && CONNECTION_MESSAGES.test(error.message)
}

/** Disk full, or out of memory. */
const NO_ROOM = ['53100', '53200']

/** Returns whether the database is unreachable, shutting down or out of space. The statement itself is correct. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionError(error) || NO_ROOM.includes(errorCode(error) ?? '')
}

/**
 * Returns whether transactions conflicted, so that a retry may succeed. Includes 26000: in a shared session, an earlier
 * statement failed before it was prepared, and a later statement relied on it.
 */
export function isContention(error: unknown): boolean {
  return ['40P01', '40001', '55P03', '26000'].includes(errorCode(error) ?? '')
}

/**
 * Returns whether a retry may succeed. This is contention, or another transaction has just inserted the same unique
 * row, which the retry then finds.
 */
export function isRetryableConflict(error: unknown): boolean {
  return isContention(error) || errorCode(error) === '23505'
}

/**
 * Returns whether the error is temporary: the database is unavailable, the result of a COMMIT is unknown, or
 * transactions conflicted. If the work is safe to repeat, it can be retried later.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof CommitUnknown || isUnavailable(error) || isContention(error)
}

/**
 * Returns whether a statement failed its transaction on purpose, because the shared counters had changed since they
 * were read: `countWithinLimits` or `addUsageWithinLimits`.
 */
export function haveCountersChanged(error: unknown): boolean {
  return errorCode(error) === '22P02' && error instanceof Error && error.message.includes('counters changed')
}
