// The processes of an installation. Most processes report themselves. For older processes, reads the sessions of the
// database.
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface ProcessRow {
  id: string
  role: string
  version: string
  host: string
  started_at: Date
  seen_at: Date
}

/** Records that a process is running. */
export async function reportProcess(c: Connection, row: ProcessRow): Promise<void> {
  await c.query({
    name: 'report-process',
    text: `insert into processes (id, role, version, host, started_at, seen_at) values ($1, $2, $3, $4, $5, $6)
           on conflict (id) do update set seen_at = excluded.seen_at`,
    values: [row.id, row.role, row.version, row.host, row.started_at, row.seen_at],
  })
}

export async function removeProcess(c: Connection, id: string): Promise<void> {
  await c.query({ text: 'delete from processes where id = $1', values: [id] })
}

/** Returns the processes that have reported since `since`, in the order of their starts. */
export async function listProcesses(c: Connection, since: Date): Promise<ProcessRow[]> {
  return rowsOf<ProcessRow>(c, {
    text: `select id, role, version, host, started_at, seen_at from processes where seen_at > $1 order by started_at, id`,
    values: [since],
  })
}

/** Deletes processes that have not reported since `before`. A process that was killed could not delete its row. */
export async function dropSilentProcesses(c: Connection, before: Date): Promise<void> {
  await c.query({ text: 'delete from processes where seen_at < $1', values: [before] })
}

/** Returns the heartbeats of workers. Workers of 0.1.0 also send heartbeats. */
export async function listWorkers(c: Connection, since: Date): Promise<{ id: string; seen_at: Date }[]> {
  return rowsOf<{ id: string; seen_at: Date }>(c, {
    text: 'select id, seen_at from workers where seen_at > $1 order by id',
    values: [since],
  })
}

export interface DatabaseSessionRow {
  application: string
  /** Null for a local socket, or if the database user is not permitted to see the sessions of other users. */
  address: string | null
  sessions: number
  since: Date
}

/** Returns the sessions of this database whose application names begin with `prefix`, ordered by name and address. */
export async function listDatabaseSessions(c: Connection, prefix: string): Promise<DatabaseSessionRow[]> {
  return rowsOf<DatabaseSessionRow>(c, {
    text: `select application_name as application, host(client_addr) as address, count(*)::int as sessions,
             min(backend_start) as since
           from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1)
           group by application_name, client_addr order by min(backend_start)`,
    values: [prefix],
  })
}
