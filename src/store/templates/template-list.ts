// Reads the list of templates without their texts, in several orders, and the tags of a workspace.
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'
import type { DraftHead, Engine } from './templates.ts'

export const sortings = ['name', 'slug', 'updated', 'created', 'last_used'] as const
export type Sorting = (typeof sortings)[number]

export const states = ['published', 'draft', 'unpublished'] as const

export interface SummaryFilter {
  q?: string | undefined
  tag?: string | undefined
  channel?: string | undefined
  engine?: Engine | undefined
  /** `draft`: published with a draft or not. `unpublished`: never published. */
  state?: (typeof states)[number] | undefined
  layout?: string | undefined
}

export interface SummaryPart extends SummaryFilter {
  sort: Sorting
  descending: boolean
  /** The value and the id of the last row of the page before. */
  after?: { key: string; id: number } | undefined
  limit: number
}

export interface SummaryRow {
  id: number
  slug: string
  name: string
  engine: Engine
  layout: string | null
  version: number
  tags: string[]
  locales: string[]
  channels: string[]
  email_format: 'text' | 'markdown' | 'html' | 'mjml'
  draft: DraftHead | null
  used_by: number
  last_used_at: Date | null
  created_at: Date
  updated_at: Date
  updated_by: string | null
  /** The value by which the list is ordered, for the cursor. */
  key: string
}

/** The value of each order as text. The texts have the order of the values. */
const KEYS: Record<Sorting, string> = {
  name: 'lower(r.name)',
  slug: 'lower(r.slug)',
  updated: `to_char(r.updated_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
  created: `to_char(r.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
  last_used: `coalesce(to_char(r.last_used_at at time zone 'UTC', 'YYYYMMDDHH24MI'), '')`,
}

/** Returns templates of the workspace. A template that was never published is described by its draft. */
export async function listSummaries(
  c: Connection,
  workspaceId: number,
  { sort, descending, after, limit, ...filter }: SummaryPart,
): Promise<SummaryRow[]> {
  const [compare, direction] = descending ? ['<', 'desc'] : ['>', 'asc']
  return rowsOf<SummaryRow>(c, {
    text: `with r as (
             select t.id, t.slug, t.name, coalesce(d.engine, t.engine) as engine, coalesce(d.layout, t.layout) as layout, t.version, t.tags,
               case when t.version = 0 then coalesce(d.locales, '{}') else t.locales end as content, t.last_used_at, t.created_at,
               greatest(t.updated_at, d.updated_at) as updated_at,
               case when d.updated_at > t.updated_at then d.updated_by else t.updated_by end as updated_by,
               case when d.template_id is not null then json_build_object('revision', d.revision, 'based_on', d.based_on,
                 'updated_at', d.updated_at, 'updated_by', d.updated_by) end as draft
             from templates t left join template_drafts d on d.template_id = t.id
             where t.workspace_id = $1
               and ($2::text is null or strpos(lower(t.slug), lower($2)) > 0 or strpos(lower(t.name), lower($2)) > 0)
               and ($3::text is null or $3 = any(t.tags))
               and ($4::text is null or coalesce(d.engine, t.engine) = $4)
               and ($5::text is null or coalesce(d.layout, t.layout) = $5)
               and case $6::text when 'published' then t.version > 0 when 'unpublished' then t.version = 0
                 when 'draft' then d.template_id is not null else true end
           ), keyed as (select r.*, ${KEYS[sort]} collate "C" as key from r)
           select id, slug, name, engine, layout, version, tags, draft, last_used_at, created_at, updated_at, updated_by, key,
             array(select l from jsonb_object_keys(content) as l order by l) as locales,
             array(select distinct ch from jsonb_each(content) as l(locale, text),
               jsonb_object_keys(coalesce(text->'channels', '{}')) as ch order by ch) as channels,
             case when jsonb_path_exists(content, '$.*.channels.email.mjml') then 'mjml'
               when jsonb_path_exists(content, '$.*.channels.email.html') then 'html'
               when jsonb_path_exists(content, '$.*.channels.email.markdown') then 'markdown' else 'text' end as email_format,
             (select count(*)::int from automations a where a.workspace_id = $1 and a.template = keyed.slug) as used_by
           from keyed
           where ($7::text is null or (key, id) ${compare} ($7 collate "C", $8::bigint))
             and ($10::text is null or jsonb_path_exists(content, '$.*.channels.keyvalue() ? (@.key == $channel)',
               jsonb_build_object('channel', $10)))
           order by key ${direction}, id ${direction} limit $9`,
    values: [
      workspaceId,
      filter.q ?? null,
      filter.tag ?? null,
      filter.engine ?? null,
      filter.layout ?? null,
      filter.state ?? null,
      after?.key ?? null,
      after?.id ?? 0,
      limit,
      filter.channel ?? null,
    ],
  })
}

/** Maximum number of tags in the list. */
const MOST_TAGS = 500

/** Returns the tags of the workspace with the number of templates that have the tag. */
export async function listTemplateTags(
  c: Connection,
  workspaceId: number,
): Promise<{ tag: string; templates: number }[]> {
  return rowsOf<{ tag: string; templates: number }>(c, {
    text: `select tag, count(*)::int as templates from templates, unnest(tags) as tag
           where workspace_id = $1 group by tag order by lower(tag), tag limit $2`,
    values: [workspaceId, MOST_TAGS],
  })
}
