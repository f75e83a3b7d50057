// Starts a real PostgreSQL for tests: a separate cluster in a temporary
// folder on a free loopback port, removed at the end.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, type ClusterOptions, dataOf, removeCluster, restart, startCluster } from './postgres-cluster.ts'

const execute = promisify(execFile)

/** A running cluster. Database names are quoted, so any name is valid. */
export interface Postgres {
  /** Returns the URL of a database, by default the maintenance database `postgres`. The role is a superuser. */
  url(database?: string): string
  /** Creates a database and returns its URL. `template` must have no connections. */
  createDatabase(name: string, template?: string): Promise<string>
  /** Ends all connections to a database and drops it, if it exists. */
  dropDatabase(name: string): Promise<void>
  /** Shuts the cluster down and removes all its files. */
  stop(): Promise<void>
  /** Sends a signal to the postmaster: SIGKILL causes a crash, SIGSTOP a hang. `restart()` undoes both. */
  kill(signal: NodeJS.Signals): void
  /** Returns the pid of the postmaster. */
  pid(): number
  /** Stops the cluster if it runs, and starts it again on the same port with the same data. */
  restart(): Promise<void>
  /** The data directory. */
  data: string
  /** The server's log, which is removed with the cluster. */
  logFile: string
  /** The server's major version. */
  major: number
}

/**
 * Starts a PostgreSQL server that permits 200 connections. Its programs are those that test/package.json installs, or
 * those in the folder `POSTGRES_BIN`. With `flush`, the server flushes to disk as in production. Without `flush`, it
 * does not flush, and its data is in memory if the machine has enough memory. PostgreSQL refuses to run as root. If the
 * tests run as root, the server gets another account and a copy of its programs in the temporary folder.
 */
export async function startPostgres({ flush = true, ...options }: Partial<ClusterOptions> = {}): Promise<Postgres> {
  const cluster = await startCluster({ flush, ...options })
  const { stdout } = await execute(join(cluster.bin, 'postgres'), ['--version'], { cwd: cluster.home })
  return handle(cluster, Number(/ (\d+)/.exec(stdout)?.[1]))
}

function handle(cluster: Cluster, major: number): Postgres {
  const url = (database = 'postgres') =>
    `postgres://postgres:${cluster.password}@127.0.0.1:${cluster.port}/${encodeURIComponent(database)}`
  return {
    url,
    async createDatabase(name, template = 'template0') {
      await asAdmin(url(), `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`)
      return url(name)
    },
    dropDatabase: (name) => asAdmin(url(), `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
    stop: () => removeCluster(cluster),
    kill: (signal) => void cluster.server?.kill(signal),
    pid: () => cluster.server!.pid!,
    restart: () => restart(cluster),
    data: dataOf(cluster),
    logFile: join(cluster.home, 'log'),
    major,
  }
}

/** Runs a statement on a separate connection. */
async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
