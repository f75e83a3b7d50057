// Exports a list of deliveries as a CSV file, or as JSON lines.
import { csvLine } from '../../lib/csv/csv-write.ts'
import { exportedDeliveries, records } from '../../limits.ts'
import type { Visibility } from '../../redaction/sensitive.ts'
import type { Connection } from '../../store/database.ts'
import { requireWorkspace } from '../../workspaces/workspaces.ts'
import { deliveriesOf, type ListFilter } from './listed.ts'

type Listed = Awaited<ReturnType<typeof deliveriesOf>>['rows'][number]

const columns = [
  'id',
  'state',
  'status',
  'created_at',
  'scheduled_for',
  'deferred_until',
  'recipient_id',
  'recipient_name',
  'address',
  'channel',
  'template_slug',
  'category',
  'source_name',
  'summary',
  'reason',
  'error_message',
  'attempts_made',
  'priority',
  'external_id',
] as const satisfies (keyof Listed)[]

/**
 * Yields the deliveries that match the filter, newest first, page by page. A page is read only after the previous page
 * was consumed. A CSV file begins with a byte order mark, because Excel needs it.
 */
export async function exportDeliveries(
  c: Connection,
  workspaceId: number,
  filter: Omit<ListFilter, 'before' | 'limit'>,
  visibility: Visibility,
  format: 'csv' | 'jsonl',
): Promise<AsyncIterable<string>> {
  await requireWorkspace(c, workspaceId)
  return pages()

  async function* pages(): AsyncGenerator<string> {
    if (format === 'csv') yield `\ufeff${csvLine(columns)}`
    let before = Number.MAX_SAFE_INTEGER
    for (let written = 0; written < exportedDeliveries.rows; ) {
      const limit = Math.min(records.page, exportedDeliveries.rows - written)
      const { rows, reached } = await deliveriesOf(c, workspaceId, { ...filter, before, limit }, visibility)
      yield rows.map(format === 'csv' ? csvRow : jsonLine).join('')
      if (reached === undefined) return
      written += rows.length
      before = reached.id
    }
  }
}

const csvRow = (row: Listed) => csvLine(columns.map((name) => row[name]))
const jsonLine = (row: Listed) => `${JSON.stringify(row)}\n`
