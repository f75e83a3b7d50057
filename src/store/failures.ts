// Classifies errors of the database: it is unavailable, transactions conflicted, or the statement is wrong.
import { fieldsOf } from '../lib/json/json-fields.ts'

/** The error for a COMMIT whose response was lost. The transaction may have been committed. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** Returns the code of an error. It is a PostgreSQL code of five characters, or a Node code such as ECONNREFUSED. */
export function errorCode(error: unknown): string | undefined {
  const { code } = fieldsOf(error)
  return typeof code === 'string' ? code : undefined
}

const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|not queryable|embedded database/i

/**
 * The codes for too many connections, for a host that accepts no writes, and for a transaction that PostgreSQL ended
 * because the process sent no statement for too long.
 */
const SESSION_CODES = ['53300', '25006', '25P03']

/** Returns true if the database is unreachable or shutting down. The statement is then not the cause. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (/^(08|57P0[1-5])/.test(code) || SESSION_CODES.includes(code)) return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  return error instanceof Error && code === '' && CONNECTION_MESSAGES.test(error.message)
}

/** The codes for a full disk and for too little memory. */
const NO_ROOM = ['53100', '53200']

/**
 * Returns true if the database is unreachable, shutting down, or out of disk space or memory. The statement is then not
 * the cause.
 */
export function isUnavailable(error: unknown): boolean {
  return isConnectionError(error) || NO_ROOM.includes(errorCode(error) ?? '')
}

/**
 * Returns true if transactions conflicted. A retry may then succeed. Also returns true for 26000 (unknown prepared
 * statement): if clients share a session, an earlier error can prevent the preparation of a statement that a later
 * query uses.
 */
export function isContention(error: unknown): boolean {
  return ['40P01', '40001', '55P03', '26000'].includes(errorCode(error) ?? '')
}

/**
 * Returns true if a retry may succeed, because transactions conflicted, or because another transaction has just
 * inserted a row with the same unique value. In the second case, the retry finds that row.
 */
export function isRetryableConflict(error: unknown): boolean {
  return isContention(error) || errorCode(error) === '23505'
}

/**
 * Returns true if the error is temporary: the database is unavailable, the result of a COMMIT is unknown, or
 * transactions conflicted. The work can be retried later, if it is safe to repeat.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof CommitUnknown || isUnavailable(error) || isContention(error)
}

/**
 * Returns whether the statement of `countWithinLimits` or `addUsageWithinLimits` failed its transaction on purpose. It
 * does this if the shared counters have changed since they were read.
 */
export function haveCountersChanged(error: unknown): boolean {
  return errorCode(error) === '22P02' && error instanceof Error && error.message.includes('counters changed')
}
