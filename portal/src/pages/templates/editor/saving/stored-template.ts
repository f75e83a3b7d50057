// Reads a template with its draft, from which the editor starts.
import type { Template, TemplateDraft } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { useWorkspace } from '../../../../session/workspace.tsx'
import type { StoredContent } from '../content/stored-content.ts'

export interface StoredTemplate {
  /** The published version. */
  template: Template
  /** Null if all changes are published. */
  draft: TemplateDraft | null
}

interface StoredQuery {
  data: StoredTemplate | undefined
  error: Error | null
  retry: () => void
}

/** Reads the template and its draft again at each mount, because a member starts to edit from the answer. */
export function useStoredTemplate(slug: string): StoredQuery {
  const { id: ws } = useWorkspace()
  const template = useRead('readTemplate', { path: { ws, slug } }, { fresh: true })
  const isRead = template.data !== undefined && template.isFetchedAfterMount
  const hasDraft = isRead && template.data.draft !== null
  const draft = useRead('readTemplateDraft', { path: { ws, slug } }, { fresh: true, enabled: hasDraft })
  const isComplete = isRead && (!hasDraft || (draft.data !== undefined && draft.isFetchedAfterMount))
  return {
    data: isComplete ? { template: template.data, draft: hasDraft ? (draft.data ?? null) : null } : undefined,
    error: template.error ?? (hasDraft ? draft.error : null),
    retry: () => {
      void template.refetch()
      if (hasDraft) void draft.refetch()
    },
  }
}

/** Returns the content from which the editor starts: the draft, or else the published version. */
export function contentIn({ template, draft }: StoredTemplate): StoredContent {
  return draft ?? template
}
