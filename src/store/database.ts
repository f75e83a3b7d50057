// Opens the database, which is a PostgreSQL server or the embedded database. Runs statements and transactions on its
// connection pool.
import pg from 'pg'
import { borrow, type Connection, type ConnectionPool } from './borrowed.ts'
import { createConnectionQueue } from './embedded/connection-queue.ts'
import { openEmbedded } from './embedded/open.ts'
import { CommitUnknown, isConnectionError } from './failures.ts'
import { createServerConnections } from './server-connections.ts'
import { type ServerLimits, serverLimits } from './server-limits.ts'

export type { Connection } from './borrowed.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** A connection on which a transaction is open. */
export interface Transaction extends Connection {
  readonly transaction: true
  /**
   * Sends a statement and does not wait for its result. The statement is sent together with the next statements, for
   * example COMMIT. If the statement fails, the transaction fails.
   */
  send(query: { text: string; values?: unknown[]; name?: string }): void
  /** Sends a statement as `send` does. Resolves with its result, which may be awaited after COMMIT. */
  sendForResult<Row extends pg.QueryResultRow>(query: {
    text: string
    values?: unknown[]
    name?: string
  }): Promise<pg.QueryResult<Row>>
}

export interface Database extends Connection, ConnectionPool {
  /**
   * The URL of the server without a connection pooler. It is used for LISTEN and migrations. Undefined for the embedded
   * database.
   */
  readonly directUrl: string | undefined
  /** The statement that begins a transaction. */
  readonly begin: string
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string | undefined
  /** The URL of the same server without a connection pooler. The default is `url`. */
  directUrl?: string | undefined
  dataDir: string
  poolSize: number
  /** The start time of this process. The lock of the data directory contains it. */
  since: Date
  /**
   * If true, the function returns while the embedded database is still opening. Statements then wait until it is open.
   */
  early?: boolean
  /** Time limits that differ from those of the service. */
  limits?: Partial<ServerLimits>
  /** Called if the embedded database stops because of an error. Only a new process can open the database again. */
  onFatal: (error: Error) => void
}

/**
 * Opens the embedded database in `dataDir`, or connects to the server at `url`. Also succeeds if the server is not
 * reachable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl = url, dataDir, poolSize, since, early, onFatal } = options
  if (url === undefined || directUrl === undefined) {
    const { pool, close } = await openEmbedded(dataDir, { since, early, onFatal })
    return embeddedOn(pool, close)
  }
  const limits = { ...serverLimits, ...options.limits }
  const server = createServerConnections({ url, directUrl, poolSize, limits })
  const { pool, close } = server
  const begin = beginWithin(limits.idleTransaction)
  return withQuery({ kind: 'server', pool, server, place: undefined, directUrl, begin, close })
}

/** Returns the embedded database on a pool with one connection. */
export function embeddedOn(pool: pg.Pool, close: () => Promise<void>): Database {
  const place = { queue: createConnectionQueue(), line: 'requests' as const }
  return withQuery({ kind: 'embedded', pool, server: undefined, place, directUrl: undefined, begin: 'begin', close })
}

/** Returns the database for background work, which waits in its own line for the embedded database. */
export function forBackgroundWork(db: Database): Database {
  return withQuery({ ...db, place: db.place && { ...db.place, line: 'work' } })
}

function withQuery(parts: Omit<Database, 'query'>): Database {
  const database: Database = { ...parts, query: (query) => inOneTrip(database, (c) => c.query(query)) }
  return database
}

/**
 * Returns a BEGIN with a time limit for an idle transaction. The setting is local to the transaction and part of the
 * same message, because PgBouncer refuses it as a setting of the connection.
 */
function beginWithin(milliseconds: number): string {
  return `begin; set local idle_in_transaction_session_timeout = ${milliseconds}`
}

/**
 * Sends all statements of `work` in one write. Each statement is a separate transaction, and the results arrive in the
 * order of the statements. `work` must send all statements before it awaits a result.
 */
export async function inOneTrip<T>(db: Database, work: (c: Connection) => Promise<T>): Promise<T> {
  const borrowed = await borrow(db)
  try {
    const answers = work(borrowed)
    borrowed.finishSending()
    return await answers
  } finally {
    borrowed.release()
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction. BEGIN is sent together with the first statement. If `work` throws an
 * error, the transaction is rolled back and the error is thrown again. Throws `CommitUnknown` if COMMIT gets no
 * response. In this case, find out whether the transaction was committed before you repeat it.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, work, commit)
}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its result. Rejects if any statement failed,
 * even if `work` did not await the result of this statement.
 */
export async function rolledBack<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, work, async (c, unawaited) => {
    const answer = c.query({ text: 'rollback' })
    answer.catch(() => {})
    await Promise.all(unawaited)
    await answer
  })
}

/** Ends a transaction. `unawaited` contains the results of the statements whose results `work` may not have awaited. */
type End = (c: Connection, unawaited: Promise<unknown>[]) => Promise<void>

async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>, end: End): Promise<T> {
  const borrowed = await borrow(db)
  try {
    const begun = borrowed.query({ text: db.begin })
    begun.catch(() => {})
    const unawaited: Promise<unknown>[] = [begun]
    const sendForResult: Transaction['sendForResult'] = (query) => {
      const sent = borrowed.query<never>(query)
      sent.catch(() => {})
      unawaited.push(sent)
      return sent
    }
    const tx: Transaction = {
      transaction: true,
      query: borrowed.query,
      send: (query) => void sendForResult(query),
      sendForResult,
    }
    let result: T
    try {
      result = await work(tx)
    } catch (error) {
      // If the connection cannot roll back, discard it.
      await borrowed.query({ text: 'rollback' }).catch(borrowed.discard)
      throw error
    }
    const ended = end(borrowed, unawaited)
    borrowed.finishSending()
    await ended
    return result
  } finally {
    borrowed.release()
  }
}

async function commit(c: Connection, unawaited: Promise<unknown>[]): Promise<void> {
  const answer = c.query({ text: 'commit' })
  answer.catch(() => {})
  let result: pg.QueryResult
  try {
    await Promise.all(unawaited)
    result = await answer
  } catch (error) {
    if (isConnectionError(error)) throw new CommitUnknown('the answer to COMMIT was lost', { cause: error })
    await answer
    throw error
  }
  // If the transaction has failed, PostgreSQL responds to COMMIT with ROLLBACK and without an error.
  if (result.command !== 'COMMIT') throw new Error(`the transaction was rolled back instead of committed`)
}

/** Matches the JSON escapes of NUL and of unpaired surrogates. PostgreSQL cannot store these characters in a text. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/**
 * Returns rows as one JSON parameter for `json_to_recordset`. Dates are converted to ISO text. Characters that
 * PostgreSQL cannot store are replaced by U+FFFD. Otherwise, the response of one provider could make the statement fail
 * for all rows.
 */
export function asJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  return UNSTORABLE.test(text) ? JSON.stringify(rows, replaceUnstorable) : text
}

/** A replacer for `JSON.stringify` that replaces characters that PostgreSQL cannot store. */
function replaceUnstorable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}
