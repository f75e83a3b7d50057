// The audit log. A line is committed before the change that it describes, and confirmed after this change. Therefore
// every change has a line.

import { later } from '../lib/clock.ts'
import { HOUR } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { isUnavailable } from '../store/failures.ts'
import {
  type ActorKind,
  type AuditFilter,
  type AuditRow,
  confirmAuditRow,
  deleteAuditRow,
  insertAuditRow,
  listAuditRows,
} from '../store/members/audit-log.ts'
import { readAuditObject } from '../store/members/audit-objects.ts'
import { redactedFields, redactedText } from './redact.ts'

import type { Actor } from './sessions.ts'

export interface AuditObject {
  kind: string
  /** The id of the object. Null until the object exists. */
  id: string | null
  name: string | null
}

export interface AuditLine {
  workspaceId: number | null
  actor: { kind: ActorKind; id: number | null; name: string }
  address: string | null
  /** The operationId of the API route. */
  action: string
  /** A verb phrase that describes the action. */
  says: string
  object: AuditObject | null
  before?: object | null
  change?: object | null
}

/** Writes a line in the transaction of the change. Returns the line's id. */
export async function writeAuditLine(c: Connection, now: Date, line: AuditLine): Promise<number> {
  return insertAuditRow(c, now, rowOf(line, true))
}

/** The actor of a request without a session and without a link. */
export const anonymous: AuditLine['actor'] = { kind: 'anonymous', id: null, name: 'Not signed in' }

/**
 * Writes the line of a change before the change is made, and returns the line's id. After the change, the caller
 * confirms the line. If the change was refused, the caller deletes the line.
 */
export async function beginAuditLine(c: Connection, now: Date, line: AuditLine): Promise<number> {
  return insertAuditRow(c, now, rowOf(line, false))
}

/**
 * Confirms that the change was made. If the change created a workspace or an object, `workspaceId` and `objectId` are
 * their ids.
 */
export async function confirmAuditLine(
  c: Connection,
  id: number,
  made: { workspaceId: number | null; objectId: string | null },
): Promise<void> {
  await confirmAuditRow(c, id, made)
}

/**
 * Deletes the line of a refused change. If the database is unavailable, the line stays in the log with the result
 * "unknown".
 */
export async function takeBackAuditLine(c: Connection, id: number): Promise<void> {
  await deleteAuditRow(c, id).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })
}

/** Returns the object's name, and the current values of the fields that will change. */
export async function auditedBefore(
  c: Connection,
  workspaceId: number | null,
  object: { kind: string; id: string },
  fields: string[],
): Promise<{ name: string | null; before: object | null }> {
  const found = await readAuditObject(c, object.kind, workspaceId, object.id)
  if (!found) return { name: null, before: null }
  const known = fields.filter((field) => Object.hasOwn(found.row, field))
  const before = Object.fromEntries(known.map((field) => [field, found.row[field]]))
  return { name: found.name, before: known.length === 0 ? null : before }
}

type Named = { kind: 'member'; id: number; name: string; email: string } | Extract<Actor, { kind: 'token' }>

export function auditActor(actor: Named): AuditLine['actor'] {
  return actor.kind === 'member'
    ? { kind: 'member', id: actor.id, name: `${actor.name} <${actor.email}>` }
    : { kind: 'token', id: actor.id, name: `Management token ${actor.name} (…${actor.hint})` }
}

/**
 * Returns the lines of the audit log. The newest line comes first. The list ends at the lines that are older than the
 * time range. It reads an hour further, because the clocks of two processes may differ.
 */
export async function auditLogOf(c: Connection, filter: AuditFilter) {
  const { rows, reached } = await listAuditRows(c, filter)
  const isPast = filter.since !== undefined && reached !== undefined && reached.at < later(filter.since, -HOUR)
  return { rows: rows.map(lineBody), reached: isPast ? undefined : reached }
}

function rowOf({ workspaceId, actor, address, action, says, object, before, change }: AuditLine, done: boolean) {
  return {
    workspace_id: workspaceId,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    address,
    action,
    says,
    object_kind: object?.kind ?? null,
    object_id: object?.id ?? null,
    object_name: object === null || object.name === null ? null : redactedText(object.name),
    before: before ? redactedFields(before) : null,
    change: change ? redactedFields(change) : null,
    done,
  }
}

function lineBody(row: AuditRow) {
  const { object_kind: kind, object_id, object_name } = row
  return {
    id: row.id,
    at: row.at.toISOString(),
    workspace_id: row.workspace_id,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    address: row.address,
    action: row.action,
    says: row.says,
    object: kind === null ? null : { kind, id: object_id, name: object_name },
    before: row.before,
    change: row.change,
    outcome: row.done ? 'done' : 'unknown',
  }
}
