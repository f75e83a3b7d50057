// The list of templates without their texts, and the tags of a workspace.
import type { Connection } from '../store/database.ts'
import { listSummaries, listTemplateTags, type SummaryPart, type SummaryRow } from '../store/templates/template-list.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { draftHeadBody } from './bodies.ts'

export { sortings, states } from '../store/templates/template-list.ts'

export interface SummaryPage {
  data: ReturnType<typeof summaryBody>[]
  /** The last row of the page. Undefined if there are no more rows. */
  last: { key: string; id: number } | undefined
}

export async function summariesOf(c: Connection, workspaceId: number, part: SummaryPart): Promise<SummaryPage> {
  await requireWorkspace(c, workspaceId)
  const rows = await listSummaries(c, workspaceId, { ...part, limit: part.limit + 1 })
  const shown = rows.slice(0, part.limit)
  const last = rows.length > part.limit ? shown.at(-1) : undefined
  return { data: shown.map(summaryBody), last: last && { key: last.key, id: last.id } }
}

export async function tagsOf(c: Connection, workspaceId: number) {
  await requireWorkspace(c, workspaceId)
  return listTemplateTags(c, workspaceId)
}

function summaryBody({ key: _, ...row }: SummaryRow) {
  return {
    ...row,
    published: row.version > 0,
    draft: draftHeadBody(row.draft),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
