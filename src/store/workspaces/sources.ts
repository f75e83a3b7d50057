// Stores sources, which are the applications of a workspace that send messages.
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf, onlyRowOf, rowsOf } from '../rows.ts'

export interface SourceRecord {
  id: number
  workspace_id: number
  name: string
  rate_limit: number
  confirm_click: boolean
  /** The last time at which all links of a message seemed to be opened by a program and not by a person. */
  rapid_takes_at: Date | null
  created_at: Date
  /** True if the first start of the installation created the source. */
  seeded: boolean
}

const COLUMNS = `id, workspace_id, name, rate_limit, confirm_click, rapid_takes_at, created_at,
  created_at is not distinct from (select seeded_at from installation) as seeded`

export async function insertSource(
  c: Connection,
  now: Date,
  row: { workspaceId: number; name: string; rateLimit: number; confirmClick: boolean },
): Promise<SourceRecord> {
  return onlyRowOf<SourceRecord>(c, {
    text: `insert into sources (workspace_id, name, rate_limit, confirm_click, created_at) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    values: [row.workspaceId, row.name, row.rateLimit, row.confirmClick, now],
  })
}

export async function findSourceRecord(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<SourceRecord | undefined> {
  return firstRowOf<SourceRecord>(c, {
    text: `select ${COLUMNS} from sources where workspace_id = $1 and id = $2 and deleted_at is null`,
    values: [workspaceId, id],
  })
}

/**
 * Returns sources in the order of their ids. With `q`, returns only sources whose name contains it, in upper or lower
 * case.
 */
export async function listSources(
  c: Connection,
  workspaceId: number,
  { after, limit, q }: { after: number; limit: number; q?: string | undefined },
): Promise<SourceRecord[]> {
  return rowsOf<SourceRecord>(c, {
    text: `select ${COLUMNS} from sources where workspace_id = $1 and id > $2 and deleted_at is null
             and ($4::text is null or strpos(lower(name), lower($4)) > 0)
           order by id limit $3`,
    values: [workspaceId, after, limit, q ?? null],
  })
}

/** Changes the given fields. Returns undefined if the source does not exist. */
export async function updateSource(
  c: Connection,
  workspaceId: number,
  id: number,
  change: { name?: string; rate_limit?: number; confirm_click?: boolean },
): Promise<SourceRecord | undefined> {
  return firstRowOf<SourceRecord>(c, {
    text: `update sources set name = coalesce($3, name), rate_limit = coalesce($4, rate_limit),
             confirm_click = coalesce($5, confirm_click)
           where workspace_id = $1 and id = $2 and deleted_at is null returning ${COLUMNS}`,
    values: [workspaceId, id, change.name ?? null, change.rate_limit ?? null, change.confirm_click ?? null],
  })
}

/**
 * Locks the source. Only one transaction at a time can then change the number of its valid keys. Send requests and new
 * deliveries do not wait for this lock.
 */
export async function lockSourceKeys(tx: Transaction, workspaceId: number, id: number): Promise<void> {
  await tx.query({
    text: 'select from sources where workspace_id = $1 and id = $2 for no key update',
    values: [workspaceId, id],
  })
}

export async function markSourceDeleted(c: Connection, now: Date, workspaceId: number, id: number): Promise<void> {
  await c.query({
    text: 'update sources set deleted_at = $3 where workspace_id = $1 and id = $2',
    values: [workspaceId, id, now],
  })
}
