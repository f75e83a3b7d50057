// Stores the layouts of a workspace: the shared header and footer of its emails.
import type { Connection } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { changesOneRow, firstRowOf, hasRow, rowsOf } from '../rows.ts'
import type { ListPart } from './templates.ts'

export const layoutFormats = ['html', 'mjml'] as const

/** A layout in one language. */
export interface LayoutLocale {
  /** HTML or MJML with the placeholder `{{content}}`. */
  content: string
  /** Texts before and after the plain text part. */
  text_header?: string
  text_footer?: string
}

export type LayoutLocales = Record<string, LayoutLocale>

export interface LayoutSource {
  slug: string
  name: string
  format: (typeof layoutFormats)[number]
  locales: LayoutLocales
}

export interface LayoutRow extends LayoutSource {
  id: number
  /** The HTML of each locale. */
  compiled: Record<string, string>
  version: number
  /** The number of templates that use the layout, published or in a draft. */
  used_by: number
  created_at: Date
  updated_at: Date
  updated_by: string | null
}

export interface NewLayout extends LayoutSource {
  compiled: Record<string, string>
  by: string
}

const USERS = `from templates t left join template_drafts d on d.template_id = t.id
  where t.workspace_id = l.workspace_id and (t.layout = l.slug or d.layout = l.slug)`

const SELECTED = `select l.id, l.slug, l.name, l.format, l.locales, l.compiled, l.version, l.created_at, l.updated_at, l.updated_by,
    (select count(*)::int ${USERS}) as used_by
  from layouts l`

export async function listLayouts(
  c: Connection,
  workspaceId: number,
  { after, limit, q }: ListPart,
): Promise<Page<LayoutRow>> {
  return readPage<LayoutRow>(c, {
    columns: 'listed.*',
    list: `${SELECTED} where l.workspace_id = $1 and l.id > $2
             and ($3::text is null or strpos(lower(l.slug), lower($3)) > 0 or strpos(lower(l.name), lower($3)) > 0)`,
    values: [workspaceId, after, q ?? null],
    order: 'id',
    size: 'octet_length(locales::text)',
    limit,
  })
}

export async function findLayout(
  c: Connection,
  workspaceId: number,
  slug: string,
  lock = false,
): Promise<LayoutRow | undefined> {
  return firstRowOf<LayoutRow>(c, {
    text: `${SELECTED} where l.workspace_id = $1 and l.slug = $2${lock ? ' for update of l' : ''}`,
    values: [workspaceId, slug],
  })
}

export async function countLayouts(c: Connection, workspaceId: number): Promise<number> {
  const row = await firstRowOf<{ count: number }>(c, {
    text: 'select count(*)::int as count from layouts where workspace_id = $1',
    values: [workspaceId],
  })
  return row?.count ?? 0
}

/** Locks a layout against deletion until the transaction ends. Returns false if it does not exist. */
export async function holdLayout(c: Connection, workspaceId: number, slug: string): Promise<boolean> {
  return hasRow(c, {
    text: 'select from layouts where workspace_id = $1 and slug = $2 for share',
    values: [workspaceId, slug],
  })
}

/** Returns false if another layout has this slug. */
export async function insertLayout(c: Connection, now: Date, workspaceId: number, row: NewLayout): Promise<boolean> {
  return changesOneRow(c, {
    text: `insert into layouts (workspace_id, slug, name, format, locales, compiled, created_at, updated_at, updated_by)
           values ($1, $2, $3, $4, $5, $6, $7, $7, $8) on conflict (workspace_id, slug) do nothing`,
    values: [workspaceId, row.slug, row.name, row.format, ...contentsOf(row), now, row.by],
  })
}

export async function replaceLayout(c: Connection, now: Date, id: number, row: NewLayout): Promise<void> {
  await c.query({
    text: `update layouts set name = $2, format = $3, locales = $4, compiled = $5, version = version + 1, updated_at = $6,
             updated_by = $7 where id = $1`,
    values: [id, row.name, row.format, ...contentsOf(row), now, row.by],
  })
}

export async function deleteLayout(c: Connection, id: number): Promise<void> {
  await c.query({ text: 'delete from layouts where id = $1', values: [id] })
}

/** Returns the slugs of the first templates that use the layout, published or in a draft. */
export async function usersOfLayout(c: Connection, layoutId: number, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ slug: string }>(c, {
    text: `select users.slug from layouts l, lateral (select t.slug ${USERS} order by t.slug limit $2) users where l.id = $1`,
    values: [layoutId, limit],
  })
  return rows.map(({ slug }) => slug)
}

function contentsOf({ locales, compiled }: NewLayout): [string, string] {
  return [JSON.stringify(locales), JSON.stringify(compiled)]
}
