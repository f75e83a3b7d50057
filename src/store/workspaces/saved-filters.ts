// Stores the filters that members saved for the list of deliveries.
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'

export interface SavedFilterRow {
  id: number
  name: string
  query: Record<string, string>
}

export interface FilterOwner {
  workspaceId: number
  memberId: number
}

export async function listSavedFilters(
  c: Connection,
  { workspaceId, memberId }: FilterOwner,
): Promise<SavedFilterRow[]> {
  return rowsOf<SavedFilterRow>(c, {
    text: 'select id, name, query from saved_filters where workspace_id = $1 and member_id = $2 order by name, id',
    values: [workspaceId, memberId],
  })
}

/**
 * Saves a filter. A filter with the same name is replaced. Returns undefined if the member already has `most` other
 * filters in the workspace.
 */
export async function upsertSavedFilter(
  c: Connection,
  now: Date,
  { workspaceId, memberId }: FilterOwner,
  filter: { name: string; query: Record<string, string> },
  most: number,
): Promise<SavedFilterRow | undefined> {
  return firstRowOf<SavedFilterRow>(c, {
    text: `insert into saved_filters as f (workspace_id, member_id, name, query, created_at)
           select $1, $2, $3, $4, $5
           where (select count(*) from saved_filters where workspace_id = $1 and member_id = $2 and name <> $3) < $6
           on conflict (workspace_id, member_id, name) do update set query = excluded.query
           returning f.id, f.name, f.query`,
    values: [workspaceId, memberId, filter.name, JSON.stringify(filter.query), now, most],
  })
}

export async function deleteSavedFilter(c: Connection, owner: FilterOwner, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from saved_filters where workspace_id = $1 and member_id = $2 and id = $3',
    values: [owner.workspaceId, owner.memberId, id],
  })
}
