// The filters that a member saved for the list of deliveries of a workspace.
import { refuse, refuseInvalid } from '../errors.ts'
import { counted } from '../lib/text/plural.ts'
import { savedFilters } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import {
  deleteSavedFilter,
  type FilterOwner,
  listSavedFilters,
  upsertSavedFilter,
} from '../store/workspaces/saved-filters.ts'
import { requireWorkspace } from './workspaces.ts'

export async function savedFiltersOf(c: Connection, owner: FilterOwner) {
  await requireWorkspace(c, owner.workspaceId)
  return listSavedFilters(c, owner)
}

/** Saves a filter under its name. Throws conflict above the limit, and validation_failed for very long values. */
export async function saveFilter(
  c: Connection,
  now: Date,
  owner: FilterOwner,
  { name, query }: { name: string; query: Record<string, string> },
) {
  await requireWorkspace(c, owner.workspaceId)
  const size = Object.values(query).reduce((sum, value) => sum + value.length, 0)
  if (size > savedFilters.characters)
    refuseInvalid({ query: [`has ${size} characters; at most ${savedFilters.characters} are allowed`] })
  const saved = await upsertSavedFilter(c, now, owner, { name: name.trim(), query }, savedFilters.most)
  return (
    saved ??
    refuse(
      'conflict',
      `You already have ${counted(savedFilters.most, 'saved filter')} in this workspace. Remove one first.`,
    )
  )
}

export async function removeFilter(c: Connection, owner: FilterOwner, id: number): Promise<void> {
  if (!(await deleteSavedFilter(c, owner, id))) refuse('not_found', `No saved filter ${id}.`)
}
