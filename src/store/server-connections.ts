// The connections of a pool to a database server. They are opened to the host that accepts writes, and closed when
// another host accepts writes or when the server has stopped answering.
import type pg from 'pg'
import { errorCode, isConnectionError } from './failures.ts'
import { createServerHosts, isAnswering } from './server-hosts.ts'
import { watchSilence } from './silent-connections.ts'
import { socketOf } from './wire.ts'

export interface ServerConnections {
  /** Returns an idle connection of the pool, or a new connection to the host that accepts writes. */
  connect(): Promise<pg.PoolClient>
  /** Returns the connection to the pool, which closes it if `broken`. */
  release(client: pg.PoolClient, broken: boolean): void
  /** Call this after an error that means that the server is unreachable, shuts down or accepts no writes. */
  onError(error: unknown): void
  close(): Promise<void>
}

/** The code of an error of a host that has become a standby. */
const READ_ONLY = '25006'

export function createServerConnections(pool: pg.Pool, url: string): ServerConnections {
  const hosts = createServerHosts(url)
  /** Raised when no connection that is open now may be used again. */
  let generation = 0
  const generations = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', (client) => generations.set(client, generation))

  const abandonAll = () => {
    generation++
    hosts.forget()
  }
  const isPoolAnswering = () => isAnswering(pool.options.connectionString ?? url)
  const silence = watchSilence(isPoolAnswering, abandonAll)

  const open = async (): Promise<pg.PoolClient> => {
    const current = await hosts.current()
    if (current !== pool.options.connectionString) {
      pool.options.connectionString = current
      generation++
    }
    for (;;) {
      const client = await pool.connect()
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }
  return {
    async connect() {
      const client = await openOrSearch(open, hosts, () => pool.totalCount >= pool.options.max)
      silence.add(socketOf(client))
      return client
    },
    release(client, broken) {
      silence.remove(socketOf(client))
      client.release(broken)
    },
    onError(error) {
      // The other connections lead to the same host, which would refuse writes on each of them.
      if (errorCode(error) === READ_ONLY) abandonAll()
      else hosts.forget()
    },
    close() {
      silence.stop()
      return pool.end()
    },
  }
}

/**
 * Opens a connection. If the known host refuses a new connection, searches once for the host that accepts writes. A full
 * pool is no reason to search.
 */
async function openOrSearch(
  open: () => Promise<pg.PoolClient>,
  hosts: ReturnType<typeof createServerHosts>,
  isPoolFull: () => boolean,
): Promise<pg.PoolClient> {
  const wasKnown = hosts.isKnown()
  try {
    return await open()
  } catch (error) {
    if (!wasKnown || isPoolFull() || !isConnectionError(error)) throw error
    hosts.forget()
    if (hosts.isKnown()) throw error
    return open()
  }
}
