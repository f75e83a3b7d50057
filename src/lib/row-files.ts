// Files with one row per line, as CSV for spreadsheets or as JSON lines for programs.
import { csvLine } from './csv/csv-write.ts'

export const rowFileFormats = ['csv', 'jsonl'] as const
export type RowFileFormat = (typeof rowFileFormats)[number]

export interface RowSource<Row> {
  format: RowFileFormat
  /** The columns of the CSV file with their cells. JSON lines contain the whole row. */
  columns: Record<string, (row: Row) => string | number | null>
  /** Reads the rows that follow the row `last`, or the first rows. The file ends with a page without rows. */
  read: (last: Row | undefined) => Promise<Row[]>
}

/** Yields the file in pages. Reads the next page only after the reader has taken the previous one. */
export async function* rowFile<Row>({ format, columns, read }: RowSource<Row>): AsyncGenerator<string> {
  const cells = Object.values(columns)
  if (format === 'csv') yield csvLine(Object.keys(columns))
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length === 0) return
    yield rows
      .map((row) => (format === 'csv' ? csvLine(cells.map((cell) => cell(row))) : `${JSON.stringify(row)}\n`))
      .join('')
    last = rows.at(-1)
  }
}
