// Stores the counts of consecutive messages of a workspace, so that the figures of a long period do not read each
// message again.
import { asJson, type Connection } from '../database.ts'
import type { RetentionBatch } from '../installation/retention.ts'
import { changedRows, rowsOf } from '../rows.ts'

/** The counts of the messages that were accepted in one slot, from one source, on one channel. */
export interface Cell {
  /** Start of the slot, in seconds since 1970. */
  slot: number
  source: number
  channel: string
  /** The numbers of messages that are now sent, delivered, read, failed, cancelled and pending. */
  counts: [number, number, number, number, number, number]
  /** The number of sent messages for each index of `delayBounds`. */
  delays: Record<string, number>
  failures: Failure[]
}

/** Failed messages with the same error. */
export interface Failure {
  reason: string
  /** A hash of the error message. It is empty for the errors that are not counted separately. */
  message: string
  count: number
  newest: number
}

export interface Segment {
  /** The segment contains the messages with ids above `after_id`, up to and including `last_id`. */
  after_id: number
  last_id: number
  first_at: Date
  last_at: Date
  pending: number
  counted_at: Date
  cells: Cell[]
}

/**
 * Returns the newest `limit` segments with messages since `from`, and the newest segment before them. The newest
 * segment is first.
 */
export async function listSegments(c: Connection, workspaceId: number, from: Date, limit: number): Promise<Segment[]> {
  return rowsOf<Segment>(c, {
    name: 'list-figure-segments',
    text: `select after_id, last_id, first_at, last_at, pending, counted_at, cells from figure_segments
           where workspace_id = $1
             and last_id >= coalesce((select max(last_id) from figure_segments where workspace_id = $1 and last_at < $2), 0)
           order by last_id desc limit $3`,
    values: [workspaceId, from, limit],
  })
}

/** Stores a segment, or replaces the counts of a stored segment. */
export async function storeSegment(c: Connection, workspaceId: number, segment: Segment): Promise<void> {
  const { last_id, after_id, first_at, last_at, pending, counted_at, cells } = segment
  await c.query({
    name: 'store-figure-segment',
    text: `insert into figure_segments (workspace_id, last_id, after_id, first_at, last_at, pending, counted_at, cells)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (workspace_id, last_id) do update
             set pending = excluded.pending, counted_at = excluded.counted_at, cells = excluded.cells
             where figure_segments.after_id = excluded.after_id`,
    values: [workspaceId, last_id, after_id, first_at, last_at, pending, counted_at, asJson(cells)],
  })
}

/** Deletes these segments of a workspace. */
export async function dropSegments(c: Connection, workspaceId: number, lastIds: number[]): Promise<void> {
  await c.query({
    text: 'delete from figure_segments where workspace_id = $1 and last_id = any($2::bigint[])',
    values: [workspaceId, lastIds],
  })
}

/**
 * Deletes up to `most` segments whose messages were all accepted before `before`. The maintenance job of retention
 * calls this function like `dropOldDeliveries`, so the parameters and the result have the same types.
 */
export async function dropOldSegments(
  c: Connection,
  before: Date,
  _after: number,
  most: number,
): Promise<RetentionBatch> {
  const removed = await changedRows(c, {
    text: `delete from figure_segments where (workspace_id, last_id) in (
             select workspace_id, last_id from figure_segments where last_at < $1 order by last_at limit $2)`,
    values: [before, most],
  })
  return { next: 0, last: removed < most, removed }
}
