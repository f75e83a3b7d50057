// Marks of sensitive variables: those that templates have, and dropped ones that still hide older messages.
import type { Connection, Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

/** In place of a template's slug and of a variable's name: every one of them. */
export const ANY = ''

/** Dropped marks that a workspace keeps one by one. */
const MOST_DROPPED = 2000

export interface MarkRow {
  /** EVERY: the mark hides every variable of the workspace's messages. */
  slug: string
  name: string
  /** Null: the template has the mark. A date: the mark hides messages that were accepted until then. */
  dropped_at: Date | null
}

/** The marks of the templates with these slugs, also of templates that were removed, and those of EVERY. A name may occur twice. */
export async function readMarks(c: Connection, workspaceId: number, slugs: string[]): Promise<MarkRow[]> {
  if (slugs.length === 0) return []
  return rowsOf<MarkRow>(c, {
    name: 'read-marks',
    text: `select slug, unnest(sensitive) as name, null::timestamptz as dropped_at from templates
           where workspace_id = $1 and slug = any($2::text[]) and sensitive <> '{}'
           union all
           select slug, name, dropped_at from dropped_marks where workspace_id = $1 and slug = any($2::text[])`,
    values: [workspaceId, [...slugs, ANY]],
  })
}

/** Returns which of the workspaces have a template that marks a variable, or marked one of messages that are still stored. */
export async function workspacesWithMarks(c: Connection, workspaceIds: number[]): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number }>(c, {
    text: `select w.id from unnest($1::bigint[]) as w(id)
           where exists (select from templates where workspace_id = w.id and sensitive <> '{}')
             or exists (select from dropped_marks where workspace_id = w.id)`,
    values: [workspaceIds],
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Remembers marks that the template no longer has. More than 2,000 of a workspace become one mark that hides every variable.
 * The caller's transaction has locked the workspace.
 */
export async function storeDroppedMarks(
  tx: Transaction,
  now: Date,
  where: { workspaceId: number; slug: string },
  names: string[],
): Promise<void> {
  if (names.length === 0) return
  const { workspaceId, slug } = where
  await insertDroppedMarks(tx, now, workspaceId, slug, names)
  const kept = await tx.query<{ count: number }>({
    text: 'select count(*)::int as count from dropped_marks where workspace_id = $1',
    values: [workspaceId],
  })
  if ((kept.rows[0]?.count ?? 0) <= MOST_DROPPED) return
  await tx.query({ text: 'delete from dropped_marks where workspace_id = $1', values: [workspaceId] })
  await insertDroppedMarks(tx, now, workspaceId, ANY, [ANY])
}

async function insertDroppedMarks(tx: Transaction, now: Date, workspaceId: number, slug: string, names: string[]) {
  await tx.query({
    text: `insert into dropped_marks as m (workspace_id, slug, name, dropped_at)
           select $1, $2, name, $4 from unnest($3::text[]) as name
           on conflict (workspace_id, slug, name) do update set dropped_at = greatest(m.dropped_at, excluded.dropped_at)`,
    values: [workspaceId, slug, names, now],
  })
}
