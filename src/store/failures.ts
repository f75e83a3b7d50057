// What an error of the database means: it is away or full, somebody was in the way, or the statement is wrong.
import { fieldsOf } from '../lib/json/json-fields.ts'

/** The COMMIT was sent and its answer never came: the work may be kept or lost. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** PostgreSQL's five-character code of an error, or Node's (`ECONNREFUSED`). */
export function errorCode(error: unknown): string | undefined {
  const { code } = fieldsOf(error)
  return typeof code === 'string' ? code : undefined
}

const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|embedded database/i

/** The database can't be reached or is going away: nothing is wrong with the statement. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  if (/^(08|57P0[1-5])/.test(code) || code === '53300' || code === '25006') return true
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code)) return true
  return error instanceof Error && code === '' && CONNECTION_MESSAGES.test(error.message)
}

/** No room on the disk, or in memory. */
const NO_ROOM = ['53100', '53200']

/** The database can do nothing at the moment: it is away, or has no room. Nothing is wrong with the statement. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionError(error) || NO_ROOM.includes(errorCode(error) ?? '')
}

/**
 * Two transactions were in each other's way: the same work again may pass. (26000: in the one session, one that failed before it
 * could prepare a statement which the next one counted on.)
 */
export function isContention(error: unknown): boolean {
  return ['40P01', '40001', '55P03', '26000'].includes(errorCode(error) ?? '')
}

/** Contention, or another transaction just made a row that has to be unique: the same work again finds that row. */
export function isRetryableConflict(error: unknown): boolean {
  return isContention(error) || errorCode(error) === '23505'
}

/** The database is away, has no room, or somebody was in the way: work that may be repeated may pass later. */
export function isPassing(error: unknown): boolean {
  return error instanceof CommitUnknown || isUnavailable(error) || isContention(error)
}
