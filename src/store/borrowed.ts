// Connections that are taken from the pool for one task.
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { isConnectionError } from './failures.ts'
import type { ServerHosts } from './server-hosts.ts'

/**
 * The first parameter of the functions in src/store. It is a transaction or the database. On the database, each
 * statement is a separate transaction.
 */
export interface Connection {
  query<Row extends pg.QueryResultRow>(query: {
    text: string
    values?: unknown[]
    name?: string
  }): Promise<pg.QueryResult<Row>>
}

export interface ConnectionPool {
  /** The embedded database supports only one process and one connection. A server supports several of both. */
  readonly kind: 'embedded' | 'server'
  readonly pool: pg.Pool
  /** Finds the host that accepts writes. Undefined if there is only one host. */
  readonly hosts: ServerHosts | undefined
}

/** A connection that was taken from the pool for one task. */
export interface BorrowedConnection extends Connection {
  /**
   * Call this after the last statement. It releases the only connection of the embedded database before the results
   * arrive, so that the next task can send its statements meanwhile. On a server, this call has no effect.
   */
  finishSending(): void
  /** Makes the pool close the connection instead of using it again. */
  discard(): void
  release(): void
}

export async function borrow(from: ConnectionPool): Promise<BorrowedConnection> {
  const client = await connect(from)
  let isBorrowed = true
  let broken = false
  const discard = () => {
    broken = true
  }
  // If the connection is lost, the client emits `error`, and its current query fails too. Without a listener, this
  // event would end the process.
  client.on('error', discard)
  const release = () => {
    if (!isBorrowed) return
    isBorrowed = false
    client.off('error', discard)
    client.release(broken)
  }
  return {
    async query(query) {
      // Without this check, the statement would run in the transaction of the next task that uses the connection.
      if (!isBorrowed) throw new Error('a statement was issued on a released connection')
      sendTogether(client)
      try {
        return await client.query(query)
      } catch (error) {
        if (isConnectionError(error)) {
          broken = true
          from.hosts?.forget()
        }
        throw error
      }
    },
    finishSending() {
      if (from.kind === 'embedded') process.nextTick(release)
    },
    discard,
    release,
  }
}

/**
 * Collects the statements of this turn of the event loop and sends them in one write. Each write costs a system call,
 * and wakes the server or the thread of the embedded database.
 */
function sendTogether(client: pg.PoolClient): void {
  // The types of pg do not declare the connection of a client.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Returns a connection of the pool. If the known host refuses a new connection, searches once for the host that accepts
 * writes. A full pool is no reason to search.
 */
async function connect({ pool, hosts }: ConnectionPool): Promise<pg.PoolClient> {
  if (!hosts) return pool.connect()
  const wasKnown = hosts.isKnown()
  try {
    return await connectTo(pool, await hosts.current())
  } catch (error) {
    if (!wasKnown || pool.totalCount >= pool.options.max || !isConnectionError(error)) throw error
    hosts.forget()
    return connectTo(pool, await hosts.current())
  }
}

/** Returns an idle connection of the pool, or a new connection to the URL. */
function connectTo(pool: pg.Pool, connectionString: string): Promise<pg.PoolClient> {
  pool.options.connectionString = connectionString
  return pool.connect()
}
