// The database: one pool and one kind of connection, whether PostgreSQL is a server or embedded in this process.
import type { Writable } from 'node:stream'
import pg from 'pg'
import { applicationName } from './application-name.ts'
import { openEmbedded } from './embedded/open.ts'
import { CommitUnknown, isConnectionError } from './failures.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** What every function of the store takes first: a pool (its own statement) or a transaction. */
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
  /** A statement whose answer nobody needs: it travels with what follows, COMMIT included, and fails the transaction if it fails. */
  send(query: { text: string; values?: unknown[]; name?: string }): void
}

export interface Database extends Connection {
  /** The embedded database serves one process through one connection; a server serves any number of both. */
  readonly kind: 'embedded' | 'server'
  readonly pool: pg.Pool
  /** Where sessions are the server's own, past any pooler: to LISTEN and to migrate. The embedded database has none. */
  readonly directUrl: string | undefined
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string | undefined
  /** The same server past a pooler; without it `url` is one. */
  directUrl?: string | undefined
  dataDir: string
  poolSize: number
  /** When this process started, for the directory's lock. */
  since: Date
  /** Answer while an embedded database is still opening: what is asked of it waits. */
  early?: boolean
  /** The embedded database or every connection of the pool is lost for good. */
  onFatal: (error: Error) => void
}

/** Opens the embedded database in `dataDir`, or the server at `url`. A server that is away is not an error yet. */
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
    // A server that accepts and never answers must not hold a request for ever.
    query_timeout: 30_000,
    keepAlive: true,
    // Accepts 1.4 times as many messages as one statement a round trip, with a fifth less processor time in this process.
    pipeline: true,
    application_name: applicationName(),
  })
  // An idle connection that breaks is replaced at the next use; without a listener the process would end.
  pool.on('error', () => {})
  return { kind: 'server', pool, directUrl, query: queryOf(pool), close: () => pool.end() }
}

function queryOf(pool: pg.Pool): Connection['query'] {
  return (query) => pool.query(query)
}

/**
 * Statements that leave together, each a transaction of its own, and are answered in their order: `work` asks all of them
 * before it waits for any.
 */
export async function inOneTrip<T>(db: Database, work: (c: Connection) => Promise<T>): Promise<T> {
  const lent = await borrow(db)
  try {
    const answers = work(lent)
    lent.handOn()
    return await answers
  } finally {
    lent.giveBack()
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction. An error rolls back and is thrown on. BEGIN travels with the first
 * statement. A COMMIT without an answer throws CommitUnknown: never retry that blindly.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const lent = await borrow(db)
  try {
    const begun = lent.query({ text: 'begin' })
    begun.catch(() => {})
    const unawaited: Promise<unknown>[] = [begun]
    const tx: Transaction = {
      transaction: true,
      query: lent.query,
      send: (query) => {
        const sent = lent.query(query)
        sent.catch(() => {})
        unawaited.push(sent)
      },
    }
    let result: T
    try {
      result = await work(tx)
    } catch (error) {
      // One that can't even be rolled back is of no more use.
      await lent.query({ text: 'rollback' }).catch(lent.discard)
      throw error
    }
    const committed = commit(lent, unawaited)
    lent.handOn()
    await committed
    return result
  } finally {
    lent.giveBack()
  }
}

/** A connection of the pool, for one piece of work. */
interface Lent extends Connection {
  /**
   * Nothing more will be asked. What comes next can follow right behind in the one session, in a write of its own, whose answer
   * this one's does not wait for; a server has other connections for it.
   */
  handOn(): void
  /** It is thrown away when it is given back, as one is that broke. */
  discard(): void
  giveBack(): void
}

async function borrow({ kind, pool }: Database): Promise<Lent> {
  const client = await pool.connect()
  let isBorrowed = true
  let broken = false
  const discard = () => {
    broken = true
  }
  // A connection lost while it is lent out also fails its query; the event itself needs a listener.
  client.on('error', discard)
  const giveBack = () => {
    if (!isBorrowed) return
    isBorrowed = false
    client.off('error', discard)
    client.release(broken)
  }
  return {
    async query(query) {
      // It would get into the work of whoever has the connection now.
      if (!isBorrowed) throw new Error('a connection was asked after it was given back')
      sendTogether(client)
      try {
        return await client.query(query)
      } catch (error) {
        if (isConnectionError(error)) broken = true
        throw error
      }
    },
    handOn() {
      if (kind === 'embedded') process.nextTick(giveBack)
    },
    discard,
    giveBack,
  }
}

/**
 * Holds statements back until this turn of the event loop is over, so that they leave in one write: each write is a
 * system call here and a wake-up of the server, or a message to the embedded database's thread.
 */
function sendTogether(client: pg.PoolClient): void {
  // pg does not declare the connection of a client.
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
  // A transaction that had failed answers COMMIT with ROLLBACK and no error.
  if (result.command !== 'COMMIT') throw new Error(`the transaction was rolled back instead of committed`)
}

/** How JSON spells NUL and half a surrogate pair, which PostgreSQL keeps in no text. */
const UNKEEPABLE = /\\u(?:0000|d[89a-f])/

/**
 * Sets travel as one JSON parameter that `json_to_recordset` turns into rows; dates go as ISO text. Characters that
 * PostgreSQL can't keep become U+FFFD: what one provider answers must not hold up everybody's set.
 */
export function asJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  return UNKEEPABLE.test(text) ? JSON.stringify(rows, keepable) : text
}

/** For `JSON.stringify`: texts as PostgreSQL can keep them. */
function keepable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}
