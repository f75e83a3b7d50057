// Lists processes of an older version that were seen recently. Such processes prevent the end of an upgrade.

import { later } from '../lib/clock.ts'
import { counted } from '../lib/text/plural.ts'
import { versionAtLeast } from '../lib/versions.ts'
import { MINUTE, SECOND } from '../limits.ts'
import { APPLICATION, versionInName } from '../store/application-name.ts'
import type { Database } from '../store/database.ts'
import { listDatabaseSessions, listProcesses, listWorkers } from '../store/installation/processes.ts'

/** A process that has not reported for this number of milliseconds counts as ended. */
export const GONE_AFTER = 2 * MINUTE

/** Processes whose reports and sessions contain no version have this version. */
const UNREPORTED = '0.1.0'

/**
 * Describes each process that was seen in the last two minutes and has a version before `version`. Processes report
 * themselves since 0.2.0. A process of 0.1.0 is recognized by the report of its worker and by its database sessions. An
 * api process of 0.1.0 without an open session, or behind a connection pooler, cannot be recognized.
 */
export async function olderProcesses(db: Database, now: Date, version: string): Promise<string[]> {
  // Only one process can use the embedded database, so no older process runs beside this one.
  if (db.kind === 'embedded') return []
  const isOlder = (other: string | undefined) => !versionAtLeast(other ?? UNREPORTED, version)
  const since = later(now, -GONE_AFTER)
  const [processes, workers, sessions] = await Promise.all([
    listProcesses(db, since),
    listWorkers(db, since),
    listDatabaseSessions(db, APPLICATION),
  ])
  const ago = (at: Date) =>
    `seen ${counted(Math.max(0, Math.round((now.getTime() - at.getTime()) / SECOND)), 'second')} ago`
  const reported = processes.filter((row) => isOlder(row.version))
  const silent = workers.filter(({ id }) => isOlder(versionOfProcess(id)) && !reported.some((row) => row.id === id))
  const open = sessions.filter(({ application }) => isSession(application) && isOlder(versionInName(application)))
  return [
    ...reported.map((row) => `${row.role} ${row.id} (${row.version}), ${ago(row.seen_at)}`),
    ...silent.map(({ id, seen_at }) => `worker ${id} (${versionOfProcess(id) ?? UNREPORTED}), ${ago(seen_at)}`),
    ...open.map(
      ({ application, address, sessions: count, since: begun }) =>
        `${counted(count, 'database session')} named ${application} (${versionInName(application) ?? UNREPORTED}) from ${address ?? 'this machine'}, since ${begun.toISOString()}`,
    ),
  ]
}

/** Returns whether a database session belongs to the service. Sessions of migrations have another name. */
function isSession(application: string): boolean {
  const [name = ''] = application.split('/')
  return name === APPLICATION || name === `${APPLICATION}-listen`
}

/** Returns the name of a process in reports, counters and leases. It ends with the version. */
export function processId(host: string, pid: number, random: string, version: string): string {
  return `${host}-${pid}-${random}@${version}`
}

function versionOfProcess(id: string): string | undefined {
  const version = id.slice(id.lastIndexOf('@') + 1)
  return id.includes('@') && /^\d+\.\d+\.\d+/.test(version) ? version : undefined
}
