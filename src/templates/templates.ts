// Creates, reads, replaces and deletes templates. A PUT saves and publishes the whole content in one step.
import { Refused, refuse } from '../errors.ts'
import { instant } from '../lib/text/date-time.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { saveDraft } from '../store/templates/drafts.ts'
import { holdLayout } from '../store/templates/layouts.ts'
import { storeDroppedMarks } from '../store/templates/template-marks.ts'
import { storeTemplateVersion } from '../store/templates/template-versions.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  publishTemplate,
  setTemplateTags,
  type TemplateRecord,
  type TemplateSource,
} from '../store/templates/templates.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { templateBody } from './bodies.ts'
import { type Publishable, publishable } from './checked.ts'
import { contentOf, type TemplateInput } from './input.ts'
import { errorAt, refuseErrors } from './problems.ts'

export interface CreatedTemplate extends TemplateInput {
  tags?: string[]
  /** Whether the content is published at once. The default is true. If false, the content is the draft. */
  publish?: boolean
}

/** Creates and publishes a template in the caller's transaction. Throws conflict if the slug is taken. */
export async function createTemplate(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  { slug, tags = [] }: { slug: string; tags?: string[] | undefined },
  { content, compiled }: Publishable,
  by: string | null,
) {
  await requireLayout(tx, workspaceId, content.layout)
  const id = await insertNew(tx, now, workspaceId, { slug, tags, ...content, compiled, version: 1, by })
  await storeTemplateVersion(tx, id)
  await raiseVersion(tx, workspaceId)
  return templateOf(tx, workspaceId, slug)
}

/** Creates a template, published or as a draft only. Throws conflict if the slug is taken. */
export async function addTemplate(db: Database, now: Date, workspaceId: number, input: CreatedTemplate, by: string) {
  await requireWorkspace(db, workspaceId)
  const content = contentOf(input)
  if (input.publish === false)
    return transaction(db, (tx) => createUnpublished(tx, now, workspaceId, input, content, by))
  const checked = await publishable(db, workspaceId, content)
  return transaction(db, (tx) => createTemplate(tx, now, workspaceId, input, checked, by))
}

/** Creates a template that has only a draft. */
export async function createUnpublished(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  { slug, tags = [] }: { slug: string; tags?: string[] | undefined },
  content: TemplateSource,
  by: string,
) {
  await requireLayout(tx, workspaceId, content.layout)
  const id = await insertNew(tx, now, workspaceId, {
    slug,
    tags,
    ...content,
    layout: null,
    locales: {},
    compiled: null,
    version: 0,
    by,
  })
  await saveDraft(tx, now, id, { ...content, based_on: 0, by })
  await raiseVersion(tx, workspaceId)
  return templateOf(tx, workspaceId, slug)
}

async function insertNew(tx: Transaction, now: Date, workspaceId: number, row: Parameters<typeof insertTemplate>[3]) {
  const id = await insertTemplate(tx, now, workspaceId, row)
  return id ?? refuse('conflict', `The workspace already has a template "${row.slug}".`)
}

/** Keeps the layout from being deleted until the transaction ends. Throws validation_failed if there is no such layout. */
export async function requireLayout(tx: Transaction, workspaceId: number, layout: string | null): Promise<void> {
  if (layout !== null && !(await holdLayout(tx, workspaceId, layout)))
    refuseErrors([errorAt('layout', `is not a layout of this workspace: ${layout}`)])
}

export async function templateOf(c: Connection, workspaceId: number, slug: string) {
  return templateBody(await requireTemplate(c, workspaceId, slug))
}

export async function templatesOf(c: Connection, workspaceId: number, part: Parameters<typeof listTemplates>[2]) {
  await requireWorkspace(c, workspaceId)
  const { rows, more } = await listTemplates(c, workspaceId, part)
  return { rows: rows.map(templateBody), more }
}

/**
 * Replaces the published content. `by` is the member who saves it. With `version`, throws conflict if a newer version
 * exists; the error names the author of that version. A draft stays.
 */
export async function putTemplate(
  db: Database,
  now: Date,
  workspaceId: number,
  input: TemplateInput,
  { version, by }: { version: number | undefined; by: string },
) {
  const known = await requireTemplate(db, workspaceId, input.slug)
  if (version !== undefined && version !== known.version) refuseOutdated(known, version)
  const checked = await publishable(db, workspaceId, contentOf(input, known))
  return transaction(db, async (tx) => {
    const before = await lockTemplate(tx, workspaceId, input.slug)
    return publishLocked(tx, now, workspaceId, before, checked, { version, by })
  })
}

/** Publishes the content as the next version of the template `before`, which the caller's transaction locked. */
export async function publishLocked(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  before: TemplateRecord,
  { content, compiled }: Publishable,
  { version, by }: { version: number | undefined; by: string },
) {
  const { id, slug } = before
  if (version !== undefined && version !== before.version) refuseOutdated(before, version)
  await requireLayout(tx, workspaceId, content.layout)
  await publishTemplate(tx, now, id, { ...content, compiled, by })
  const dropped = before.sensitive.filter((name) => !content.sensitive.includes(name))
  await storeTemplateVersion(tx, id)
  await raiseVersion(tx, workspaceId)
  await storeDroppedMarks(tx, now, { workspaceId, slug }, dropped)
  return templateOf(tx, workspaceId, slug)
}

export function refuseOutdated({ version, updated_by, updated_at }: TemplateRecord, begun: number): never {
  const author = updated_by ?? 'Another author'
  throw new Refused({
    code: 'conflict',
    message: `${author} saved version ${version} at ${instant(updated_at)}; your change is based on version ${begun}. Nothing was saved.`,
    current: { version, updated_by, updated_at: updated_at.toISOString() },
  })
}

/** Replaces the tags. They are not part of the versions. */
export async function tagTemplate(db: Database, workspaceId: number, slug: string, tags: string[]) {
  const { id } = await requireTemplate(db, workspaceId, slug)
  await setTemplateTags(db, id, [...new Set(tags)])
  return templateOf(db, workspaceId, slug)
}

/** Deletes the template with its versions. The sensitive variables of messages that used the template stay hidden. */
export async function removeTemplate(db: Database, now: Date, workspaceId: number, slug: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { sensitive } = await lockTemplate(tx, workspaceId, slug)
    await deleteTemplate(tx, workspaceId, slug)
    await raiseVersion(tx, workspaceId)
    await storeDroppedMarks(tx, now, { workspaceId, slug }, sensitive)
  })
}

export async function requireTemplate(c: Connection, workspaceId: number, slug: string): Promise<TemplateRecord> {
  return (await findTemplate(c, workspaceId, slug)) ?? refuse('not_found', noTemplate(slug))
}

/** Locks the template until the transaction ends. */
export async function lockTemplate(tx: Transaction, workspaceId: number, slug: string): Promise<TemplateRecord> {
  return (await findTemplate(tx, workspaceId, slug, true)) ?? refuse('not_found', noTemplate(slug))
}

const noTemplate = (slug: string) => `No template "${slug}" in this workspace.`
