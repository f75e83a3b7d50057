// The connections of a pool to a database server. They are opened to the host that accepts writes, and closed when
// another host accepts writes or when the server has stopped answering.
import pg from 'pg'
import { applicationName } from './application-name.ts'
import { errorCode, isConnectionError } from './failures.ts'
import { ServerClient } from './server-client.ts'
import { createServerHosts, isAnswering, type ServerHosts } from './server-hosts.ts'
import type { ServerLimits } from './server-limits.ts'
import { watchSilence } from './silent-connections.ts'
import { socketOf } from './wire.ts'

export interface ServerConnections {
  pool: pg.Pool
  /** Returns an idle connection of the pool, or a new connection to the host that accepts writes. */
  connect(): Promise<pg.PoolClient>
  /** Returns the connection to the pool, which closes it if `broken`. */
  release(client: pg.PoolClient, broken: boolean): void
  /** Call this after an error that means that the server is unreachable, shuts down or accepts no writes. */
  onError(client: pg.PoolClient, error: unknown): void
  close(): Promise<void>
}

export interface ServerOptions {
  url: string
  /** The URL of the same server without a connection pooler. */
  directUrl: string
  poolSize: number
  limits: ServerLimits
}

/** The code of an error of a host that has become a standby. */
const READ_ONLY = '25006'

export function createServerConnections({ url, directUrl, poolSize, limits }: ServerOptions): ServerConnections {
  const hosts = createServerHosts(url)
  /** A connection is used only if it has this number. The number increases when no earlier connection may be used. */
  let generation = 0
  const generations = new WeakMap<pg.Client, number>()
  const recordGeneration = (client: pg.Client) => generations.set(client, generation)
  const pool = createPool(url, poolSize, limits, recordGeneration)

  const abandonAll = () => {
    generation++
    hosts.forget()
  }
  /** Checks the host of the connections, and also the server behind it if this host is a connection pooler. */
  const isServerAnswering = async () => {
    const urls = [pool.options.connectionString ?? url, ...(directUrl === url ? [] : [directUrl])]
    const answers = await Promise.all(urls.map((checked) => isAnswering(checked, limits.connecting)))
    return !answers.includes(false)
  }
  const silence = watchSilence(limits.silence, isServerAnswering, abandonAll)

  const open = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const current = await hosts.current()
      if (current !== pool.options.connectionString) {
        pool.options.connectionString = current
        generation++
      }
      const client = await pool.connect()
      if (generations.get(client) === generation) return client
      client.release(true)
    }
  }
  return {
    pool,
    async connect() {
      const client = await openOrSearch(open, hosts, () => pool.totalCount >= pool.options.max)
      silence.add(socketOf(client))
      return client
    },
    release(client, broken) {
      silence.remove(socketOf(client))
      client.release(broken)
    },
    onError(client, error) {
      // An earlier connection may lead to a host that is already abandoned.
      if (generations.get(client) !== generation) return
      // The other connections lead to the same host, which would refuse writes on each of them.
      if (errorCode(error) === READ_ONLY) abandonAll()
      else hosts.forget()
    },
    close: () => pool.end().finally(silence.stop),
  }
}

/** Creates a pool that calls `onCreated` with each connection before it is opened. */
function createPool(
  connectionString: string,
  max: number,
  limits: ServerLimits,
  onCreated: (client: pg.Client) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: limits.connecting,
    query_timeout: limits.query,
    keepAlive: true,
    // Without this setting, Linux checks an idle connection only after two hours.
    keepAliveInitialDelayMillis: 10_000,
    // Send several statements in one write. Admission then accepts 1.4 times as many messages, with a fifth less
    // processor time in this process, compared with one statement per round trip.
    pipeline: true,
    application_name: applicationName(),
    Client: class extends ServerClient {
      constructor(config?: string | pg.ClientConfig) {
        super(config)
        onCreated(this)
      }
    },
  })
  // The pool replaces a broken idle connection when it is used next. Without this listener, the event would end the
  // process.
  pool.on('error', () => {})
  return pool
}

/**
 * Opens a connection. If the known host refuses a new connection, searches once for the host that accepts writes. A full
 * pool is no reason to search.
 */
async function openOrSearch(
  open: () => Promise<pg.PoolClient>,
  hosts: ServerHosts,
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
