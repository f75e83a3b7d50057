// Stores imports, which are uploaded files with their rows. The upload must be complete before any row is applied.
import type { Identifier } from '../../channels/address.ts'
import { asJson, type Connection } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { changesOneRow, firstRowOf, onlyRow } from '../rows.ts'

export interface ImportRow {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  dry_run: boolean
  match_by: 'all' | 'id' | Identifier
  name: string | null
  header: string[]
  state: 'receiving' | 'waiting' | 'applying' | 'done' | 'cancelled' | 'failed'
  bytes: number
  rows: number
  created: number
  updated: number
  unchanged: number
  refused: number
  problem: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

/**
 * A row of the file. `problems` contains the errors of each field. If it is null, the row has no problems and can be
 * applied.
 */
export interface StoredImportRow {
  line: number
  record: string[]
  problems: Record<string, string[]> | null
}

const COLUMNS =
  'id, workspace_id, mode, dry_run, match_by, name, header, state, bytes, rows, created, updated, unchanged, refused, problem, created_at, started_at, ended_at'

export async function insertImport(
  c: Connection,
  now: Date,
  row: Pick<ImportRow, 'workspace_id' | 'mode' | 'dry_run' | 'match_by' | 'name' | 'header'> & { uploadDeadline: Date },
): Promise<number> {
  const result = await c.query<{ id: number }>({
    text: `insert into imports (workspace_id, mode, dry_run, name, header, next_at, created_at, match_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    values: [
      row.workspace_id,
      row.mode,
      row.dry_run,
      row.name,
      JSON.stringify(row.header),
      row.uploadDeadline,
      now,
      row.match_by,
    ],
  })
  return onlyRow(result).id
}

/** Stores rows of a file during its upload. Returns false if the import does not accept rows any more. */
export async function storeImportRows(
  c: Connection,
  id: number,
  rows: StoredImportRow[],
  { bytes, uploadDeadline }: { bytes: number; uploadDeadline: Date },
): Promise<boolean> {
  const refused = rows.filter(({ problems }) => problems !== null).length
  const result = await c.query<{ open: boolean }>({
    name: 'keep-import-rows',
    text: `with open as (
             update imports set rows = rows + $3, refused = refused + $4, bytes = $5, next_at = $6
             where id = $1 and state = 'receiving' returning id
           ), kept as (
             insert into import_rows (import_id, line, record, problems)
             select open.id, r.line, r.record, r.problems
             from open cross join json_to_recordset($2::json) as r(line int, record jsonb, problems json)
           )
           select exists (select from open) as open`,
    values: [id, asJson(rows), rows.length, refused, bytes, uploadDeadline],
  })
  return onlyRow(result).open
}

/** Ends the upload, so that workers can apply the import. Returns undefined if the upload has already ended. */
export async function openImport(c: Connection, now: Date, id: number, bytes: number): Promise<ImportRow | undefined> {
  return firstRowOf<ImportRow>(c, {
    text: `update imports set state = 'waiting', next_at = $2, bytes = $3 where id = $1 and state = 'receiving' returning ${COLUMNS}`,
    values: [id, now, bytes],
  })
}

/** Deletes an import whose upload is not complete. */
export async function dropUpload(c: Connection, id: number): Promise<void> {
  await c.query({ text: `delete from imports where id = $1 and state = 'receiving'`, values: [id] })
}

export async function findImport(c: Connection, workspaceId: number, id: number): Promise<ImportRow | undefined> {
  return firstRowOf<ImportRow>(c, {
    text: `select ${COLUMNS} from imports where workspace_id = $1 and id = $2`,
    values: [workspaceId, id],
  })
}

/** Returns imports with ids below `before`, newest first. */
export async function listImports(
  c: Connection,
  workspaceId: number,
  before: number,
  limit: number,
): Promise<Page<ImportRow>> {
  return readPage<ImportRow>(c, {
    columns: COLUMNS,
    list: `select ${COLUMNS} from imports where workspace_id = $1 and id < $2`,
    values: [workspaceId, before],
    order: 'id desc',
    size: 'octet_length(header::text)',
    limit,
  })
}

export interface RefusedImportRow extends StoredImportRow {
  problems: Record<string, string[]>
}

/**
 * Returns refused rows with lines above `after`, in the order of the file. `size` also counts the header, because each
 * row of the response contains the column titles again.
 */
export async function listRefusedRows(
  c: Connection,
  id: number,
  after: number,
  limit: number,
): Promise<Page<RefusedImportRow>> {
  return readPage<RefusedImportRow>(c, {
    columns: 'line, record, problems',
    list: 'select import_id, line, record, problems from import_rows where import_id = $1 and line > $2 and problems is not null',
    values: [id, after],
    order: 'line',
    size: `octet_length(record::text) + octet_length(problems::text)
      + (select octet_length(i.header::text) from imports i where i.id = import_id)`,
    limit,
  })
}

/** Cancels an import, so that no further row is applied. Returns false if the import has already ended. */
export async function cancelImport(c: Connection, now: Date, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: `with stopped as (
             update imports set state = 'cancelled', ended_at = $3
             where workspace_id = $1 and id = $2 and ended_at is null returning id
           ), dropped as (
             delete from import_rows where import_id in (select id from stopped) and problems is null
           ), forgotten as (
             delete from import_people where import_id in (select id from stopped)
           )
           select from stopped`,
    values: [workspaceId, id, now],
  })
}

/**
 * Ends all leases. Called when the embedded database starts, because no other process can have a lease at this time.
 */
export async function endImportLeases(c: Connection, now: Date): Promise<void> {
  await c.query({ text: `update imports set next_at = $1 where state = 'applying' and next_at > $1`, values: [now] })
}

/** Deletes interrupted uploads. Also deletes imports that ended before `before`. */
export async function dropOldImports(c: Connection, now: Date, before: Date): Promise<void> {
  await c.query({
    text: `delete from imports where id = any(array(
             select id from imports where ended_at < $2 or (ended_at is null and state = 'receiving' and next_at <= $1) limit 100))`,
    values: [now, before],
  })
}
