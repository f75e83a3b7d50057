// Processes of an older version that run, or ran a moment ago: why an upgrade can't be finished yet.

import { later } from '../lib/clock.ts'
import { counted } from '../lib/text/plural.ts'
import { versionAtLeast } from '../lib/versions.ts'
import { MINUTE, SECOND } from '../limits.ts'
import { APPLICATION, versionInName } from '../store/application-name.ts'
import type { Database } from '../store/database.ts'
import { listDatabaseSessions, listProcesses, listWorkers } from '../store/installation/processes.ts'

/** A process that was not seen for this long (milliseconds) is gone. */
export const GONE_AFTER = 2 * MINUTE

/** What processes of 0.1.0, whose sessions and workers carry no version, are called. */
const UNREPORTED = '0.1.0'

/**
 * Describes each process of a version before `version` that was seen in the last two minutes. Processes report themselves
 * since 0.2.0. One of 0.1.0 is recognized by its worker's report and by its sessions at the server. One of its api processes
 * that has no session open, or whose sessions a pooler hides, cannot be seen.
 */
export async function olderProcesses(db: Database, now: Date, version: string): Promise<string[]> {
  // The embedded database is locked by the one process that uses it.
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

/** Whether a database session belongs to the service; a migration's session has another name. */
function isSession(application: string): boolean {
  const [name = ''] = application.split('/')
  return name === APPLICATION || name === `${APPLICATION}-listen`
}

/** Names a process in its reports, counters and leases; ends in the version. */
export function processId(host: string, pid: number, random: string, version: string): string {
  return `${host}-${pid}-${random}@${version}`
}

function versionOfProcess(id: string): string | undefined {
  const version = id.slice(id.lastIndexOf('@') + 1)
  return id.includes('@') && /^\d+\.\d+\.\d+/.test(version) ? version : undefined
}
