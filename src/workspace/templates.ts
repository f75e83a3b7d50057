// Templates: kept by slug, replaced whole, previewed as a channel would carry them.
import type { Content } from '../channels/contract.ts'
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { type Details, refuse, refuseInvalid } from '../errors.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  replaceTemplate,
  type TemplateContent,
  type TemplateRecord,
} from '../store/templates.ts'
import { raiseVersion } from '../store/workspaces.ts'
import { contentFor, type Locales, localeKey, localeOf } from './template-content.ts'
import { fillContent } from './template-fill.ts'
import { requireWorkspace } from './workspaces.ts'

export interface TemplateWanted {
  slug: string
  name: string
  essential?: boolean
  locales: object
}

/** Part of the caller's transaction. Throws conflict when the slug is taken. */
export async function createTemplate(c: Connection, now: Date, workspaceId: number, wanted: TemplateWanted) {
  await requireWorkspace(c, workspaceId)
  const row = await insertTemplate(c, now, workspaceId, contentOf(wanted))
  if (!row) refuse('conflict', `The workspace has a template "${wanted.slug}" already.`)
  await raiseVersion(c, workspaceId)
  return templateBody(row)
}

/** Throws conflict when the slug is taken. */
export async function addTemplate(db: Database, now: Date, workspaceId: number, wanted: TemplateWanted) {
  return transaction(db, (tx) => createTemplate(tx, now, workspaceId, wanted))
}

export async function templateOf(c: Connection, workspaceId: number, slug: string) {
  return templateBody(await requireTemplate(c, workspaceId, slug))
}

export async function templatesOf(c: Connection, workspaceId: number, after: number, limit: number) {
  await requireWorkspace(c, workspaceId)
  return (await listTemplates(c, workspaceId, after, limit)).map(templateBody)
}

/** Replaces a template; with `version`, only if nobody changed it since it was read. */
export async function putTemplate(
  db: Database,
  now: Date,
  workspaceId: number,
  wanted: TemplateWanted,
  version: number | undefined,
) {
  return transaction(db, async (tx) => {
    const before = await requireTemplate(tx, workspaceId, wanted.slug)
    const row = await replaceTemplate(tx, now, workspaceId, contentOf(wanted), version ?? null)
    if (!row)
      refuse(
        'conflict',
        `The template was changed meanwhile: it is at version ${before.version}, not ${version}. Read it again.`,
      )
    await raiseVersion(tx, workspaceId)
    return templateBody(row)
  })
}

export async function removeTemplate(db: Database, workspaceId: number, slug: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await deleteTemplate(tx, workspaceId, slug))) refuse('not_found', `No template "${slug}" in this workspace.`)
    await raiseVersion(tx, workspaceId)
  })
}

/** What the channel would carry, with the variables that have no value and everything that would not fit. */
export async function previewTemplate(
  c: Connection,
  workspaceId: number,
  slug: string,
  wanted: { channel: ChannelName; locale?: string; vars?: Record<string, string> },
) {
  const workspace = await requireWorkspace(c, workspaceId)
  const template = await requireTemplate(c, workspaceId, slug)
  const locales = template.locales as Locales
  const locale = localeOf(locales, wanted.locale, workspace.default_locale)
  if (locale === undefined) refuseInvalid({ locale: [`the template has ${Object.keys(locales).join(', ')}`] })
  const vars = wanted.vars ?? {}
  const source = contentFor(locales[locale]!, wanted.channel)
  const subject = source.subject ?? (channelOf(wanted.channel).titled ? template.name : undefined)
  const { missing, ...filled } = fillContent(source, wanted.channel, vars, subject)
  const content: Content = { ...filled, vars, actions: [], attachments: [] }
  const { subject: filledSubject = null, body, own } = content
  return {
    channel: wanted.channel,
    locale,
    subject: filledSubject,
    body,
    ...(own === undefined ? {} : { own }),
    missing: [...missing],
    problems: channelOf(wanted.channel).misfits(content, ''),
  }
}

async function requireTemplate(c: Connection, workspaceId: number, slug: string): Promise<TemplateRecord> {
  return (await findTemplate(c, workspaceId, slug)) ?? refuse('not_found', `No template "${slug}" in this workspace.`)
}

function contentOf({ slug, name, essential = false, locales }: TemplateWanted): TemplateContent {
  const seen = new Map<string, string>()
  for (const name of Object.keys(locales)) {
    const twin = seen.get(localeKey(name))
    if (twin !== undefined) refuseInvalid({ [`locales.${name}`]: [`is the same locale as ${twin}`] })
    seen.set(localeKey(name), name)
  }
  refuseWrongOwnContent(locales as Locales)
  return { slug, name, essential, locales }
}

/** What no variable can mend is said when the template is saved, not when it is sent. */
function refuseWrongOwnContent(locales: Locales): void {
  const details: Details = {}
  for (const [locale, content] of Object.entries(locales)) {
    for (const channel of channelNames) {
      const { own } = contentFor(content, channel)
      for (const { field, message } of (own && channelOf(channel).ownMisfits?.(own, false)) ?? []) {
        const name = `locales.${locale}.channels.${channel}.${field}`
        details[name] = [...(details[name] ?? []), message]
      }
    }
  }
  if (Object.keys(details).length > 0) refuseInvalid(details)
}

function templateBody({ id, slug, name, essential, locales, version, created_at, updated_at }: TemplateRecord) {
  return {
    id,
    slug,
    name,
    essential,
    locales,
    version,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
