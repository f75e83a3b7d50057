// Changes of many recipients at once: their ids by a filter, their tags, and their removal.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { type Scanned, scan } from '../scan.ts'
import { COLUMNS, type RecipientFilter, type RecipientRecord, recipientQuery } from './recipients.ts'

export type ListedRecipient = RecipientRecord & { workspace_id: number }

/** Returns the ids of the recipients that match, newest first. Scans a limited number of rows. */
export async function listRecipientIds(
  c: Connection,
  workspaceId: number,
  filter: RecipientFilter,
): Promise<Scanned<{ id: number }>> {
  const query = await recipientQuery(c, workspaceId, filter)
  const columns = query.filters.length === 0 ? 'id, created_at' : COLUMNS
  return scan<{ id: number }>(c, query, filter.limit, { columns })
}

/** Locks recipients in the order of their ids, and returns them. */
export async function lockRecipients(tx: Transaction, workspaceId: number, ids: number[]): Promise<ListedRecipient[]> {
  return rowsOf<ListedRecipient>(tx, {
    name: 'lock-recipients',
    text: `select workspace_id, ${COLUMNS} from recipients
           where workspace_id = $1 and id = any($2::bigint[]) order by id for update`,
    values: [workspaceId, ids],
  })
}

/** Replaces the tags of locked recipients. */
export async function writeTags(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  rows: { id: number; tags: string[] }[],
): Promise<void> {
  await tx.query({
    name: 'write-tags',
    text: `update recipients r set updated_at = $3, tags = n.tags
           from json_to_recordset($2::json) as n(id bigint, tags jsonb) where r.id = n.id and r.workspace_id = $1`,
    values: [workspaceId, asJson(rows), now],
  })
}

/** Deletes recipients. Returns the ids of the deleted recipients. */
export async function deleteRecipients(tx: Transaction, workspaceId: number, ids: number[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(tx, {
    name: 'delete-recipients',
    text: `delete from recipients where id = any(array(
             select id from recipients where workspace_id = $1 and id = any($2::bigint[]) order by id for update))
           returning id`,
    values: [workspaceId, ids],
  })
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
