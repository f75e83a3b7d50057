// Bulk operations for members: a preview, then a start, a stop and an undo. Workers apply them (work.ts).

import { type ListFilter, readableFilter } from '../delivery/list/listed.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { counted } from '../lib/text/plural.ts'
import { bulk, windows } from '../limits.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import {
  type BulkAction,
  type BulkActor,
  type BulkOperationRow,
  findBulkOperation,
  insertBulkOperation,
  listBulkOperations,
  startBulkOperation,
  stopBulkOperation,
} from '../store/bulk/operations.ts'
import { listBulkRows, readDoneRows } from '../store/bulk/rows.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { deliveryScan } from '../store/delivery/list/filter.ts'
import { listDeliveries } from '../store/delivery/list/rows.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { type BulkPreview, previewOf } from './preview.ts'

export { bulkActions, bulkStates } from '../store/bulk/operations.ts'

/** The deliveries of a new operation: those with these ids, or the newest that match a filter. */
export type BulkTarget =
  | { mode: 'live' | 'test'; ids: number[] }
  | { filter: Omit<ListFilter, 'before' | 'limit'>; visibility: Visibility }

export interface NewOperation {
  workspaceId: number
  action: BulkAction
  /** Undefined except for `reschedule`. */
  scheduledFor: Date | undefined
  actor: BulkActor
}

/**
 * Stores a preview of an operation, which changes nothing until it is started. Throws validation_failed for a wrong
 * time, for too many ids, and if no delivery matches.
 */
export async function createBulkOperation(db: Database, now: Date, made: NewOperation, target: BulkTarget) {
  const { workspaceId, action, scheduledFor } = made
  await requireWorkspace(db, workspaceId)
  checkTime(now, action, scheduledFor)
  const found = await findTarget(db, workspaceId, target)
  if (found.ids.length === 0) refuseInvalid({ [found.field]: ['matches no delivery'] })
  const { mode, complete, searchedTo } = found
  const estimate = await previewOf(db, now, { workspaceId, mode, action }, found.ids)
  const preview: BulkPreview = { ...estimate, complete, searched_to: searchedTo?.toISOString() ?? null }
  const rows = found.ids.map((delivery_id) => ({ delivery_id, scheduled_for: null }))
  const id = await transaction(db, (tx) =>
    insertBulkOperation(tx, now, { ...made, mode, scheduledFor: scheduledFor ?? null, undoes: null, preview, rows }),
  )
  return bulkOperationOf(db, workspaceId, id)
}

function checkTime(now: Date, action: BulkAction, scheduledFor: Date | undefined): void {
  if (action !== 'reschedule') {
    if (scheduledFor !== undefined) refuseInvalid({ scheduled_for: ['is only for the action reschedule'] })
    return
  }
  if (scheduledFor === undefined) refuseInvalid({ scheduled_for: ['is required'] })
  if (scheduledFor > later(now, windows.scheduleAhead))
    refuseInvalid({ scheduled_for: ['must be at most a year ahead'] })
}

interface FoundTarget {
  mode: 'live' | 'test'
  ids: number[]
  complete: boolean
  searchedTo: Date | undefined
  /** The field of the request that selects the deliveries. */
  field: 'ids' | 'filter'
}

async function findTarget(c: Connection, workspaceId: number, target: BulkTarget): Promise<FoundTarget> {
  if ('ids' in target) {
    const ids = [...new Set(target.ids)]
    return { mode: target.mode, ids, complete: true, searchedTo: undefined, field: 'ids' }
  }
  const { filter, visibility } = target
  const ids: number[] = []
  const end = performance.now() + bulk.search
  let before = Number.MAX_SAFE_INTEGER
  let searchedTo: Date | undefined
  do {
    const limit = Math.min(500, bulk.deliveries - ids.length)
    const page = await readableFilter(c, workspaceId, { ...filter, before, limit }, visibility)
    const { rows, reached } = await listDeliveries(c, await deliveryScan(c, workspaceId, page), { limit })
    ids.push(...rows.map(({ id }) => id))
    searchedTo = reached?.at
    before = reached?.id ?? 0
  } while (searchedTo !== undefined && ids.length < bulk.deliveries && performance.now() < end)
  return { mode: filter.mode, ids, complete: searchedTo === undefined, searchedTo, field: 'filter' }
}

/** Starts a previewed operation. Throws conflict if it was already started, or if too many operations run. */
export async function startOperation(db: Connection, now: Date, workspaceId: number, id: number) {
  const operation = await requireOperation(db, workspaceId, id)
  const isStarted = await startBulkOperation(db, now, { workspaceId, id }, bulk.running)
  if (!isStarted && operation.state !== 'draft')
    refuse('conflict', `The bulk operation ${id} was already started. Create another one.`)
  if (!isStarted)
    refuse(
      'conflict',
      `${counted(bulk.running, 'bulk operation')} of this workspace are running. Wait until one has ended.`,
    )
  return bulkOperationOf(db, workspaceId, id)
}

/** Stops a running operation. The deliveries that were already changed stay changed. */
export async function stopOperation(db: Connection, now: Date, workspaceId: number, id: number) {
  await requireOperation(db, workspaceId, id)
  if (!(await stopBulkOperation(db, now, { workspaceId, id })))
    refuse('conflict', `The bulk operation ${id} is not running.`)
  return bulkOperationOf(db, workspaceId, id)
}

/**
 * Creates and starts the operation that undoes another one. It cancels the resent messages that were not sent yet, or
 * moves the rescheduled messages back. Throws conflict if nothing can be undone.
 */
export async function undoOperation(db: Database, now: Date, workspaceId: number, id: number, actor: BulkActor) {
  const { action, mode, state, undone_by } = await requireOperation(db, workspaceId, id)
  if (action === 'cancel') refuse('conflict', 'A cancellation cannot be undone. Resend the messages instead.')
  if (state === 'draft' || state === 'running')
    refuse('conflict', `The bulk operation ${id} has not ended. Stop it first, or wait.`)
  if (undone_by !== null) refuse('conflict', `The bulk operation ${id} was already undone.`)
  const rows = (await readDoneRows(db, id)).map(({ delivery_id, new_delivery_id, scheduled_before }) =>
    action === 'resend'
      ? { delivery_id: new_delivery_id ?? delivery_id, scheduled_for: null }
      : { delivery_id, scheduled_for: (scheduled_before ?? now).toISOString() },
  )
  if (rows.length === 0) refuse('conflict', `The bulk operation ${id} changed no delivery.`)
  const opposite = action === 'resend' ? 'cancel' : 'reschedule'
  const ids = rows.map(({ delivery_id }) => delivery_id)
  const estimate = await previewOf(db, now, { workspaceId, mode, action: opposite }, ids)
  const preview: BulkPreview = { ...estimate, complete: true, searched_to: null }
  const made = { workspaceId, action: opposite, actor, mode, undoes: id, preview, rows } as const
  return transaction(db, async (tx) => {
    const undo = await insertBulkOperation(tx, now, { ...made, scheduledFor: null })
    // If the operation cannot start, it is not stored either, so that the member can undo later.
    return startOperation(tx, now, workspaceId, undo)
  })
}

export async function bulkOperationOf(c: Connection, workspaceId: number, id: number) {
  return bodyOf(await requireOperation(c, workspaceId, id))
}

export async function bulkOperationsOf(c: Connection, workspaceId: number, before: number, limit: number) {
  await requireWorkspace(c, workspaceId)
  const { rows, more } = await listBulkOperations<BulkPreview>(c, workspaceId, before, limit)
  return { rows: rows.map(bodyOf), more }
}

/** Returns the deliveries of an operation with their results, in their order. */
export async function bulkResultsOf(
  c: Connection,
  workspaceId: number,
  id: number,
  page: { result?: 'done' | 'refused' | undefined; after: number; limit: number },
) {
  await requireOperation(c, workspaceId, id)
  return listBulkRows(c, workspaceId, id, page)
}

async function requireOperation(c: Connection, workspaceId: number, id: number) {
  return (
    (await findBulkOperation<BulkPreview>(c, workspaceId, id)) ??
    refuse('not_found', `No bulk operation ${id} in this workspace.`)
  )
}

function bodyOf({ workspace_id: _, preview, actor_name, ...row }: BulkOperationRow<BulkPreview>) {
  return {
    ...row,
    actor: actor_name,
    preview,
    can_undo:
      row.action !== 'cancel' &&
      ['done', 'stopped', 'failed'].includes(row.state) &&
      row.undone_by === null &&
      row.done > 0,
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
