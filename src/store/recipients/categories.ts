// Stores the categories of a workspace: the kinds of messages that a recipient may accept or decline.
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

export interface CategoryFields {
  name: string
  /** The name in other languages, by locale. */
  names: Record<string, string>
  description: string | null
  /** Whether recipients cannot decline the category. */
  required: boolean
  /** Whether a recipient without a preference receives the messages of the category. */
  allowed_by_default: boolean
}

export interface CategoryRow extends CategoryFields {
  workspace_id: number
  slug: string
  created_at: Date
  updated_at: Date
}

const COLUMNS =
  'workspace_id, slug, name, names, description, required, allowed_by_default, created_at, updated_at' as const

/** Returns the categories of a workspace in the order of their slugs. */
export async function listCategories(c: Connection, workspaceId: number): Promise<CategoryRow[]> {
  return rowsOf<CategoryRow>(c, {
    text: `select ${COLUMNS} from categories where workspace_id = $1 order by slug`,
    values: [workspaceId],
  })
}

export async function findCategory(
  c: Connection,
  workspaceId: number,
  slug: string,
  lock = false,
): Promise<CategoryRow | undefined> {
  return firstRowOf<CategoryRow>(c, {
    text: `select ${COLUMNS} from categories where workspace_id = $1 and slug = $2${lock ? ' for update' : ''}`,
    values: [workspaceId, slug],
  })
}

/** Returns false if another category has this slug. */
export async function insertCategory(
  c: Connection,
  now: Date,
  workspaceId: number,
  slug: string,
  row: CategoryFields,
): Promise<boolean> {
  return changesOneRow(c, {
    text: `insert into categories (workspace_id, slug, name, names, description, required, allowed_by_default, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (workspace_id, slug) do nothing`,
    values: [workspaceId, slug, ...valuesOf(row), now],
  })
}

export async function updateCategory(
  c: Connection,
  now: Date,
  workspaceId: number,
  slug: string,
  row: CategoryFields,
): Promise<void> {
  await c.query({
    text: `update categories set name = $3, names = $4, description = $5, required = $6, allowed_by_default = $7, updated_at = $8
           where workspace_id = $1 and slug = $2`,
    values: [workspaceId, slug, ...valuesOf(row), now],
  })
}

/** Returns the slugs of templates that have the category as a default, published or in a draft. */
export async function templatesOfCategory(c: Connection, workspaceId: number, slug: string): Promise<string[]> {
  const rows = await rowsOf<{ slug: string }>(c, {
    text: `select t.slug from templates t left join template_drafts d on d.template_id = t.id
           where t.workspace_id = $1 and (t.defaults->>'category' = $2 or d.defaults->>'category' = $2) order by t.slug`,
    values: [workspaceId, slug],
  })
  return rows.map((row) => row.slug)
}

/** Deletes a category and the preferences that name it. Returns false if it does not exist. */
export async function deleteCategory(c: Connection, workspaceId: number, slug: string): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from categories where workspace_id = $1 and slug = $2',
    values: [workspaceId, slug],
  })
}

function valuesOf({ name, names, description, required, allowed_by_default }: CategoryFields) {
  return [name, JSON.stringify(names), description, required, allowed_by_default]
}
