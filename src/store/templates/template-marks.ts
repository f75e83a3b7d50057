// Stores marks of sensitive variables. A mark that is removed from its template becomes a dropped mark, which still
// hides the variable in older messages.
import type { Connection, Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

/** In a mark, this value means every slug or every variable name. */
export const ANY = ''

/** Maximum number of stored dropped marks of a workspace. Above it, one mark that hides all variables replaces them. */
const MOST_DROPPED = 2000

export interface MarkRow {
  /** The slug of the template. With the slug `ANY`, the mark hides all variables of all messages of the workspace. */
  slug: string
  name: string
  /**
   * The time at which the mark was removed from the template. The mark still hides the variables of messages that were
   * accepted until this time. Null while the template has the mark.
   */
  dropped_at: Date | null
}

/**
 * Returns the marks of sensitive variables that have one of these slugs or the slug `ANY`. Includes the marks of
 * deleted templates. The result may contain the name of a variable twice.
 */
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

/**
 * Returns the slugs of the templates that have or had marks of sensitive variables. Contains `ANY` if all variables of
 * the workspace are hidden.
 */
export async function templatesWithMarks(c: Connection, workspaceId: number): Promise<string[]> {
  const rows = await rowsOf<{ slug: string }>(c, {
    text: `select slug from templates where workspace_id = $1 and sensitive <> '{}'
           union select slug from dropped_marks where workspace_id = $1`,
    values: [workspaceId],
  })
  return rows.map(({ slug }) => slug)
}

/**
 * Returns the workspaces that have marks of sensitive variables. A workspace with only dropped marks is in the result
 * too, because dropped marks still hide the variables of older messages.
 */
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
 * Stores marks of sensitive variables that a template has lost. If the workspace then has more than MOST_DROPPED of
 * these marks, one mark that hides all variables replaces them. The caller must have locked the workspace in this
 * transaction.
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
