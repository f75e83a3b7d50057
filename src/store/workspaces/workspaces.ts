// Stores workspaces. A workspace is a tenant with a plan, limits and a version. The version becomes higher with each
// change of data that admission caches.
import type { QuietHours } from '../../lib/quiet-hours/period.ts'
import type { Connection } from '../database.ts'
import type { Role } from '../members/memberships.ts'
import { firstRowOf, onlyRowOf, rowsOf } from '../rows.ts'

export interface WorkspaceRow {
  id: number
  name: string
  plan: string
  quota: number | null
  whatsapp_limit: number | null
  default_locale: string
  brand: Record<string, unknown>
  /** An address that receives notices in addition to the owners. */
  notice_email: string | null
  /** An IANA time zone, such as Europe/Rome. */
  time_zone: string
  quiet_hours: QuietHours | null
  created_at: Date
}

const COLUMNS =
  'id, name, plan, quota, whatsapp_limit, default_locale, brand, notice_email, time_zone, quiet_hours,\n  created_at'

export type NewWorkspace = Omit<WorkspaceRow, 'id' | 'created_at'>

export async function insertWorkspace(c: Connection, now: Date, row: NewWorkspace): Promise<WorkspaceRow> {
  return onlyRowOf<WorkspaceRow>(c, {
    text: `insert into workspaces (name, plan, quota, whatsapp_limit, default_locale, brand, notice_email, time_zone, created_at,
             quiet_hours)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
    values: [
      row.name,
      row.plan,
      row.quota,
      row.whatsapp_limit,
      row.default_locale,
      row.brand,
      row.notice_email,
      row.time_zone,
      now,
      row.quiet_hours,
    ],
  })
}

export async function findWorkspace(c: Connection, id: number, lock = false): Promise<WorkspaceRow | undefined> {
  return firstRowOf<WorkspaceRow>(c, {
    text: `select ${COLUMNS} from workspaces where id = $1${lock ? ' for no key update' : ''}`,
    values: [id],
  })
}

export interface WorkspacePage {
  after: number
  limit: number
  /** If set, returns only workspaces whose name contains this text. Upper and lower case are equal. */
  q?: string | undefined
  /** If set, returns only workspaces of this member. */
  memberId?: number | undefined
}

/** Returns workspaces, each with the role of the member. Without `memberId`, the role is null. */
export async function listWorkspaces(
  c: Connection,
  { after, limit, q, memberId }: WorkspacePage,
): Promise<(WorkspaceRow & { role: Role | null })[]> {
  return rowsOf<WorkspaceRow & { role: Role | null }>(c, {
    text: `select ${COLUMNS}, p.role from workspaces w left join memberships p on p.workspace_id = w.id and p.member_id = $3
           where id > $1 and ($3::bigint is null or p.role is not null)
             and ($4::text is null or strpos(lower(name), lower($4)) > 0)
           order by id limit $2`,
    values: [after, limit, memberId ?? null, q ?? null],
  })
}

/** Sets all fields to the values in `row`, and raises the version. */
export async function updateWorkspace(c: Connection, row: WorkspaceRow): Promise<void> {
  await c.query({
    text: `update workspaces set name = $2, plan = $3, quota = $4, whatsapp_limit = $5, default_locale = $6, brand = $7, notice_email = $8, time_zone = $9,
             quiet_hours = $10, version = version + 1
           where id = $1`,
    values: [
      row.id,
      row.name,
      row.plan,
      row.quota,
      row.whatsapp_limit,
      row.default_locale,
      row.brand,
      row.notice_email,
      row.time_zone,
      row.quiet_hours,
    ],
  })
}

/**
 * Sets the default language of the workspace that the first start created. Has no effect if its language has changed
 * since.
 */
export async function setSeededLocale(c: Connection, locale: string): Promise<void> {
  await c.query({
    text: `update workspaces w set default_locale = $1, version = version + 1
           from installation i where w.created_at = i.seeded_at and w.default_locale = 'it' and $1 <> 'it'`,
    values: [locale],
  })
}

/**
 * Makes every process read the cached data of the workspace again. Call this in the transaction that changes the data.
 */
export async function raiseVersion(c: Connection, id: number): Promise<void> {
  await c.query({ text: 'update workspaces set version = version + 1 where id = $1', values: [id] })
}
