// Sources: the applications of a workspace that send.
import type { Connection } from './database.ts'

export interface SourceRecord {
  id: number
  workspace_id: number
  name: string
  rate_limit: number
  confirm_click: boolean
  /** When a machine last seemed to follow every link of a message. */
  rapid_takes_at: Date | null
  created_at: Date
}

const COLUMNS = 'id, workspace_id, name, rate_limit, confirm_click, rapid_takes_at, created_at'

export async function insertSource(
  c: Connection,
  now: Date,
  row: { workspaceId: number; name: string; rateLimit: number; confirmClick: boolean },
): Promise<SourceRecord> {
  const result = await c.query<SourceRecord>({
    text: `insert into sources (workspace_id, name, rate_limit, confirm_click, created_at) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    values: [row.workspaceId, row.name, row.rateLimit, row.confirmClick, now],
  })
  return result.rows[0]!
}

export async function findSourceRecord(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<SourceRecord | undefined> {
  const result = await c.query<SourceRecord>({
    text: `select ${COLUMNS} from sources where workspace_id = $1 and id = $2 and deleted_at is null`,
    values: [workspaceId, id],
  })
  return result.rows[0]
}

export async function listSources(
  c: Connection,
  workspaceId: number,
  after: number,
  limit: number,
): Promise<SourceRecord[]> {
  const result = await c.query<SourceRecord>({
    text: `select ${COLUMNS} from sources where workspace_id = $1 and id > $2 and deleted_at is null order by id limit $3`,
    values: [workspaceId, after, limit],
  })
  return result.rows
}

/** What is left out stays. Undefined when there is no such source. */
export async function updateSource(
  c: Connection,
  workspaceId: number,
  id: number,
  change: { name?: string; rate_limit?: number; confirm_click?: boolean },
): Promise<SourceRecord | undefined> {
  const result = await c.query<SourceRecord>({
    text: `update sources set name = coalesce($3, name), rate_limit = coalesce($4, rate_limit),
             confirm_click = coalesce($5, confirm_click)
           where workspace_id = $1 and id = $2 and deleted_at is null returning ${COLUMNS}`,
    values: [workspaceId, id, change.name ?? null, change.rate_limit ?? null, change.confirm_click ?? null],
  })
  return result.rows[0]
}

export async function markSourceDeleted(c: Connection, now: Date, workspaceId: number, id: number): Promise<void> {
  await c.query({
    text: 'update sources set deleted_at = $3 where workspace_id = $1 and id = $2',
    values: [workspaceId, id, now],
  })
}
