// Marks of sensitive variables: those that templates have, and dropped ones that still hide older messages.
import type { Connection } from '../database.ts'

export interface MarkRow {
  slug: string
  name: string
  /** Null: the template has the mark. A date: the mark hides messages that were accepted until then. */
  dropped_at: Date | null
}

/** The marks of the templates with these slugs, also of templates that were removed. A name may occur twice. */
export async function readMarks(c: Connection, workspaceId: number, slugs: string[]): Promise<MarkRow[]> {
  if (slugs.length === 0) return []
  const result = await c.query<MarkRow>({
    name: 'read-marks',
    text: `select slug, unnest(sensitive) as name, null::timestamptz as dropped_at from templates
           where workspace_id = $1 and slug = any($2::text[]) and sensitive <> '{}'
           union all
           select slug, name, dropped_at from dropped_marks where workspace_id = $1 and slug = any($2::text[])`,
    values: [workspaceId, slugs],
  })
  return result.rows
}

/** Returns whether a template of the workspace marks a variable, or marked one of messages that are still stored. */
export async function hasMarks(c: Connection, workspaceId: number): Promise<boolean> {
  const result = await c.query<{ marked: boolean }>({
    text: `select exists (select from templates where workspace_id = $1 and sensitive <> '{}')
             or exists (select from dropped_marks where workspace_id = $1) as marked`,
    values: [workspaceId],
  })
  return result.rows[0]?.marked ?? false
}

/** Remembers marks that the template no longer has. */
export async function keepDroppedMarks(
  c: Connection,
  now: Date,
  where: { workspaceId: number; slug: string },
  names: string[],
): Promise<void> {
  if (names.length === 0) return
  await c.query({
    text: `insert into dropped_marks as m (workspace_id, slug, name, dropped_at)
           select $1, $2, name, $4 from unnest($3::text[]) as name
           on conflict (workspace_id, slug, name) do update set dropped_at = greatest(m.dropped_at, excluded.dropped_at)`,
    values: [where.workspaceId, where.slug, names, now],
  })
}
