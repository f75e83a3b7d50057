// Stores uploaded files of recipients for the workers, lists imports and refused rows, and cancels imports.
import { refuse, refuseInvalid } from '../errors.ts'
import { type Clock, later } from '../lib/clock.ts'
import { countBytes } from '../lib/count-bytes.ts'
import { type CsvRow, readCsv, UnreadableCsv } from '../lib/csv/csv-read.ts'
import { imports } from '../limits.ts'
import { requireQuietHoursPossible } from '../quiet-hours/check.ts'
import type { Connection } from '../store/database.ts'
import {
  cancelImport,
  dropUpload,
  findImport,
  type ImportRow,
  insertImport,
  listImports,
  listRefusedRows,
  openImport,
  type StoredImportRow,
  storeImportRows,
} from '../store/recipients/imports.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { columnsOf, type MatchBy } from './import-columns.ts'
import { type ImportMapping, mapFile } from './import-mapping.ts'

export interface ImportOptions {
  mode: 'live' | 'test'
  /** Whether to report the effect of each row without changing recipients. */
  dryRun: boolean
  /** The columns by which a row is matched with a recipient (decision 56). */
  matchBy: MatchBy
  /** The column of each cell. Undefined if the first line of the file names the columns. */
  mapping?: ImportMapping | undefined
  /** The name of the import in lists, for example the file name. */
  name?: string
}

/**
 * Validates and stores the rows of the file. A worker applies the rows when the upload is complete. Throws
 * payload_too_large if the file has too many bytes or rows. Throws validation_failed (`header`, `file`) if the file is
 * not a table of recipients. After an error, or if `source` ends too early, all stored rows of the upload are removed.
 */
export async function takeImport(
  db: Connection,
  clock: Clock,
  workspaceId: number,
  { mode, dryRun, matchBy, mapping, name }: ImportOptions,
  source: AsyncIterable<Buffer>,
) {
  await requireWorkspace(db, workspaceId)
  const counted = countBytes(source, imports.bytes, () => refuse('payload_too_large', tooLong))
  const rows = readCsv(counted.bytes, imports.bytesOfARow)
  let id: number | undefined
  try {
    const first = await rows.next()
    if (first.done) refuseInvalid({ file: ['is empty'] })
    const { header, cellsOf } = mapFile(first.value.cells, mapping)
    const columns = columnsOf(header, matchBy)
    if (columns.some((column) => column.name === 'quiet_hours')) await requireQuietHoursPossible(db)
    const validate = (await import('./import-rows.ts')).createRowValidator(columns, matchBy)
    const uploadDeadline = () => later(clock.now(), imports.uploadPause)
    const place = { workspace_id: workspaceId, mode, dry_run: dryRun, match_by: matchBy, name: name ?? null }
    id = await insertImport(db, clock.now(), { ...place, header, uploadDeadline: uploadDeadline() })
    let count = 0
    for await (const set of inSetsOf(rows)) {
      count += set.length
      if (count > imports.rows)
        refuse('payload_too_large', `A file may have at most ${imports.rows} rows. Split it into several files.`)
      const kept = set.map((row): StoredImportRow => {
        const { cells, problems } = cellsOf(row)
        return { line: row.line, record: cells, problems: problems ?? validate({ ...row, cells }) ?? null }
      })
      if (!(await storeImportRows(db, id, kept, { bytes: counted.count(), uploadDeadline: uploadDeadline() })))
        refuse('conflict', GONE)
    }
    if (count === 0) refuseInvalid({ file: ['has no rows below its first line'] })
    return importBody((await openImport(db, clock.now(), id, counted.count())) ?? refuse('conflict', GONE))
  } catch (error) {
    if (id !== undefined) await dropUpload(db, id)
    if (error instanceof UnreadableCsv) refuseInvalid({ file: [error.message] })
    throw error
  }
}

export const tooLong = `A file may have at most ${imports.bytes / 1024 / 1024} MB. Split it into several files.`
const GONE = 'The upload paused for too long or was cancelled. Send the file again.'

async function* inSetsOf(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow[]> {
  let set: CsvRow[] = []
  let characters = 0
  for await (const row of rows) {
    set.push(row)
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    if (set.length < imports.set && characters < imports.charactersOfASet) continue
    yield set
    set = []
    characters = 0
  }
  if (set.length > 0) yield set
}

export async function importsOf(c: Connection, workspaceId: number, before: number, limit: number) {
  await requireWorkspace(c, workspaceId)
  const { rows, more } = await listImports(c, workspaceId, before, limit)
  return { rows: rows.map(importBody), more }
}

export async function importOf(c: Connection, workspaceId: number, id: number) {
  return importBody(await requireImport(c, workspaceId, id))
}

/** Cancels an import. The effects of rows that were already applied stay. Throws conflict if the import has ended. */
export async function stopImport(c: Connection, now: Date, workspaceId: number, id: number) {
  const { state } = await requireImport(c, workspaceId, id)
  if (!(await cancelImport(c, now, workspaceId, id)))
    refuse('conflict', `Import ${id} has already ended: it is ${state}.`)
  return importOf(c, workspaceId, id)
}

/** Returns the refused rows after the line `after`, in the order of the file. */
export async function refusedRowsOf(c: Connection, workspaceId: number, id: number, after: number, limit: number) {
  const { header } = await requireImport(c, workspaceId, id)
  const { rows, more } = await listRefusedRows(c, id, after, limit)
  return {
    rows: rows.map(({ line, problems, record }) => ({ id: line, line, problems, cells: cellsByTitle(header, record) })),
    more,
  }
}

function cellsByTitle(header: string[], record: string[]): Record<string, string> {
  return Object.fromEntries(record.map((cell, at) => [header[at]?.trim() || `cell ${at + 1}`, cell]))
}

export async function requireImport(c: Connection, workspaceId: number, id: number): Promise<ImportRow> {
  return (await findImport(c, workspaceId, id)) ?? refuse('not_found', `No import ${id} in this workspace.`)
}

function importBody({ workspace_id: _, header, created_at, started_at, ended_at, ...row }: ImportRow) {
  return {
    ...row,
    columns: header,
    done: row.created + row.updated + row.unchanged + row.refused,
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }
}
