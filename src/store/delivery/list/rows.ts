// Reads the rows of a list of deliveries.
import type { ChannelName } from '../../../channels/index.ts'
import type { DeliveryState, DeliveryStatus } from '../../../delivery-states.ts'
import type { Connection } from '../../database.ts'
import { rowsOf } from '../../rows.ts'
import { type Scanned, type ScanQuery, scan } from '../../scan.ts'
import { STATE_COLUMNS, stateOf } from './states.ts'

export interface DeliveryListRow {
  id: number
  status: DeliveryStatus
  mode: 'live' | 'test'
  source_id: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: ChannelName
  template_slug: string
  priority: 0 | 1 | 2
  external_id: string | null
  error_message: string | null
  error_code: string | null
  created_at: Date
  scheduled_for: Date | null
  deferred_until: Date | null
}

const COLUMNS = `id, status, mode, source_id, recipient_id, recipient_name, address, channel, template_slug, priority, external_id,
  error_message, error_code, created_at, scheduled_for, deferred_until`

/**
 * Returns the deliveries of a scan, newest first. Indexes find the deliveries of a workspace, the deliveries of a
 * recipient, and the failed deliveries. To apply any other filter, a statement scans the rows that one of these indexes
 * finds. Each statement scans a limited number of rows.
 */
export async function listDeliveries(
  c: Connection,
  query: ScanQuery,
  { limit, statements }: { limit: number; statements?: number | undefined },
): Promise<Scanned<DeliveryListRow>> {
  return scan<DeliveryListRow>(c, query, limit, { columns: `${COLUMNS}, ${STATE_COLUMNS}`, statements })
}

/** Returns the deliveries with these ids that belong to the workspace. */
export async function findListed(c: Connection, workspaceId: number, ids: number[]): Promise<DeliveryListRow[]> {
  return rowsOf<DeliveryListRow>(c, {
    text: `select ${COLUMNS} from deliveries where id = any($2::bigint[]) and workspace_id = $1 order by id desc`,
    values: [workspaceId, ids],
  })
}

/** The values of a row in addition to the columns that the filters read. */
export interface ListedDetails {
  id: number
  state: DeliveryState
  attempts_made: number
  next_at: Date
  source_name: string
  /** Null without a category, or if the content is very large. */
  category: string | null
  /** The beginning of the subject, or of the text of a message without a subject. Null if the content is very large. */
  summary: string | null
  /** The same with masked sensitive variables. Null if the message has none. */
  masked_summary: string | null
}

/** Maximum number of characters of a text that are read for a list. */
const READ = 400
/** A content with more bytes than this, compressed, is not read for a list, because a page has up to 100 rows. */
const LARGEST = 16_384

/** The subject, or the text. A recipient sees the subject only in emails and push notifications. */
const summaryIn = (content: string) =>
  `left(coalesce(case when d.channel in ('email', 'push') then nullif(${content}->>'subject', '') end, ${content}->>'body'), ${READ})`

export async function readListedDetails(
  c: Connection,
  workspaceId: number,
  ids: number[],
  now: Date,
): Promise<ListedDetails[]> {
  return rowsOf<ListedDetails>(c, {
    name: 'read-listed-details',
    text: `select d.id, ${stateOf('d', '$3::timestamptz')} as state, d.attempts_made, d.next_at,
             (select name from sources s where s.id = d.source_id and s.workspace_id = $1) as source_name,
             case when d.is_small then d.content->>'category' end as category,
             case when d.is_small then ${summaryIn('d.content')} end as summary,
             case when d.is_small then ${summaryIn("d.content->'masked'")} end as masked_summary
           from (
             select id, status, error_code, channel, source_id, scheduled_for, deferred_until, content, pg_column_size(content) <= ${LARGEST} as is_small,
               ${STATE_COLUMNS}
             from deliveries where id = any($2::bigint[]) and workspace_id = $1
           ) d`,
    values: [workspaceId, ids, now],
  })
}
