// Reads the errors of failed messages with their remedies, and the names of sources.
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface FailureRow {
  id: number
  error_message: string | null
  /** The remedy of the provider's receipt, or else of the last attempt. */
  remedy: string | null
}

/** Returns the errors of the messages with these ids. Leaves out messages that have not failed. */
export async function readFailures(c: Connection, workspaceId: number, ids: number[]): Promise<FailureRow[]> {
  return rowsOf<FailureRow>(c, {
    text: `select d.id, d.error_message, coalesce(
             (select r.remedy from receipts r where r.delivery_id = d.id and r.status = 'failed' and r.applied order by r.id desc limit 1),
             (select coalesce(a.final_remedy, a.remedy) from attempts a where a.delivery_id = d.id order by a.attempt desc limit 1)
           ) as remedy
           from deliveries d where d.id = any($2::bigint[]) and d.workspace_id = $1 and d.status = 'failed'`,
    values: [workspaceId, ids],
  })
}

/** Returns the names of these sources. Deleted sources are included. */
export async function readSourceNames(
  c: Connection,
  workspaceId: number,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  return rowsOf<{ id: number; name: string }>(c, {
    text: 'select id, name from sources where workspace_id = $1 and id = any($2::bigint[])',
    values: [workspaceId, ids],
  })
}
