// Stores the templates of a workspace. A template is found by its slug.
import type { Connection } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { firstRowOf } from '../rows.ts'
import type { Locales } from './locales.ts'

export interface TemplateRecord {
  id: number
  slug: string
  name: string
  essential: boolean
  /** Names of variables whose values are hidden from viewers. */
  sensitive: string[]
  locales: Locales
  version: number
  created_at: Date
  updated_at: Date
  /** The name of the actor that saved the template last. Null if the service saved it. */
  updated_by: string | null
}

const COLUMNS = 'id, slug, name, essential, sensitive, locales, version, created_at, updated_at, updated_by'

export interface TemplateContent {
  slug: string
  name: string
  essential: boolean
  /** Names of variables whose values are hidden from viewers. If null, the current names stay. */
  sensitive: string[] | null
  locales: Locales
  /** The name of the actor that saves the template. */
  by: string | null
}

/** Returns undefined if another template has this slug. */
export async function insertTemplate(
  c: Connection,
  now: Date,
  workspaceId: number,
  row: TemplateContent,
): Promise<TemplateRecord | undefined> {
  return firstRowOf<TemplateRecord>(c, {
    text: `insert into templates (workspace_id, slug, name, essential, sensitive, locales, created_at, updated_at, updated_by)
           values ($1, $2, $3, $4, coalesce($8::text[], '{}'), $5, $6, $6, $7) on conflict (workspace_id, slug) do nothing returning ${COLUMNS}`,
    values: [workspaceId, row.slug, row.name, row.essential, JSON.stringify(row.locales), now, row.by, row.sensitive],
  })
}

/** Returns a template. With `lock`, other transactions cannot change the template until this transaction ends. */
export async function findTemplate(
  c: Connection,
  workspaceId: number,
  slug: string,
  lock = false,
): Promise<TemplateRecord | undefined> {
  return firstRowOf<TemplateRecord>(c, {
    text: `select ${COLUMNS} from templates where workspace_id = $1 and slug = $2${lock ? ' for update' : ''}`,
    values: [workspaceId, slug],
  })
}

/**
 * Returns a page of a list in the order of ids. With `q`, returns only rows whose name or slug contains it, in upper or
 * lower case.
 */
export interface ListPart {
  after: number
  limit: number
  q?: string | undefined
}

export async function listTemplates(
  c: Connection,
  workspaceId: number,
  { after, limit, q }: ListPart,
): Promise<Page<TemplateRecord>> {
  return readPage<TemplateRecord>(c, {
    columns: COLUMNS,
    list: `select ${COLUMNS} from templates where workspace_id = $1 and id > $2
             and ($3::text is null or strpos(lower(slug), lower($3)) > 0 or strpos(lower(name), lower($3)) > 0)`,
    values: [workspaceId, after, q ?? null],
    order: 'id',
    size: 'octet_length(locales::text) + octet_length(sensitive::text)',
    limit,
  })
}

/** Replaces the content. Returns undefined if the template does not exist. */
export async function replaceTemplate(
  c: Connection,
  now: Date,
  workspaceId: number,
  row: TemplateContent,
): Promise<TemplateRecord | undefined> {
  return firstRowOf<TemplateRecord>(c, {
    text: `update templates set name = $3, essential = $4, locales = $5, version = version + 1, updated_at = $6, updated_by = $7,
             sensitive = coalesce($8::text[], sensitive)
           where workspace_id = $1 and slug = $2 returning ${COLUMNS}`,
    values: [workspaceId, row.slug, row.name, row.essential, JSON.stringify(row.locales), now, row.by, row.sensitive],
  })
}

export async function deleteTemplate(c: Connection, workspaceId: number, slug: string): Promise<void> {
  await c.query({
    text: 'delete from templates where workspace_id = $1 and slug = $2',
    values: [workspaceId, slug],
  })
}
