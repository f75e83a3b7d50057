// Creates, replaces and deletes templates. A save replaces the whole content.
import { channelNames, channelOf } from '../channels/index.ts'
import { firstMisfits } from '../channels/text/own-content.ts'
import { collectDetails, Refused, refuse, refuseInvalid } from '../errors.ts'
import { instant } from '../lib/text/date-time.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import type { Locales } from '../store/templates/locales.ts'
import { storeDroppedMarks } from '../store/templates/template-marks.ts'
import { storeTemplateVersion } from '../store/templates/template-versions.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  replaceTemplate,
  type TemplateContent,
  type TemplateRecord,
} from '../store/templates/templates.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { contentFor, localeKey } from './content.ts'

export interface TemplateInput {
  slug: string
  name: string
  essential?: boolean
  /** Names of the variables that viewers do not see. If this field is omitted, the template keeps its current names. */
  sensitive?: string[]
  locales: Locales
}

/** Creates a template in the caller's transaction. Throws conflict if the slug is taken. */
export async function createTemplate(
  c: Connection,
  now: Date,
  workspaceId: number,
  input: TemplateInput,
  by: string | null,
) {
  await requireWorkspace(c, workspaceId)
  const row = await insertTemplate(c, now, workspaceId, { ...contentOf(input), by })
  if (!row) refuse('conflict', `The workspace already has a template "${input.slug}".`)
  await storeTemplateVersion(c, row.id)
  await raiseVersion(c, workspaceId)
  return templateBody(row)
}

/** Creates a template. Throws conflict if the slug is taken. */
export async function addTemplate(db: Database, now: Date, workspaceId: number, input: TemplateInput, by: string) {
  return transaction(db, (tx) => createTemplate(tx, now, workspaceId, input, by))
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
 * Replaces a template. `by` is the member who saves it. With `version`, throws conflict if a newer version exists; the
 * error names the author of that version.
 */
export async function putTemplate(
  db: Database,
  now: Date,
  workspaceId: number,
  input: TemplateInput,
  { version, by }: { version: number | undefined; by: string },
) {
  return transaction(db, async (tx) => {
    const before = await lockTemplate(tx, workspaceId, input.slug)
    return replaceLocked(tx, now, workspaceId, before, input, { version, by })
  })
}

/** Replaces the template `before`, which the caller's transaction locked. */
export async function replaceLocked(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  before: TemplateRecord,
  input: TemplateInput,
  { version, by }: { version: number | undefined; by: string },
) {
  const { slug } = before
  if (version !== undefined && version !== before.version) refuseOutdated(before, version)
  const row = await replaceTemplate(tx, now, workspaceId, { ...contentOf(input), by })
  if (!row) refuse('not_found', noTemplate(slug))
  const dropped = before.sensitive.filter((name) => !row.sensitive.includes(name))
  await storeTemplateVersion(tx, row.id)
  await raiseVersion(tx, workspaceId)
  await storeDroppedMarks(tx, now, { workspaceId, slug }, dropped)
  return templateBody(row)
}

function refuseOutdated({ version, updated_by, updated_at }: TemplateRecord, begun: number): never {
  const author = updated_by ?? 'Another author'
  throw new Refused({
    code: 'conflict',
    message: `${author} saved version ${version} at ${instant(updated_at)}; your change is based on version ${begun}. Nothing was saved.`,
    current: { version, updated_by, updated_at: updated_at.toISOString() },
  })
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

function contentOf({ slug, name, essential = false, sensitive, locales }: TemplateInput): Omit<TemplateContent, 'by'> {
  const seen = new Map<string, string>()
  for (const name of Object.keys(locales)) {
    const twin = seen.get(localeKey(name))
    if (twin !== undefined) refuseInvalid({ [`locales.${name}`]: [`is the same locale as ${twin}`] })
    seen.set(localeKey(name), name)
  }
  refuseWrongOwnContent(locales)
  return { slug, name, essential, sensitive: sensitive ?? null, locales }
}

/** Refuses a template that can never be sent, because it has problems that no value of a variable could fix. */
function refuseWrongOwnContent(locales: Locales): void {
  const { details, add } = collectDetails()
  const misfits = firstMisfits(Object.entries(locales), ([locale, content]) =>
    firstMisfits(channelNames, (channel) => {
      const { own } = contentFor(content, channel)
      const found = (own && channelOf(channel).ownMisfits?.(own, false)) ?? []
      return found.map(({ field, message }) => ({
        field: `locales.${locale}.channels.${channel}.${field}`,
        message,
      }))
    }),
  )
  for (const { field, message } of misfits) add(field, message)
  if (Object.keys(details).length > 0) refuseInvalid(details)
}

function templateBody({
  id,
  slug,
  name,
  essential,
  sensitive,
  locales,
  version,
  created_at,
  updated_at,
  updated_by,
}: TemplateRecord) {
  return {
    id,
    slug,
    name,
    essential,
    sensitive,
    locales,
    version,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    updated_by,
  }
}
