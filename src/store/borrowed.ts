// Connections that are taken from the pool for one task.
import type pg from 'pg'
import type { ConnectionQueue, Line } from './embedded/connection-queue.ts'
import { isConnectionError } from './failures.ts'
import type { ServerConnections } from './server-connections.ts'
import { isPrepared, socketOf } from './wire.ts'

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
  /** The connections of the pool. Undefined for the embedded database. */
  readonly server: ServerConnections | undefined
  /** The queue for the connection of the embedded database, and the line of these tasks. Undefined for a server. */
  readonly place: { queue: ConnectionQueue; line: Line } | undefined
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
  const { place } = from
  await place?.queue.enter(place.line)
  const client = await (from.server ?? from.pool).connect().catch((error) => {
    place?.queue.leave()
    throw error
  })
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
    if (from.server) from.server.release(client, broken)
    else client.release(broken)
    place?.queue.leave()
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
          from.server?.onError(client, error)
        } else if (from.kind === 'server' && query.name !== undefined && !isPrepared(client, query.name)) {
          // The driver would prepare the statement again under the same name. PostgreSQL permits this. PgBouncer closes
          // the connection, because it keeps the name of a statement even if PostgreSQL refused the statement.
          broken = true
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
  const socket = socketOf(client)
  if (socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}
