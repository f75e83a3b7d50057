// Stores the rows of bulk operations: the deliveries that a worker changes next, and the result of each.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { rowsOf } from '../rows.ts'
import type { ClaimedOperation } from './operations.ts'

export interface OpenRow {
  position: number
  delivery_id: number
  scheduled_for: Date | null
}

/**
 * Returns the next rows without a result, at most `most` rows. Stops before the row with which the stored contents of
 * the deliveries would exceed `bytes` bytes in total. Always returns the first row, even if its delivery is larger.
 */
export async function readOpenRows(
  c: Connection,
  { id, workspace_id }: ClaimedOperation,
  { most, bytes }: { most: number; bytes: number },
): Promise<OpenRow[]> {
  return rowsOf<OpenRow>(c, {
    text: `select position, delivery_id, scheduled_for from (
             select r.position, r.delivery_id, r.scheduled_for, row_number() over w as place,
               sum(coalesce(pg_column_size(d.content), 0)) over w as size
             from (select * from bulk_rows where operation_id = $1 and result is null order by position limit $3) r
             left join deliveries d on d.id = r.delivery_id and d.workspace_id = $2
             window w as (order by r.position)
           ) sized where place = 1 or size <= $4 order by position`,
    values: [id, workspace_id, most, bytes],
  })
}

/** The result of one row. */
export interface RowResult {
  position: number
  result: 'done' | 'refused'
  new_delivery_id?: number
  scheduled_before?: string | null
  code?: string
  reason?: string
}

/**
 * Stores results, and adds them to the counts of the operation. Returns the number of stored results. It is 0 if another
 * worker has claimed the operation since.
 */
export async function settleBulkRows(
  tx: Transaction,
  claimed: ClaimedOperation,
  results: RowResult[],
): Promise<number> {
  const [counted] = await rowsOf<{ settled: number }>(tx, {
    text: `with settled as (
             update bulk_rows b set result = r.result, new_delivery_id = r.new_delivery_id, scheduled_before = r.scheduled_before,
               code = r.code, reason = r.reason
             from json_to_recordset($3::json) as r(position int, result text, new_delivery_id bigint, scheduled_before timestamptz, code text, reason text)
             where b.operation_id = $1 and b.position = r.position and b.result is null
               and exists (select from bulk_operations o where o.id = $1 and o.attempt = $2)
             returning b.result
           ), counted as (
             update bulk_operations o set done = o.done + (select count(*) from settled where result = 'done'),
               refused = o.refused + (select count(*) from settled where result = 'refused')
             where o.id = $1 and o.attempt = $2
           )
           select count(*)::int as settled from settled`,
    values: [claimed.id, claimed.claim_version, asJson(results)],
  })
  return counted?.settled ?? 0
}

export interface BulkResultRow {
  id: number
  delivery_id: number
  recipient_name: string | null
  address: string | null
  result: 'done' | 'refused' | null
  new_delivery_id: number | null
  code: string | null
  reason: string | null
}

/** Returns the rows of an operation after the position `after`. */
export async function listBulkRows(
  c: Connection,
  workspaceId: number,
  operationId: number,
  { result, after, limit }: { result?: 'done' | 'refused' | undefined; after: number; limit: number },
): Promise<Page<BulkResultRow>> {
  return readPage<BulkResultRow>(c, {
    columns: 'id, delivery_id, recipient_name, address, result, new_delivery_id, code, reason',
    list: `select r.position as id, r.delivery_id, d.recipient_name, d.address, r.result, r.new_delivery_id, r.code, r.reason
           from bulk_rows r join bulk_operations o on o.id = r.operation_id and o.workspace_id = $1
           left join deliveries d on d.id = r.delivery_id and d.workspace_id = $1
           where r.operation_id = $2 and r.position > $3 and ($4::text is null or r.result = $4)`,
    values: [workspaceId, operationId, after, result ?? null],
    order: 'id',
    size: '0',
    limit,
  })
}

/** Returns the deliveries of the rows that were done, for an undo. */
export async function readDoneRows(
  c: Connection,
  operationId: number,
): Promise<{ delivery_id: number; new_delivery_id: number | null; scheduled_before: Date | null }[]> {
  return rowsOf<{ delivery_id: number; new_delivery_id: number | null; scheduled_before: Date | null }>(c, {
    text: `select delivery_id, new_delivery_id, scheduled_before from bulk_rows
           where operation_id = $1 and result = 'done' order by position`,
    values: [operationId],
  })
}
