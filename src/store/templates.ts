// Templates of a workspace by slug.
import type { Connection } from './database.ts'

export interface TemplateRecord {
  id: number
  slug: string
  name: string
  essential: boolean
  locales: Record<string, unknown>
  version: number
  created_at: Date
  updated_at: Date
  /** Who saved it last; null: the service itself. */
  updated_by: string | null
}

const COLUMNS = 'id, slug, name, essential, locales, version, created_at, updated_at, updated_by'

export interface TemplateContent {
  slug: string
  name: string
  essential: boolean
  locales: object
  /** Who saves it. */
  by: string | null
}

/** Undefined when the slug is taken. */
export async function insertTemplate(
  c: Connection,
  now: Date,
  workspaceId: number,
  row: TemplateContent,
): Promise<TemplateRecord | undefined> {
  const result = await c.query<TemplateRecord>({
    text: `insert into templates (workspace_id, slug, name, essential, locales, created_at, updated_at, updated_by)
           values ($1, $2, $3, $4, $5, $6, $6, $7) on conflict (workspace_id, slug) do nothing returning ${COLUMNS}`,
    values: [workspaceId, row.slug, row.name, row.essential, JSON.stringify(row.locales), now, row.by],
  })
  return result.rows[0]
}

export async function findTemplate(
  c: Connection,
  workspaceId: number,
  slug: string,
): Promise<TemplateRecord | undefined> {
  const result = await c.query<TemplateRecord>({
    text: `select ${COLUMNS} from templates where workspace_id = $1 and slug = $2`,
    values: [workspaceId, slug],
  })
  return result.rows[0]
}

export async function listTemplates(
  c: Connection,
  workspaceId: number,
  after: number,
  limit: number,
): Promise<TemplateRecord[]> {
  const result = await c.query<TemplateRecord>({
    text: `select ${COLUMNS} from templates where workspace_id = $1 and id > $2 order by id limit $3`,
    values: [workspaceId, after, limit],
  })
  return result.rows
}

/** Replaces the content; `version`, when given, must be the one that stands. Undefined when it is not, or there is none. */
export async function replaceTemplate(
  c: Connection,
  now: Date,
  workspaceId: number,
  row: TemplateContent,
  version: number | null,
): Promise<TemplateRecord | undefined> {
  const result = await c.query<TemplateRecord>({
    text: `update templates set name = $3, essential = $4, locales = $5, version = version + 1, updated_at = $6, updated_by = $8
           where workspace_id = $1 and slug = $2 and ($7::int is null or version = $7) returning ${COLUMNS}`,
    values: [workspaceId, row.slug, row.name, row.essential, JSON.stringify(row.locales), now, version, row.by],
  })
  return result.rows[0]
}

export async function deleteTemplate(c: Connection, workspaceId: number, slug: string): Promise<boolean> {
  const result = await c.query({
    text: 'delete from templates where workspace_id = $1 and slug = $2',
    values: [workspaceId, slug],
  })
  return result.rowCount === 1
}
