// Leases that nobody can hold any more: of the embedded database's last process, at the start of the next.
import { endRunLeases } from './automation-runs.ts'
import type { Connection } from './database.ts'
import { endOutgoingLeases } from './dispatching.ts'
import { endImportLeases } from './imports.ts'
import { endAllLeases } from './queue.ts'

export async function endLeasesOfTheDead(c: Connection, now: Date): Promise<void> {
  await endAllLeases(c, now)
  await endOutgoingLeases(c, now)
  await endImportLeases(c, now)
  await endRunLeases(c, now)
}
