// Stores bulk operations: drafts, claims by workers, progress and ends.
import { CLAIM_VERSION } from '../column-names.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { changesOneRow, firstRowOf, onlyRowOf } from '../rows.ts'

export const bulkActions = ['resend', 'cancel', 'reschedule'] as const
export type BulkAction = (typeof bulkActions)[number]
export const bulkStates = ['draft', 'running', 'done', 'stopped', 'failed'] as const
export type BulkState = (typeof bulkStates)[number]

export interface BulkActor {
  kind: 'member' | 'token'
  id: number
  name: string
}

export interface BulkOperationRow<Preview = unknown> {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  action: BulkAction
  scheduled_for: Date | null
  undoes: number | null
  /** The id of the operation that undoes this operation. */
  undone_by: number | null
  state: BulkState
  actor_name: string
  preview: Preview
  total: number
  done: number
  refused: number
  problem: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

const COLUMNS = `o.id, o.workspace_id, o.mode, o.action, o.scheduled_for, o.undoes,
  (select u.id from bulk_operations u where u.undoes = o.id) as undone_by,
  o.state, o.actor_name, o.preview, o.total, o.done, o.refused, o.problem, o.created_at, o.started_at, o.ended_at`

export interface NewBulkOperation {
  workspaceId: number
  mode: 'live' | 'test'
  action: BulkAction
  scheduledFor: Date | null
  undoes: number | null
  actor: BulkActor
  preview: object
  rows: { delivery_id: number; scheduled_for: string | null }[]
}

/** Inserts a draft with its rows, and deletes the earlier drafts of its actor. Returns the id. */
export async function insertBulkOperation(tx: Transaction, now: Date, made: NewBulkOperation): Promise<number> {
  const { workspaceId, actor } = made
  await tx.query({
    text: `delete from bulk_operations where workspace_id = $1 and state = 'draft' and actor_kind = $2 and actor_id = $3`,
    values: [workspaceId, actor.kind, actor.id],
  })
  const { id } = await onlyRowOf<{ id: number }>(tx, {
    text: `with operation as (
             insert into bulk_operations (workspace_id, mode, action, scheduled_for, undoes, actor_kind, actor_id, actor_name, preview, total, next_at, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning id
           ), rows as (
             insert into bulk_rows (operation_id, position, delivery_id, scheduled_for)
             select operation.id, r.position, r.delivery_id, r.scheduled_for from operation
             cross join rows from (json_to_recordset($12::json) as (delivery_id bigint, scheduled_for timestamptz))
               with ordinality as r(delivery_id, scheduled_for, position)
           )
           select id from operation`,
    values: [
      workspaceId,
      made.mode,
      made.action,
      made.scheduledFor,
      made.undoes,
      actor.kind,
      actor.id,
      actor.name,
      JSON.stringify(made.preview),
      made.rows.length,
      now,
      asJson(made.rows),
    ],
  })
  return id
}

export async function findBulkOperation<Preview>(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<BulkOperationRow<Preview> | undefined> {
  return firstRowOf<BulkOperationRow<Preview>>(c, {
    text: `select ${COLUMNS} from bulk_operations o where o.workspace_id = $1 and o.id = $2`,
    values: [workspaceId, id],
  })
}

/** Returns started operations with ids below `before`, newest first. */
export async function listBulkOperations<Preview>(
  c: Connection,
  workspaceId: number,
  before: number,
  limit: number,
): Promise<Page<BulkOperationRow<Preview>>> {
  return readPage<BulkOperationRow<Preview>>(c, {
    columns: 'listed.*',
    list: `select ${COLUMNS} from bulk_operations o where o.workspace_id = $1 and o.id < $2 and o.state <> 'draft'`,
    values: [workspaceId, before],
    order: 'id desc',
    size: '0',
    limit,
  })
}

/** Starts a draft. Returns false if it is not a draft, or if the workspace already has `most` running operations. */
export async function startBulkOperation(
  c: Connection,
  now: Date,
  where: { workspaceId: number; id: number },
  most: number,
): Promise<boolean> {
  return changesOneRow(c, {
    text: `update bulk_operations set state = 'running', started_at = $3, next_at = $3
           where workspace_id = $1 and id = $2 and state = 'draft'
             and (select count(*) from bulk_operations where workspace_id = $1 and state = 'running') < $4`,
    values: [where.workspaceId, where.id, now, most],
  })
}

/** Stops a running operation. The results of the set that a worker is applying are still stored. */
export async function stopBulkOperation(
  c: Connection,
  now: Date,
  where: { workspaceId: number; id: number },
): Promise<boolean> {
  return changesOneRow(c, {
    text: `update bulk_operations set state = 'stopped', ended_at = $3 where workspace_id = $1 and id = $2 and state = 'running'`,
    values: [where.workspaceId, where.id, now],
  })
}

export interface ClaimedOperation {
  id: number
  claim_version: number
  workspace_id: number
  mode: 'live' | 'test'
  action: BulkAction
  scheduled_for: Date | null
  failures: number
  actor_kind: BulkActor['kind']
  actor_id: number | null
  actor_name: string
}

/** Claims the oldest due operation. Its lease ends at `leaseUntil`. */
export async function claimBulkOperation(
  c: Connection,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedOperation | undefined> {
  return firstRowOf<ClaimedOperation>(c, {
    text: `update bulk_operations set attempt = attempt + 1, next_at = $2
           where id = (
             select id from bulk_operations where state = 'running' and next_at <= $1
             order by next_at, id limit 1 for update skip locked)
           returning id, ${CLAIM_VERSION}, workspace_id, mode, action, scheduled_for, failures,
             actor_kind, actor_id, actor_name`,
    values: [now, leaseUntil],
  })
}

/** Makes a claimed operation due again. If all its rows have a result, ends the operation instead. */
export async function releaseBulkOperation(c: Connection, now: Date, claimed: ClaimedOperation): Promise<void> {
  await c.query({
    text: `update bulk_operations o set next_at = $3::timestamptz, failures = 0, problem = null,
             state = case when open.rows then o.state else 'done' end,
             ended_at = case when open.rows then null else $3::timestamptz end
           from (select exists (select from bulk_rows where operation_id = $1 and result is null) as rows) open
           where o.id = $1 and o.attempt = $2 and o.state = 'running'`,
    values: [claimed.id, claimed.claim_version, now],
  })
}

/** Records an unexpected error. With `nextAt` null, the operation fails. */
export async function recordBulkFailure(
  c: Connection,
  now: Date,
  claimed: ClaimedOperation,
  problem: string,
  nextAt: Date | null,
): Promise<void> {
  await c.query({
    text: `update bulk_operations set failures = failures + 1, problem = $3, next_at = coalesce($4::timestamptz, next_at),
             state = case when $4::timestamptz is null then 'failed' else state end,
             ended_at = case when $4::timestamptz is null then $5::timestamptz end
           where id = $1 and attempt = $2 and state = 'running'`,
    values: [claimed.id, claimed.claim_version, problem, nextAt, now],
  })
}

/** Deletes drafts that no member started, and operations that ended long ago. */
export async function dropOldBulkOperations(
  c: Connection,
  { draftsBefore, endedBefore }: { draftsBefore: Date; endedBefore: Date },
): Promise<void> {
  await c.query({
    text: `delete from bulk_operations where (state = 'draft' and created_at < $1) or ended_at < $2`,
    values: [draftsBefore, endedBefore],
  })
}
