// Opens the database, which is a PostgreSQL server or the embedded database. Runs statements and transactions on its
// connection pool.
import pg from 'pg'
import { applicationName } from './application-name.ts'
import { borrow, type Connection, type ConnectionPool } from './borrowed.ts'
import { openEmbedded } from './embedded/open.ts'
import { CommitUnknown, isConnectionError } from './failures.ts'
import { createServerConnections } from './server-connections.ts'

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
  /** Called if the embedded database stops because of an error. Only a new process can open the database again. */
  onFatal: (error: Error) => void
}

/**
 * Opens the embedded database in `dataDir`, or connects to the server at `url`. Also succeeds if the server is not
 * reachable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl = url, dataDir, poolSize, since, early, onFatal } = options
  if (url === undefined) {
    const { pool, close } = await openEmbedded(dataDir, { since, early, onFatal })
    const query: Connection['query'] = (query) => inOneTrip(embedded, (c) => c.query(query))
    const embedded: Database = { kind: 'embedded', pool, server: undefined, directUrl: undefined, query, close }
    return embedded
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    // The maximum wait for a server that accepts a connection and then does not respond.
    query_timeout: 30_000,
    keepAlive: true,
    // Without this setting, Linux checks an idle connection only after two hours.
    keepAliveInitialDelayMillis: 10_000,
    // Send several statements in one write. Admission then accepts 1.4 times as many messages, with a fifth less
    // processor time in this process, compared with one statement per round trip.
    pipeline: true,
    application_name: applicationName(),
  })
  // The pool replaces a broken idle connection when it is used next. Without this listener, the event would end the
  // process.
  pool.on('error', () => {})
  const server = createServerConnections(pool, url)
  const query: Connection['query'] = (query) => inOneTrip(database, (c) => c.query(query))
  const database: Database = { kind: 'server', pool, server, directUrl, query, close: server.close }
  return database
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
 * If a process stops in the middle of a transaction or loses its network, PostgreSQL ends the transaction after this
 * time, so that the locks of the transaction are released. The setting is local to the transaction and part of the same
 * message, because PgBouncer refuses it as a setting of the connection.
 */
const BEGIN = `begin; set local idle_in_transaction_session_timeout = '10s'`

/**
 * Runs `work` in one READ COMMITTED transaction. BEGIN is sent together with the first statement. If `work` throws an
 * error, the transaction is rolled back and the error is thrown again. Throws `CommitUnknown` if COMMIT gets no
 * response. In this case, find out whether the transaction was committed before you repeat it.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const borrowed = await borrow(db)
  try {
    const begun = borrowed.query({ text: db.kind === 'server' ? BEGIN : 'begin' })
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
    const committed = commit(borrowed, unawaited)
    borrowed.finishSending()
    await committed
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
