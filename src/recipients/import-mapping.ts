// The mapping of an import: the caller names the column of each cell, instead of the first line of the file.
import { type Details, refuse, refuseInvalid } from '../errors.ts'
import { countBytes } from '../lib/count-bytes.ts'
import { type CsvRow, readCsv, UnreadableCsv } from '../lib/csv/csv-read.ts'
import { imports } from '../limits.ts'
import { columnFor, withoutAliases } from './import-aliases.ts'
import { identifying, importColumns } from './import-columns.ts'

/** The name of a column for each cell of a row. Null for a cell that is not imported. */
export type ImportMapping = (string | null)[]

/** Parses the query parameter `columns`, a JSON list. Throws validation_failed. */
export function parseMapping(text: string): ImportMapping {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    list = undefined
  }
  if (!Array.isArray(list) || !list.every(isColumn))
    refuseInvalid({ columns: ['must be a JSON list with the name of a column, or null, for each column of the file'] })
  return list
}

const isColumn = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.trim() !== '')

export interface MappedFile {
  /** The first line after the mapping, without the columns that are not imported. */
  header: string[]
  /** Returns the cells that are imported, or the problem of a row with a wrong number of cells. */
  cellsOf: (row: CsvRow) => { cells: string[]; problems?: Details }
}

/** Applies the mapping to the first line. Without a mapping, only aliases such as `E-mail` are replaced. */
export function mapFile(header: string[], mapping: ImportMapping | undefined): MappedFile {
  if (mapping === undefined) return { header: withoutAliases(header), cellsOf: ({ cells }) => ({ cells }) }
  if (mapping.length !== header.length)
    refuseInvalid({
      columns: [
        `must have one entry for each of the cells in the first line of the file (${header.length}), not ${mapping.length}`,
      ],
    })
  const kept = mapping.flatMap((name, at) => (name === null ? [] : [{ name, at }]))
  return {
    header: kept.map(({ name }) => name),
    cellsOf({ cells }) {
      const imported = kept.map(({ at }) => cells[at] ?? '')
      if (cells.length === header.length) return { cells: imported }
      const problem = `has ${cells.length} cells where the first line has ${header.length}: is a quotation mark missing?`
      return { cells: imported, problems: { row: [problem] } }
    },
  }
}

export const previewTooLong = `Send only the first ${imports.previewBytes / 1024} KB of the file.`

/** The number of rows that a preview shows. */
const SAMPLES = 3

/**
 * Returns the columns of a file with the first values of each, and the column that each title stands for. `source` may
 * be only the beginning of the file. Throws validation_failed if it has no readable first line.
 */
export async function previewFile(source: AsyncIterable<Buffer>) {
  const rows: CsvRow[] = []
  const { bytes } = countBytes(source, imports.previewBytes, () => refuse('payload_too_large', previewTooLong))
  try {
    for await (const row of readCsv(wholeLinesOf(bytes), imports.bytesOfARow)) {
      rows.push(row)
      if (rows.length > SAMPLES) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    // The beginning of a file can end in the middle of a row of several lines. The rows before it are enough.
    if (rows.length === 0) refuseInvalid({ file: [error.message] })
  }
  const [first, ...samples] = rows
  if (first === undefined) refuseInvalid({ file: ['is empty'] })
  const taken = new Set<string>()
  const columns = first.cells.map((title, at) => {
    const column = columnFor(title)
    const isFree = column !== undefined && !taken.has(column)
    if (isFree) taken.add(column)
    return {
      title: title.trim(),
      column: isFree ? column : null,
      samples: samples.map(({ cells }) => (cells[at] ?? '').slice(0, 200).toWellFormed()),
    }
  })
  return { columns, names: [...importColumns], identifying: [...identifying] }
}

/** Leaves out an incomplete last line, whose last character may be incomplete too. */
async function* wholeLinesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  const beginning = Buffer.concat(chunks)
  const end = beginning.lastIndexOf(NEWLINE)
  yield end === -1 ? beginning : beginning.subarray(0, end + 1)
}

const NEWLINE = 10
