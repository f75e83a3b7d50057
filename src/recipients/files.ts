// CSV files for download. One file is an export of recipients. The other file contains the rows that an import refused.
import type { Details } from '../errors.ts'
import { csvLine, withoutApostrophe } from '../lib/csv/csv-write.ts'
import { quietHoursText } from '../lib/quiet-hours/words.ts'
import { records } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import type { Page } from '../store/page.ts'
import { readForExport } from '../store/recipients/importing.ts'
import { listRefusedRows, type StoredImportRow } from '../store/recipients/imports.ts'
import { type Preference, preferencesOfAll } from '../store/recipients/preferences.ts'
import type { RecipientRecord } from '../store/recipients/recipients.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { importColumns, isOneOf, reportColumns, tagsCell } from './import-columns.ts'
import { requireImport } from './imports.ts'
import { preferencesCell } from './preferences/import.ts'

/**
 * Returns the recipients of a mode as a file that can be imported. With a tag in the filter, returns only recipients
 * with this tag.
 */
export async function exportOf(
  c: Connection,
  workspaceId: number,
  filter: { mode: 'live' | 'test'; tag?: string },
): Promise<AsyncIterable<string>> {
  await requireWorkspace(c, workspaceId)
  let preferences: ReadonlyMap<number, Preference[]> = new Map()
  return fileOf<RecipientRecord>({
    header: importColumns,
    cellsOf: ({ tags, metadata, locale, quiet_hours: hours, ...row }) => {
      const object = Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ''
      // If the locale is only the default locale, leave the cell empty. An import treats every locale in a cell as a
      // chosen locale.
      const chosen = row.locale_is_default ? '' : locale
      const own = preferencesCell(preferences.get(row.id) ?? [], row)
      const quiet_hours = hours && quietHoursText(hours)
      const cells = { ...row, tags: tagsCell(tags), metadata: object, locale: chosen, quiet_hours, preferences: own }
      return importColumns.map((name) => cells[name])
    },
    async read(after) {
      const page = await readForExport(c, workspaceId, { ...filter, after, limit: records.page })
      const ids = page.rows.map(({ id }) => id)
      preferences = await preferencesOfAll(c, workspaceId, ids)
      return page
    },
    placeOf: ({ id }) => id,
  })
}

/**
 * Returns the refused rows as a file that a person can correct and import again. Its first two columns contain the line
 * number and the problem.
 */
export async function refusedFileOf(c: Connection, workspaceId: number, id: number): Promise<AsyncIterable<string>> {
  const { header } = await requireImport(c, workspaceId, id)
  const own = header.flatMap((title, at) => (isOneOf(reportColumns, title) ? [] : [{ title, at }]))
  return fileOf<StoredImportRow>({
    header: [...reportColumns, ...own.map(({ title }) => title)],
    cellsOf: ({ line, problems, record }) => [
      line,
      problemText(problems ?? {}),
      ...own.map(({ at }) => withoutApostrophe(record[at] ?? '')),
    ],
    read: (after) => listRefusedRows(c, id, after, records.page),
    placeOf: ({ line }) => line,
  })
}

function problemText(problems: Details): string {
  return Object.entries(problems)
    .map(([field, messages]) => `${field}: ${messages.join(', ')}`)
    .join('; ')
}

interface CsvSource<Row> {
  header: readonly string[]
  cellsOf(row: Row): (string | number | null)[]
  /** Returns the rows after a position. */
  read(after: number): Promise<Page<Row>>
  placeOf(row: Row): number
}

/**
 * Yields the file page by page. A page is read only after the previous page was consumed. The file begins with a byte
 * order mark, because Excel needs it.
 */
export async function* fileOf<Row>({ header, cellsOf, read, placeOf }: CsvSource<Row>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(header)}`
  for (let after = 0; ; ) {
    const { rows, more } = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (!more) return
    after = placeOf(last)
  }
}
