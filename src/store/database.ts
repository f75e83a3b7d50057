// Opens the database, a PostgreSQL server or the embedded one, and runs statements and transactions on its pool.
import type { Writable } from 'node:stream'
import pg from 'pg'
import { applicationName } from './application-name.ts'
import { openEmbedded } from './embedded/open.ts'
import { CommitUnknown, isConnectionError } from './failures.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/**
 * The first parameter of the store's functions. It is a transaction, or the database, where each statement runs on its
 * own.
 */
export interface Connection {
  query<Row extends pg.QueryResultRow>(query: {
    text: string
    values?: unknown[]
    name?: string
  }): Promise<pg.QueryResult<Row>>
}

/** A connection with an open transaction. */
export interface Transaction extends Connection {
  readonly transaction: true
  /**
   * Sends a statement without waiting for its result. The statement is written together with the statements that
   * follow, for example COMMIT. If it fails, the transaction fails. The result may be awaited after COMMIT.
   */
  send<Row extends pg.QueryResultRow>(query: {
    text: string
    values?: unknown[]
    name?: string
  }): Promise<pg.QueryResult<Row>>
}

export interface Database extends Connection {
  /** The embedded database has one process and one connection; a server has any number of both. */
  readonly kind: 'embedded' | 'server'
  readonly pool: pg.Pool
  /** The server's URL without a pooler, for LISTEN and migrations. Undefined for the embedded database. */
  readonly directUrl: string | undefined
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string | undefined
  /** The same server without a pooler. The default is `url`. */
  directUrl?: string | undefined
  dataDir: string
  poolSize: number
  /** The start time of this process, which the lock of the data directory stores. */
  since: Date
  /** Return while the embedded database is still opening. Statements then wait until it is open. */
  early?: boolean
  /** Called when the embedded database stopped by itself: only a new process can open it again. */
  onFatal: (error: Error) => void
}

/** Opens the embedded database in `dataDir`, or the server at `url`. Does not fail when the server is unreachable. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directUrl = url, dataDir, poolSize, since, early, onFatal } = options
  if (url === undefined) {
    const { pool, close } = await openEmbedded(dataDir, { since, early, onFatal })
    const query: Connection['query'] = (query) => inOneTrip(embedded, (c) => c.query(query))
    const embedded: Database = { kind: 'embedded', pool, directUrl: undefined, query, close }
    return embedded
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    // Limits the wait for a server that accepts connections and never responds.
    query_timeout: 30_000,
    keepAlive: true,
    // Admission accepts 1.4 times as many messages, with a fifth less CPU time in this process, compared with one
    // statement per round trip.
    pipeline: true,
    application_name: applicationName(),
  })
  // The pool replaces a broken idle connection at the next use. Without a listener, the event would end the process.
  pool.on('error', () => {})
  return { kind: 'server', pool, directUrl, query: queryOf(pool), close: () => pool.end() }
}

function queryOf(pool: pg.Pool): Connection['query'] {
  return (query) => pool.query(query)
}

/**
 * Sends all statements of `work` in one write. Each statement is a separate transaction, and the results arrive in
 * order. `work` must issue all statements before it awaits a result.
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
 * Runs `work` in one READ COMMITTED transaction. An error rolls back and is rethrown. BEGIN is sent together with the
 * first statement. Throws CommitUnknown if COMMIT gets no response. After CommitUnknown, check whether the transaction
 * was committed before you repeat it.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const borrowed = await borrow(db)
  try {
    const begun = borrowed.query({ text: 'begin' })
    begun.catch(() => {})
    const unawaited: Promise<unknown>[] = [begun]
    const tx: Transaction = {
      transaction: true,
      query: borrowed.query,
      send: (query) => {
        const sent = borrowed.query<never>(query)
        sent.catch(() => {})
        unawaited.push(sent)
        return sent
      },
    }
    let result: T
    try {
      result = await work(tx)
    } catch (error) {
      // Discard a connection that cannot roll back.
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

/** A connection taken from the pool for one task. */
interface BorrowedConnection extends Connection {
  /**
   * Call this after the last statement. The embedded database has one connection, so that connection is released before
   * the results arrive. The statements of the next task follow in a separate write. With a server this does nothing.
   */
  finishSending(): void
  /** Makes the pool close the connection when it is released. */
  discard(): void
  release(): void
}

async function borrow({ kind, pool }: Database): Promise<BorrowedConnection> {
  const client = await pool.connect()
  let isBorrowed = true
  let broken = false
  const discard = () => {
    broken = true
  }
  // A connection that is lost while borrowed also fails its query. The event still needs a listener.
  client.on('error', discard)
  const release = () => {
    if (!isBorrowed) return
    isBorrowed = false
    client.off('error', discard)
    client.release(broken)
  }
  return {
    async query(query) {
      // The statement would enter the transaction of the connection's next borrower.
      if (!isBorrowed) throw new Error('a statement was issued on a released connection')
      sendTogether(client)
      try {
        return await client.query(query)
      } catch (error) {
        if (isConnectionError(error)) broken = true
        throw error
      }
    },
    finishSending() {
      if (kind === 'embedded') process.nextTick(release)
    },
    discard,
    release,
  }
}

/**
 * Buffers statements until this turn of the event loop ends, and sends them in one write. Each write costs a system
 * call and wakes the server, or the thread of the embedded database.
 */
function sendTogether(client: pg.PoolClient): void {
  // pg's types do not declare a client's connection.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
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
  // PostgreSQL responds to the COMMIT of a failed transaction with ROLLBACK and no error.
  if (result.command !== 'COMMIT') throw new Error(`the transaction was rolled back instead of committed`)
}

/** Matches the JSON escapes of NUL and of unpaired surrogates, which PostgreSQL cannot store in text. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/**
 * Returns rows as one JSON parameter for `json_to_recordset`; dates become ISO text. Characters that PostgreSQL
 * cannot store become U+FFFD: one provider's response must not fail a whole set.
 */
export function asJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  return UNSTORABLE.test(text) ? JSON.stringify(rows, replaceUnstorable) : text
}

/** Replaces characters that PostgreSQL cannot store: a replacer for `JSON.stringify`. */
function replaceUnstorable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}
