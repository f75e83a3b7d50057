// The audit log. Each change has one line, which is inserted before the change and confirmed after it.
import type { Connection } from '../database.ts'
import { onlyRow } from '../rows.ts'
import { type Scanned, scan, scanQuery } from '../scan.ts'

export type ActorKind = 'member' | 'token' | 'link' | 'command' | 'anonymous'

export interface AuditRow {
  id: number
  workspace_id: number | null
  at: Date
  actor_kind: ActorKind
  actor_id: number | null
  actor_name: string
  address: string | null
  action: string
  says: string
  object_kind: string | null
  object_id: string | null
  object_name: string | null
  before: object | null
  change: object | null
  done: boolean
}

export type NewAuditRow = Omit<AuditRow, 'id' | 'at'>

export async function insertAuditRow(c: Connection, now: Date, row: NewAuditRow): Promise<number> {
  const result = await c.query<{ id: number }>({
    text: `insert into audit_log (workspace_id, at, actor_kind, actor_id, actor_name, address, action, says,
             object_kind, object_id, object_name, before, change, done)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
    values: [
      row.workspace_id,
      now,
      row.actor_kind,
      row.actor_id,
      row.actor_name,
      row.address,
      row.action,
      row.says,
      row.object_kind,
      row.object_id,
      row.object_name,
      row.before === null ? null : JSON.stringify(row.before),
      row.change === null ? null : JSON.stringify(row.change),
      row.done,
    ],
  })
  return onlyRow(result).id
}

/** Confirms the line of a change after the change was made. Stores the ids that the change created. */
export async function confirmAuditRow(
  c: Connection,
  id: number,
  made: { workspaceId: number | null; objectId: string | null },
): Promise<void> {
  await c.query({
    text: `update audit_log set done = true, workspace_id = coalesce(workspace_id, $2), object_id = coalesce(object_id, $3)
           where id = $1`,
    values: [id, made.workspaceId, made.objectId],
  })
}

/** Replaces the details of a line, for example the number of failed sign-ins. */
export async function changeAuditRow(c: Connection, id: number, change: object): Promise<void> {
  await c.query({ text: 'update audit_log set change = $2 where id = $1', values: [id, JSON.stringify(change)] })
}

/** Deletes the line of a request that was refused and changed nothing. */
export async function deleteAuditRow(c: Connection, id: number): Promise<void> {
  await c.query({ text: 'delete from audit_log where id = $1', values: [id] })
}

export interface AuditFilter {
  /** If this field is undefined, the result contains the lines of the whole installation. */
  workspaceId?: number
  member?: number
  action?: string
  object?: string
  /** Part of the actor, the action, the object or the address, in upper or lower case. */
  q?: string
  since?: Date
  until?: Date
  before: number
  limit: number
}

/** Returns lines with ids below `before`, newest first. Each statement scans a limited number of lines. */
export async function listAuditRows(c: Connection, filter: AuditFilter): Promise<Scanned<AuditRow>> {
  const query = scanQuery('audit_log', 'at', filter.before)
  query.scope('workspace_id', filter.workspaceId)
  query.filter((place) => `actor_kind = 'member' and actor_id = ${place}`, filter.member)
  query.filter((place) => `action = ${place}`, filter.action)
  query.filter((place) => `object_kind = ${place}`, filter.object)
  query.filter(
    (place) =>
      `strpos(lower(concat_ws(' ', actor_name, says, action, object_kind, object_id, object_name, address)), lower(${place})) > 0`,
    filter.q,
  )
  query.filter((place) => `at >= ${place}`, filter.since)
  query.filter((place) => `at < ${place}`, filter.until)
  return scan<AuditRow>(c, query, filter.limit)
}
