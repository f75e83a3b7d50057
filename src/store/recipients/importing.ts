// Recipients in an import. Finds them by id or address, and locks, creates and replaces many of them in one statement.
import type { Identifier } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { rowsOf } from '../rows.ts'
import { columnsOf, matchesAddress, textsOf } from './address-sql.ts'
import { RECIPIENT_SIZE, type RecipientRecord } from './recipients.ts'

const { identifiers, textFields } = addressTable()

/** The values that identify a recipient. */
export interface ImportQuery extends Partial<Record<Identifier, string>> {
  id?: number
}

export type ImportedRecipient = RecipientRecord & { workspace_id: number }

const FIELDS = `name, ${columnsOf(textFields)}, locale, locale_is_default, tags,
  metadata, preferred_channel, unusable, quiet_hours, time_zone`
const COLUMNS = `id, workspace_id, mode, push, unsubscribed_at, created_at, updated_at, ${FIELDS}`
const RECORD = `name text, ${textsOf(textFields)},
  locale text, locale_is_default boolean, tags jsonb, metadata jsonb, preferred_channel text, unusable jsonb, quiet_hours jsonb, time_zone text`

const HOLDERS = identifiers
  .flatMap((field) => matchesAddress(field))
  .map((condition) => `select r.id from recipients r where r.workspace_id = $1 and r.mode = $2 and ${condition}`)

/**
 * Returns all recipients that a query names by id or by an address. With `lock`, their rows are locked in the order of
 * their ids.
 */
export async function findImported(
  tx: Connection,
  { workspaceId, mode }: { workspaceId: number; mode: string },
  queries: ImportQuery[],
  lock: boolean,
): Promise<ImportedRecipient[]> {
  const found = await tx.query<{ id: number }>({
    name: 'find-imported',
    text: `select distinct r.id
           from json_to_recordset($3::json) as q(id bigint, ${textsOf(identifiers)})
           cross join lateral (
             select r.id from recipients r where r.id = q.id and r.workspace_id = $1 and r.mode = $2
             union all ${HOLDERS.join(' union all ')}
           ) r`,
    values: [workspaceId, mode, asJson(queries)],
  })
  if (found.rows.length === 0) return []
  return rowsOf<ImportedRecipient>(tx, {
    text: `select ${COLUMNS} from recipients where workspace_id = $1 and id = any($2::bigint[]) order by id${lock ? ' for update' : ''}`,
    values: [workspaceId, found.rows.map(({ id }) => id)],
  })
}

/** The fields of a recipient that an import writes. */
export type ImportedFields = Omit<ImportedRecipient, 'id' | 'push' | 'created_at' | 'updated_at' | 'unsubscribed_at'>

/**
 * Creates recipients and returns them. If another transaction took one of the addresses first, the recipient is not
 * created and not returned.
 */
export async function insertImported(tx: Transaction, now: Date, rows: ImportedFields[]): Promise<ImportedRecipient[]> {
  return rowsOf<ImportedRecipient>(tx, {
    name: 'insert-imported',
    text: `insert into recipients (workspace_id, mode, created_at, updated_at, ${FIELDS})
           select workspace_id, mode, $2, $2, ${FIELDS}
           from json_to_recordset($1::json) as n(place int, workspace_id bigint, mode text, ${RECORD})
           order by place on conflict do nothing returning ${COLUMNS}`,
    values: [asJson(rows.map((row, place) => ({ place, ...row }))), now],
  })
}

/** Replaces the fields of recipients. Throws 23505 if another transaction took one of the addresses first. */
export async function replaceImported(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  rows: (ImportedFields & { id: number })[],
): Promise<ImportedRecipient[]> {
  const set = FIELDS.split(/,\s*/).map((name) => `${name} = n.${name}`)
  return rowsOf<ImportedRecipient>(tx, {
    name: 'replace-imported',
    text: `update recipients r set updated_at = $3, ${set.join(', ')}
           from json_to_recordset($1::json) as n(id bigint, ${RECORD})
           where r.id = any($4::bigint[]) and r.id = n.id and r.workspace_id = $2
           returning ${COLUMNS.split(/,\s*/)
             .map((name) => `r.${name}`)
             .join(', ')}`,
    values: [asJson(rows), workspaceId, now, rows.map(({ id }) => id)],
  })
}

/** Returns recipients with ids above `after` for an export, oldest first. */
export async function readForExport(
  c: Connection,
  workspaceId: number,
  { mode, tag, after, limit }: { mode: string; tag?: string; after: number; limit: number },
): Promise<Page<RecipientRecord>> {
  return readPage<RecipientRecord>(c, {
    columns: COLUMNS,
    list: `select ${COLUMNS} from recipients
           where workspace_id = $1 and mode = $2 and id > $3 and ($4::text is null or tags ? $4)`,
    values: [workspaceId, mode, after, tag ?? null],
    order: 'id',
    size: RECIPIENT_SIZE,
    limit,
  })
}
