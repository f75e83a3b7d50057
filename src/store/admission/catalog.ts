// Reads the templates and connections that admission caches. When the version of the workspace changes, admission reads
// both again.
import type { ChannelName } from '../../channels/index.ts'
import { asJson, type Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'
import type { LayoutRow } from '../templates/layouts.ts'
import type { Locales } from '../templates/locales.ts'
import type { SendingDefaults } from '../templates/sending-defaults.ts'
import type { CompiledLocales, Engine } from '../templates/templates.ts'

/** A template as admission uses it. Compiled HTML has replaced MJML. */
export interface SendableTemplate {
  workspace_id: number
  slug: string
  name: string
  essential: boolean
  engine: Engine
  /** The published version. */
  version: number
  /** Names of variables whose values are hidden from viewers. */
  sensitive: string[]
  defaults: SendingDefaults
  locales: Locales
  /** The layout of emails. Null for none. */
  layout: Pick<LayoutRow, 'locales' | 'compiled'> | null
}

export interface TemplateRow extends SendableTemplate {
  compiled: CompiledLocales | null
}

export interface ConnectionRow {
  id: number
  workspace_id: number
  source_id: number
  channel: ChannelName
  /** The name of the provider. Null while the settings are still in the lane's row of the table `connections`. */
  provider: string | null
  settings: Record<string, unknown>
}

export async function readTemplates(
  c: Connection,
  keys: { workspace_id: number; slug: string }[],
): Promise<TemplateRow[]> {
  return rowsOf<TemplateRow>(c, {
    name: 'read-templates',
    text: `select t.workspace_id, t.slug, t.name, t.essential, t.engine, t.version, t.sensitive, t.defaults, t.locales, t.compiled,
             case when l.id is not null then jsonb_build_object('locales', l.locales, 'compiled', l.compiled) end as layout
           from json_to_recordset($1::json) as w(workspace_id bigint, slug text)
           join templates t on t.workspace_id = w.workspace_id and t.slug = w.slug and t.version > 0
           left join layouts l on l.workspace_id = t.workspace_id and l.slug = t.layout`,
    values: [asJson(keys)],
  })
}

/**
 * Returns the connections of workspaces, ordered by lane and position. `id` is the id of the lane. `settings` contains
 * no secrets.
 */
export async function readConnections(c: Connection, workspaceIds: number[]): Promise<ConnectionRow[]> {
  return rowsOf<ConnectionRow>(c, {
    name: 'read-connections',
    text: `select c.id, c.workspace_id, c.source_id, c.channel, p.provider, coalesce(p.settings, c.settings) as settings
           from connections c left join provider_connections p on p.lane = c.id
           where c.workspace_id = any($1::bigint[]) order by c.id, p.position`,
    values: [workspaceIds],
  })
}
