// Starts a PostgreSQL cluster of two servers: a primary and its synchronous standby. A test stops the primary and promotes
// the standby.
import { execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from './installation.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { type Cluster, dataOf } from './postgres-cluster.ts'

const execute = promisify(execFile)

/**
 * A primary and its standby. The methods of `Postgres` apply to the primary, except that `url` returns a URL with both
 * hosts and `stop` stops both servers.
 */
export interface PostgresPair extends Postgres {
  primary: Postgres
  standby: Postgres
  /** Stops the replication. From then on, each COMMIT on the primary waits for the standby. */
  cutOffStandby(): Promise<void>
  /** Makes the standby store changes without applying them, until it is promoted or `resumeReplay` is called. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Makes the standby accept writes. */
  promote(): Promise<void>
}

/** Starts both servers. `flush` applies to both. A COMMIT on the primary is answered after the standby has stored it. */
export async function startPostgresPair({ flush = true } = {}): Promise<PostgresPair> {
  const primary = await startPostgres({ flush, settings: ['synchronous_standby_names=*'] })
  const standby = await startPostgres({ flush, prepareData: (cluster) => copyAsStandby(primary, cluster) }).catch(
    async (error) => {
      await primary.stop()
      throw error
    },
  )
  const isReplicating = async () => {
    const rows = await query(primary, `select from pg_stat_replication where sync_state = 'sync'`)
    return rows.length > 0
  }
  await until(30, isReplicating)
  const hosts = [primary, standby].map((server) => new URL(server.url()).host)
  return {
    ...primary,
    primary,
    standby,
    url: (database) => primary.url(database).replace(hosts[0]!, hosts.join(',')),
    async stop() {
      await Promise.all([primary.stop(), standby.stop()])
    },
    async cutOffStandby() {
      await query(standby, `alter system set primary_conninfo = ''`)
      await query(standby, 'select pg_reload_conf()')
      await until(30, async () => !(await isReplicating()))
    },
    pauseReplay: async () => void (await query(standby, 'select pg_wal_replay_pause()')),
    resumeReplay: async () => void (await query(standby, 'select pg_wal_replay_resume()')),
    promote: async () => void (await query(standby, 'select pg_promote()')),
  }
}

/** Runs a statement on a separate connection and returns its rows. */
export async function query(server: Postgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url() })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Makes the data directory of a standby from a copy of the running primary. The programs of the tests do not contain
 * pg_basebackup.
 */
async function copyAsStandby(primary: Postgres, standby: Cluster): Promise<void> {
  const { hostname, port, username, password } = new URL(primary.url())
  const data = dataOf(standby)
  const client = new pg.Client({ connectionString: primary.url() })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await execute('cp', ['-a', primary.data, data])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(data, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
  await rm(join(data, 'postmaster.pid'))
  await writeFile(join(data, 'standby.signal'), '')
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  const { account } = standby
  if (account) await execute('chown', ['-R', `${account.uid}:${account.gid}`, data])
  standby.password = password
}
