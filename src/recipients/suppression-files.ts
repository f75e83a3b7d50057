// Imports and exports suppressions as CSV files.
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { countBytes } from '../lib/count-bytes.ts'
import { readCsv, UnreadableCsv } from '../lib/csv/csv-read.ts'
import { withoutApostrophe } from '../lib/csv/csv-write.ts'
import { imports, records, suppressionFiles } from '../limits.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  findSuppressions,
  listSuppressions,
  type NewSuppression,
  type SuppressionRow,
  storedAddress,
} from '../store/recipients/suppressions.ts'
import type { SuppressionReason } from '../suppression-reasons.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { fileOf } from './files.ts'
import { columnsIn, type FileEntry, readRow, untitled } from './suppression-columns.ts'
import { addressProblems, shownSuppression, suppress } from './suppressions.ts'

export interface FileOptions {
  mode: 'live' | 'test'
  /** The channel of the rows that name none. */
  channel: ChannelName
  /** The reason of the rows that state no known reason. */
  reason?: SuppressionReason
  dryRun: boolean
}

/** A row that was not imported, with its line in the file. */
export interface RowProblem {
  line: number
  problem: string
}

export interface FileReport {
  rows: number
  /** The number of new suppressions. In a dry run, the number that an import would add. */
  added: number
  /** The number of rows whose address already had a suppression with this reason. */
  known: number
  /** The number of rows that report no final failure, for example a soft bounce. */
  skipped: number
  /** The number of rows with a problem. */
  refused: number
  /** The first problems, in the order of the file. */
  problems: RowProblem[]
}

/**
 * Reads a whole file, and then stores its entries in sets. A row with a problem does not affect the other rows. Throws
 * payload_too_large if the file has too many bytes or rows, and validation_failed if it is not a table of addresses.
 */
export async function importSuppressions(
  db: Database,
  now: Date,
  workspaceId: number,
  options: FileOptions,
  source: AsyncIterable<Buffer>,
): Promise<FileReport> {
  await requireWorkspace(db, workspaceId)
  const { entries, problems, ...counts } = await readFile(options, source)
  const rows = entries.map(({ at, channel = options.channel, ...entry }): NewSuppression => {
    const since = at !== undefined && at < now ? at : now
    const holder = { workspace_id: workspaceId, mode: options.mode, channel }
    return { ...holder, ...entry, origin: 'import', delivery_id: null, at: since }
  })
  const seen = new Set<string>()
  let added = 0
  for (let from = 0; from < rows.length; from += imports.set) {
    const set = rows.slice(from, from + imports.set)
    added += options.dryRun
      ? await countNew(db, set, seen)
      : (await transaction(db, (tx) => suppress(tx, now, set))).length
  }
  return { ...counts, added, known: rows.length - added, problems }
}

/** Counts the rows that an import would add, and adds their keys to `seen`, because a file may repeat an address. */
async function countNew(c: Connection, rows: NewSuppression[], seen: Set<string>): Promise<number> {
  const keyOf = (row: NewSuppression) => JSON.stringify([row.channel, storedAddress(row), row.reason])
  const known = new Set((await findSuppressions(c, rows)).map(keyOf))
  const added = rows.map(keyOf).filter((key) => !known.has(key) && !seen.has(key) && seen.add(key))
  return added.length
}

async function readFile(options: FileOptions, source: AsyncIterable<Buffer>) {
  const counted = countBytes(source, suppressionFiles.bytes, () => refuse('payload_too_large', tooLong))
  const entries: FileEntry[] = []
  const problems: RowProblem[] = []
  let [rows, skipped, refused] = [0, 0, 0]
  let columns: ReturnType<typeof columnsIn>
  try {
    for await (const { line, cells } of readCsv(counted.bytes, imports.bytesOfARow)) {
      if (columns === undefined) {
        columns = columnsIn(cells)
        if (columns?.address?.length === 0) refuseInvalid({ header: ['must name the column address or email'] })
        if (columns) continue
        columns = untitled
      }
      if (++rows > suppressionFiles.rows) refuse('payload_too_large', tooMany)
      const result = readRow(columns, cells.map(withoutApostrophe), options.reason)
      const problem =
        'problem' in result ? result.problem : 'entry' in result ? problemOf(options, result.entry) : undefined
      if (problem !== undefined) {
        refused++
        if (problems.length < records.page) problems.push({ line, problem })
      } else if ('entry' in result) entries.push(result.entry)
      else skipped++
    }
  } catch (error) {
    if (error instanceof UnreadableCsv) refuseInvalid({ file: [error.message] })
    throw error
  }
  if (rows === 0) refuseInvalid({ file: ['has no rows'] })
  return { entries, problems, rows, skipped, refused }
}

/** Returns the problem of an entry. Returns undefined if it can be stored. */
function problemOf(
  { channel: usual }: FileOptions,
  { channel = usual, address, reason }: FileEntry,
): string | undefined {
  const known = channelNames.find((name) => name === channel)
  if (known === undefined) return `${channel} is not a channel`
  if (reason === 'unsubscribed' && channelOf(known).optOuts === undefined) return `recipients can't opt out of ${known}`
  const problems = addressProblems(known, address)
  return problems && `the address ${problems.join(', ')}`
}

export const tooLong = `A file may have at most ${suppressionFiles.bytes / 1024 / 1024} MB. Split it into several files.`
const tooMany = `A file may have at most ${suppressionFiles.rows} rows. Split it into several files.`

const exportColumns = ['channel', 'address', 'reason', 'origin', 'at', 'detail', 'note'] as const

/** Returns the suppressions of a mode as a file that can be imported, newest first. */
export async function exportSuppressions(
  c: Connection,
  workspaceId: number,
  filter: { mode: 'live' | 'test'; channel?: string; reason?: SuppressionReason },
  visibility: Visibility,
): Promise<AsyncIterable<string>> {
  await requireWorkspace(c, workspaceId)
  return fileOf<SuppressionRow>({
    header: exportColumns,
    cellsOf: (row) => {
      const shown = shownSuppression(row, visibility)
      return exportColumns.map((name) => (name === 'at' ? row.at.toISOString() : shown[name]))
    },
    read: async (after) => {
      const limit = records.page
      const before = after === 0 ? Number.MAX_SAFE_INTEGER : after
      const rows = await listSuppressions(c, workspaceId, { ...filter, after: before, limit })
      return { rows, more: rows.length === limit }
    },
    placeOf: ({ id }) => id,
  })
}
