// Stores the drafts of templates. A template has at most one draft.
import type { Connection } from '../database.ts'
import { firstRowOf } from '../rows.ts'
import type { TemplateSource } from './templates.ts'

export interface DraftRow extends TemplateSource {
  /** Raised by every save. */
  revision: number
  /** The published version from which the draft began. 0 if the template was never published. */
  based_on: number
  updated_at: Date
  updated_by: string | null
}

/** Returns the draft of a template. */
export async function findDraft(c: Connection, templateId: number): Promise<DraftRow | undefined> {
  return firstRowOf<DraftRow>(c, {
    text: `select name, essential, sensitive, engine, layout, defaults, locales, revision, based_on, updated_at, updated_by
           from template_drafts where template_id = $1`,
    values: [templateId],
  })
}

/** Saves the draft. The caller must have locked the template. While the template is not published, it gets the name of the draft. */
export async function saveDraft(
  c: Connection,
  now: Date,
  templateId: number,
  draft: TemplateSource & { based_on: number; by: string | null },
): Promise<void> {
  await c.query({
    text: `insert into template_drafts as d (template_id, revision, based_on, name, essential, sensitive, engine, layout, locales,
             updated_at, updated_by, defaults)
           values ($1, 1, $2, $3, $4, $5::text[], $6, $7, $8, $9, $10, $11)
           on conflict (template_id) do update set revision = d.revision + 1, based_on = excluded.based_on, name = excluded.name,
             essential = excluded.essential, sensitive = excluded.sensitive, engine = excluded.engine, layout = excluded.layout,
             locales = excluded.locales, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
             defaults = excluded.defaults`,
    values: [
      templateId,
      draft.based_on,
      draft.name,
      draft.essential,
      draft.sensitive,
      draft.engine,
      draft.layout,
      JSON.stringify(draft.locales),
      now,
      draft.by,
      JSON.stringify(draft.defaults),
    ],
  })
  await c.query({
    text: 'update templates set name = $2, updated_at = $3, updated_by = $4 where id = $1 and version = 0',
    values: [templateId, draft.name, now, draft.by],
  })
}

export async function deleteDraft(c: Connection, templateId: number): Promise<void> {
  await c.query({ text: 'delete from template_drafts where template_id = $1', values: [templateId] })
}
