// Stores the templates of a workspace. A template is found by its slug. The row contains the published version.
import type { Connection } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { firstRowOf } from '../rows.ts'
import type { Locales } from './locales.ts'
import type { SendingDefaults } from './sending-defaults.ts'

/** How the texts of a template are filled: `{{name}}` placeholders, or the language Liquid. */
export const engines = ['placeholders', 'liquid'] as const
export type Engine = (typeof engines)[number]

/** The content of a template, as a draft, a version or the published template stores it. */
export interface TemplateSource {
  name: string
  essential: boolean
  /** Names of variables whose values are hidden from viewers. */
  sensitive: string[]
  engine: Engine
  /** The slug of the layout. Null for none. */
  layout: string | null
  /** Values of send fields that a request may omit. */
  defaults: SendingDefaults
  locales: Locales
}

/** The HTML of the email of each locale whose source is MJML. `head` contains its styles, if a layout has the head. */
export type CompiledLocales = Record<string, { html: string; head?: string }>

export interface TemplateRecord extends TemplateSource {
  id: number
  slug: string
  compiled: CompiledLocales | null
  /** 0 if the template was never published. In this case `locales` is empty. */
  version: number
  tags: string[]
  created_at: Date
  updated_at: Date
  /** The name of the actor that published the template last. Null if the service saved it. */
  updated_by: string | null
  last_used_at: Date | null
  /** The automations that send the template. */
  automations: { id: number; name: string }[]
  /** The draft without its content. Null if there is no draft. */
  draft: DraftHead | null
}

export interface DraftHead {
  revision: number
  based_on: number
  /** The time in the format of PostgreSQL's JSON. */
  updated_at: string
  updated_by: string | null
}

const SELECTED = `select t.id, t.slug, t.name, t.essential, t.sensitive, t.engine, t.layout, t.defaults, t.locales, t.compiled, t.version,
    t.tags, t.created_at, t.updated_at, t.updated_by, t.last_used_at,
    case when d.template_id is not null then json_build_object('revision', d.revision, 'based_on', d.based_on,
      'updated_at', d.updated_at, 'updated_by', d.updated_by) end as draft,
    (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.id), '[]')
      from automations a where a.workspace_id = t.workspace_id and a.template = t.slug) as automations
  from templates t left join template_drafts d on d.template_id = t.id`

export interface NewTemplate extends TemplateSource {
  slug: string
  compiled: CompiledLocales | null
  tags: string[]
  /** 1 for a published template, and 0 for a draft only. */
  version: 0 | 1
  /** The name of the actor that saves the template. */
  by: string | null
}

/** Returns the id. Returns undefined if another template has this slug. */
export async function insertTemplate(
  c: Connection,
  now: Date,
  workspaceId: number,
  row: NewTemplate,
): Promise<number | undefined> {
  const inserted = await firstRowOf<{ id: number }>(c, {
    text: `insert into templates (workspace_id, slug, name, essential, sensitive, engine, layout, locales, compiled, tags, version,
             created_at, updated_at, updated_by, defaults)
           values ($1, $2, $3, $4, $5::text[], $6, $7, $8, $9, $10::text[], $11, $12, $12, $13, $14)
           on conflict (workspace_id, slug) do nothing returning id`,
    values: [
      workspaceId,
      row.slug,
      row.name,
      row.essential,
      row.sensitive,
      row.engine,
      row.layout,
      JSON.stringify(row.locales),
      compiledJson(row.compiled),
      row.tags,
      row.version,
      now,
      row.by,
      JSON.stringify(row.defaults),
    ],
  })
  return inserted?.id
}

/** Returns a template. With `lock`, other transactions cannot change the template until this transaction ends. */
export async function findTemplate(
  c: Connection,
  workspaceId: number,
  slug: string,
  lock = false,
): Promise<TemplateRecord | undefined> {
  return firstRowOf<TemplateRecord>(c, {
    text: `${SELECTED} where t.workspace_id = $1 and t.slug = $2${lock ? ' for update of t' : ''}`,
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
    columns: 'listed.*',
    list: `${SELECTED} where t.workspace_id = $1 and t.id > $2
             and ($3::text is null or strpos(lower(t.slug), lower($3)) > 0 or strpos(lower(t.name), lower($3)) > 0)`,
    values: [workspaceId, after, q ?? null],
    order: 'id',
    size: 'octet_length(locales::text) + octet_length(sensitive::text)',
    limit,
  })
}

/** Returns the oldest published template, if possible one with placeholders. */
export async function findOldestPublished(
  c: Connection,
  workspaceId: number,
): Promise<Pick<TemplateRecord, 'slug' | 'locales'> | undefined> {
  return firstRowOf<Pick<TemplateRecord, 'slug' | 'locales'>>(c, {
    text: `select slug, locales from templates where workspace_id = $1 and version > 0
           order by (engine = 'liquid'), id limit 1`,
    values: [workspaceId],
  })
}

/** Replaces the published content, which becomes the next version. */
export async function publishTemplate(
  c: Connection,
  now: Date,
  id: number,
  row: TemplateSource & { compiled: CompiledLocales | null; by: string | null },
): Promise<void> {
  await c.query({
    text: `update templates set name = $2, essential = $3, sensitive = $4::text[], engine = $5, layout = $6, locales = $7,
             compiled = $8, version = version + 1, updated_at = $9, updated_by = $10,
             defaults = $11 where id = $1`,
    values: [
      id,
      row.name,
      row.essential,
      row.sensitive,
      row.engine,
      row.layout,
      JSON.stringify(row.locales),
      compiledJson(row.compiled),
      now,
      row.by,
      JSON.stringify(row.defaults),
    ],
  })
}

export async function setTemplateTags(c: Connection, id: number, tags: string[]): Promise<void> {
  await c.query({ text: 'update templates set tags = $2::text[] where id = $1', values: [id, tags] })
}

export async function deleteTemplate(c: Connection, workspaceId: number, slug: string): Promise<void> {
  await c.query({
    text: 'delete from templates where workspace_id = $1 and slug = $2',
    values: [workspaceId, slug],
  })
}

function compiledJson(compiled: CompiledLocales | null): string | null {
  return compiled === null ? null : JSON.stringify(compiled)
}
