// When the embedded database starts, ends the leases of the process that used the database before.
import { endRunLeases } from '../automations/automation-runs.ts'
import type { Connection } from '../database.ts'
import { endAllLeases } from '../delivery/queue.ts'
import { endOutgoingLeases } from '../events/dispatching.ts'
import { endImportLeases } from '../recipients/imports.ts'

export async function endLeasesOfDeadProcesses(c: Connection, now: Date): Promise<void> {
  await endAllLeases(c, now)
  await endOutgoingLeases(c, now)
  await endImportLeases(c, now)
  await endRunLeases(c, now)
}
