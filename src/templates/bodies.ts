// Templates and drafts as answers show them.
import type { DraftRow } from '../store/templates/drafts.ts'
import type { DraftHead, TemplateRecord } from '../store/templates/templates.ts'
import { contentFields } from './input.ts'
import type { Problem } from './problems.ts'

export function templateBody(row: TemplateRecord) {
  const { id, slug, version, created_at, updated_at, updated_by, tags, automations, last_used_at, draft } = row
  return {
    id,
    slug,
    ...contentFields(row),
    version,
    published: version > 0,
    tags,
    draft: draftHeadBody(draft),
    used_by: { automations },
    last_used_at: last_used_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    updated_by,
  }
}

export function draftHeadBody(draft: DraftHead | null) {
  if (draft === null) return null
  return { ...draft, updated_at: new Date(draft.updated_at).toISOString() }
}

export function draftBody(slug: string, row: DraftRow, problems: Problem[]) {
  const { revision, based_on, updated_at, updated_by } = row
  return {
    slug,
    ...contentFields(row),
    revision,
    based_on,
    updated_at: updated_at.toISOString(),
    updated_by,
    problems,
  }
}
