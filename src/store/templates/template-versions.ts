// Stores the versions of templates. Each save of a template creates a version with its author and time.
import type { Connection } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'
import type { Locales } from './locales.ts'
import type { SendingDefaults } from './sending-defaults.ts'
import type { Engine } from './templates.ts'

export interface VersionHead {
  version: number
  name: string
  by_name: string | null
  at: Date
}

export interface VersionRow extends VersionHead {
  essential: boolean
  /** The sensitive variables. Null if they are unknown, because a process of 0.1.0 saved the version. */
  sensitive: string[] | null
  engine: Engine
  /** The slug of the layout. The layout may have been deleted meanwhile. */
  layout: string | null
  defaults: SendingDefaults
  locales: Locales
}

/** Stores the current content of the template as its newest version. */
export async function storeTemplateVersion(c: Connection, templateId: number): Promise<void> {
  await c.query({
    text: `insert into template_versions (template_id, version, name, essential, sensitive, engine, layout, defaults, locales, by_name,
             at)
           select id, version, name, essential, sensitive, engine, layout, defaults, locales, updated_by, updated_at from templates where id = $1
           on conflict do nothing`,
    values: [templateId],
  })
}

const FROM = 'from template_versions v join templates t on t.id = v.template_id'

/** Returns versions below `before`, newest first. Does not return their content. */
export async function listVersions(
  c: Connection,
  where: { workspaceId: number; slug: string },
  before: number,
  limit: number,
): Promise<VersionHead[]> {
  return rowsOf<VersionHead>(c, {
    text: `select v.version, v.name, v.by_name, v.at ${FROM}
           where t.workspace_id = $1 and t.slug = $2 and v.version < least($3::bigint, 2147483647)
           order by v.version desc limit $4`,
    values: [where.workspaceId, where.slug, before, limit],
  })
}

export async function findVersion(
  c: Connection,
  where: { workspaceId: number; slug: string },
  version: number,
): Promise<VersionRow | undefined> {
  return firstRowOf<VersionRow>(c, {
    text: `select v.version, v.name, v.essential, v.sensitive, v.engine, v.layout, v.defaults, v.locales, v.by_name, v.at ${FROM}
           where t.workspace_id = $1 and t.slug = $2 and v.version = $3`,
    values: [where.workspaceId, where.slug, version],
  })
}
