// Recipients for the API and the portal. Lists, finds, creates, changes and deletes them.
import type { StoredAddresses } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import type { QuietHours } from '../../lib/quiet-hours/period.ts'
import { emailKey } from '../../lib/text/email-address.ts'
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, onlyRowOf } from '../rows.ts'
import { type Scanned, type ScanQuery, scan, scanQuery } from '../scan.ts'
import { addressColumns, columnsOf } from './address-sql.ts'

const { requestedFields: SEARCHED, ignoringCase } = addressTable()

export interface RecipientRecord extends StoredAddresses {
  id: number
  mode: 'live' | 'test'
  name: string
  locale: string
  /** True if the locale is only the workspace's default. False if a request, a file or a member has set the locale. */
  locale_is_default: boolean
  tags: string[]
  metadata: object
  preferred_channel: string | null
  unusable: Record<string, unknown>
  quiet_hours: QuietHours | null
  time_zone: string | null
  /** When the recipient unsubscribed from everything. */
  unsubscribed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The fields that a caller can set. */
export type RecipientFields = Omit<RecipientRecord, 'id' | 'mode' | 'unsubscribed_at' | 'created_at' | 'updated_at'>

const FIELDS = [
  'name',
  ...addressColumns,
  'locale',
  'locale_is_default',
  'tags',
  'metadata',
  'preferred_channel',
  'unusable',
  'quiet_hours',
  'time_zone',
] as const
const JSON_FIELDS: readonly string[] = ['push', 'tags', 'metadata', 'unusable']
/** The number of bytes of a recipient's large values. */
export const RECIPIENT_SIZE = 'octet_length(metadata::text) + octet_length(push::text) + octet_length(tags::text)'
export const COLUMNS = `id, mode, ${FIELDS.join(', ')}, unsubscribed_at, created_at, updated_at`

function valuesOf(fields: RecipientFields): unknown[] {
  return FIELDS.map((name) => (JSON_FIELDS.includes(name) ? JSON.stringify(fields[name]) : fields[name]))
}

/**
 * Throws the error 23505 of PostgreSQL if another recipient has one of the addresses. The name of the constraint in the
 * error shows which address it is.
 */
export async function insertRecipient(
  c: Connection,
  now: Date,
  workspaceId: number,
  mode: string,
  fields: RecipientFields,
): Promise<RecipientRecord> {
  return onlyRowOf<RecipientRecord>(c, {
    text: `insert into recipients (workspace_id, mode, created_at, updated_at, ${FIELDS.join(', ')})
           values ($1, $2, $3, $3, ${FIELDS.map((_, index) => `$${index + 4}`).join(', ')}) returning ${COLUMNS}`,
    values: [workspaceId, mode, now, ...valuesOf(fields)],
  })
}

export async function findRecipient(
  c: Connection,
  workspaceId: number,
  id: number,
  lock = false,
): Promise<RecipientRecord | undefined> {
  return firstRowOf<RecipientRecord>(c, {
    text: `select ${COLUMNS} from recipients where workspace_id = $1 and id = $2${lock ? ' for update' : ''}`,
    values: [workspaceId, id],
  })
}

/** Like `insertRecipient`, throws the error 23505 of PostgreSQL if another recipient has one of the addresses. */
export async function updateRecipient(
  c: Connection,
  now: Date,
  workspaceId: number,
  id: number,
  fields: RecipientFields,
): Promise<RecipientRecord> {
  return onlyRowOf<RecipientRecord>(c, {
    text: `update recipients set updated_at = $3, ${FIELDS.map((name, index) => `${name} = $${index + 4}`).join(', ')}
           where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
    values: [workspaceId, id, now, ...valuesOf(fields)],
  })
}

export async function deleteRecipient(c: Connection, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from recipients where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
}

export interface RecipientFilter {
  mode: 'live' | 'test'
  /** If set, returns only recipients whose name or address contains this text. */
  q?: string
  tag?: string
  after: number
  limit: number
}

/**
 * Returns recipients with ids below `after`, newest first. Each statement of a search scans a limited number of rows.
 */
export async function listRecipients(
  c: Connection,
  workspaceId: number,
  filter: RecipientFilter,
): Promise<Scanned<RecipientRecord>> {
  const query = await recipientQuery(c, workspaceId, filter)
  return scan<RecipientRecord>(c, query, filter.limit, { columns: COLUMNS, size: RECIPIENT_SIZE })
}

/** Returns the query for the recipients that match the filter. */
export async function recipientQuery(
  c: Connection,
  workspaceId: number,
  { mode, q, tag, after }: Omit<RecipientFilter, 'limit'>,
): Promise<ScanQuery> {
  const exact = q === undefined ? undefined : await recipientWithAddress(c, workspaceId, mode, q)
  const query = scanQuery('recipients', 'created_at', after)
  query.scope('workspace_id', workspaceId)
  query.scope('mode', mode)
  query.scope('id', exact)
  query.filter(
    (place) => `concat_ws(' ', name, ${columnsOf(SEARCHED)}) ilike '%' || ${place} || '%'`,
    q === undefined || exact !== undefined ? undefined : escapeLike(q),
  )
  query.filter((place) => `tags ? ${place}`, tag)
  return query
}

/** Returns the id of the recipient that has exactly this address. */
export async function recipientWithAddress(
  c: Connection,
  workspaceId: number,
  mode: string,
  address: string,
): Promise<number | undefined> {
  const holders = SEARCHED.map((field) => {
    const matches = ignoringCase.has(field) ? `lower(${field}) = $4` : `${field} = $3`
    return `select id from recipients where workspace_id = $1 and mode = $2 and ${matches}`
  })
  const result = await c.query<{ id: number }>({
    text: `${holders.join(' union all ')} limit 1`,
    values: [workspaceId, mode, address, emailKey(address)],
  })
  return result.rows[0]?.id
}

/** Escapes the wildcards of LIKE, so that a search finds the characters that were typed. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
