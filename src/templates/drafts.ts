// Saves, publishes and discards the draft of a template, and clones templates.
import { Refused, refuse } from '../errors.ts'
import { instant } from '../lib/text/date-time.ts'
import type { SendableTemplate } from '../store/admission/catalog.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { type DraftRow, deleteDraft, findDraft, saveDraft } from '../store/templates/drafts.ts'
import { findLayout } from '../store/templates/layouts.ts'
import { draftBody } from './bodies.ts'
import { checkContent, publishable } from './checked.ts'
import { withCompiled } from './email/formats.ts'
import { type ContentInput, contentFields, contentOf } from './input.ts'
import {
  createUnpublished,
  lockTemplate,
  publishLocked,
  refuseOutdated,
  requireLayout,
  requireTemplate,
} from './templates.ts'

export interface TemplatePlace {
  workspaceId: number
  slug: string
}

/** Returns the draft with its problems. Throws not_found if the template has no draft. */
export async function draftOf(c: Connection, { workspaceId, slug }: TemplatePlace) {
  const { id } = await requireTemplate(c, workspaceId, slug)
  const draft = await requireDraft(c, id, slug)
  return draftBody(slug, draft, (await checkContent(c, workspaceId, draft)).problems)
}

/**
 * Saves the draft, also if its content has errors. `revision` is the revision that the caller read; without a draft it
 * is 0. Throws conflict if another member saved the draft meanwhile.
 */
export async function putDraft(
  db: Database,
  now: Date,
  { workspaceId, slug }: TemplatePlace,
  input: ContentInput,
  { revision, by }: { revision: number | undefined; by: string },
) {
  const saved = await transaction(db, async (tx) => {
    const template = await lockTemplate(tx, workspaceId, slug)
    const before = await findDraft(tx, template.id)
    if (revision !== undefined) refuseOtherRevision(before, revision)
    const content = contentOf(input, before ?? template)
    await requireLayout(tx, workspaceId, content.layout)
    await saveDraft(tx, now, template.id, { ...content, based_on: before?.based_on ?? template.version, by })
    return requireDraft(tx, template.id, slug)
  })
  return draftBody(slug, saved, (await checkContent(db, workspaceId, saved)).problems)
}

/** Deletes the draft. Throws conflict if the template was never published, because nothing of it would be left. */
export async function discardDraft(db: Database, { workspaceId, slug }: TemplatePlace): Promise<void> {
  await transaction(db, async (tx) => {
    const { id, version } = await lockTemplate(tx, workspaceId, slug)
    await requireDraft(tx, id, slug)
    if (version === 0)
      refuse('conflict', `The template "${slug}" was never published. Delete the template instead of its draft.`)
    await deleteDraft(tx, id)
  })
}

/**
 * Publishes the draft as the next version. Throws conflict if `revision` is not the stored revision, or if `version` is
 * no longer the published version.
 */
export async function publishDraft(
  db: Database,
  now: Date,
  { workspaceId, slug }: TemplatePlace,
  { revision, version, by }: { revision: number | undefined; version: number | undefined; by: string },
) {
  const known = await requireTemplate(db, workspaceId, slug)
  const draft = await requireDraft(db, known.id, slug)
  if (revision !== undefined) refuseOtherRevision(draft, revision)
  if (version !== undefined && version !== known.version) refuseOutdated(known, version)
  const checked = await publishable(db, workspaceId, contentFields(draft))
  return transaction(db, async (tx) => {
    const before = await lockTemplate(tx, workspaceId, slug)
    // Only the content that was checked may be published.
    refuseOtherRevision(await findDraft(tx, before.id), draft.revision)
    await deleteDraft(tx, before.id)
    return publishLocked(tx, now, workspaceId, before, checked, { version, by })
  })
}

/** Creates a template with the content of another template as its draft. */
export async function cloneTemplate(
  db: Database,
  now: Date,
  { workspaceId, slug }: TemplatePlace,
  copy: { slug: string; name?: string; from?: 'published' | 'draft' },
  by: string,
) {
  return transaction(db, async (tx) => {
    const template = await requireTemplate(tx, workspaceId, slug)
    const draft = copy.from === 'published' ? undefined : await findDraft(tx, template.id)
    if (copy.from === 'draft' && !draft) refuse('not_found', noDraft(slug))
    if (!draft && template.version === 0) refuse('conflict', `The template "${slug}" is not published yet.`)
    const content = contentFields(draft ?? template)
    const named = { ...content, name: copy.name ?? content.name }
    return createUnpublished(tx, now, workspaceId, { slug: copy.slug, tags: template.tags }, named, by)
  })
}

/** Returns the draft in the form in which admission reads templates. Throws validation_failed if it has errors. */
export async function sendableDraft(c: Connection, { workspaceId, slug }: TemplatePlace): Promise<SendableTemplate> {
  const { id } = await requireTemplate(c, workspaceId, slug)
  const draft = await requireDraft(c, id, slug)
  const { content, compiled } = await publishable(c, workspaceId, draft)
  const layout = content.layout === null ? undefined : await findLayout(c, workspaceId, content.layout)
  return {
    ...content,
    workspace_id: workspaceId,
    slug,
    // No published version has a negative number.
    version: -draft.revision,
    locales: withCompiled(content.locales, compiled),
    layout: layout ?? null,
  }
}

export async function requireDraft(c: Connection, templateId: number, slug: string): Promise<DraftRow> {
  return (await findDraft(c, templateId)) ?? refuse('not_found', noDraft(slug))
}

const noDraft = (slug: string) => `The template "${slug}" has no draft.`

function refuseOtherRevision(draft: DraftRow | undefined, seen: number): void {
  if ((draft?.revision ?? 0) === seen) return
  if (!draft)
    throw new Refused({ code: 'conflict', message: 'The draft was published or discarded. Nothing was saved.' })
  const { revision, updated_by, updated_at } = draft
  throw new Refused({
    code: 'conflict',
    message: `${updated_by ?? 'Another author'} saved the draft at ${instant(updated_at)}. Nothing was saved.`,
    current: { revision, updated_by, updated_at: updated_at.toISOString() },
  })
}
