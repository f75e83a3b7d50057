// Lists and reads the versions of a template, and restores an old version as a new version.
import { refuse, refuseInvalid } from '../errors.ts'
import { counted } from '../lib/text/plural.ts'
import { lengths } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { saveDraft } from '../store/templates/drafts.ts'
import { findVersion, listVersions, type VersionHead, type VersionRow } from '../store/templates/template-versions.ts'
import type { TemplateSource } from '../store/templates/templates.ts'
import { publishable } from './checked.ts'
import { lockTemplate, publishLocked, requireLayout, requireTemplate, templateOf } from './templates.ts'

interface Where {
  workspaceId: number
  slug: string
}

const MOST = lengths.sensitiveVariables
const tooManyMarks = (count: number) =>
  `the restored template would mark ${counted(count, 'variable')} as sensitive, but the limit is ${MOST}; remove marks from the template first`

/** Lists the versions without their content, newest first. */
export async function versionsOf(c: Connection, where: Where, before: number, limit: number) {
  const { version: current } = await requireTemplate(c, where.workspaceId, where.slug)
  return (await listVersions(c, where, before, limit)).map((row) => headBody(row, current))
}

export async function versionOf(c: Connection, where: Where, version: number) {
  const { version: current } = await requireTemplate(c, where.workspaceId, where.slug)
  const row = await requireVersion(c, where, version)
  return { ...headBody(row, current), ...contentOf(row) }
}

/**
 * Saves the content of an old version as a new version, or as the draft. `seen` is the newest version that the caller
 * knows, as in a PUT. Variables that are marked as sensitive at present stay marked. Otherwise an old version could show
 * viewers a value that is hidden at present.
 */
export async function restoreVersion(
  db: Database,
  now: Date,
  where: Where,
  version: number,
  { seen, as, by }: { seen: number | undefined; as: 'published' | 'draft'; by: string },
) {
  const { workspaceId, slug } = where
  const row = await requireVersion(db, where, version)
  const current = await requireTemplate(db, workspaceId, slug)
  if (as === 'draft') return restoreDraft(db, now, where, restored(row, current.sensitive), by)
  const checked = await publishable(db, workspaceId, restored(row, current.sensitive))
  return transaction(db, async (tx) => {
    const before = await lockTemplate(tx, workspaceId, slug)
    const content = { ...checked.content, sensitive: restored(row, before.sensitive).sensitive }
    return publishLocked(tx, now, workspaceId, before, { ...checked, content }, { version: seen, by })
  })
}

/** Replaces the draft with the content. */
async function restoreDraft(
  db: Database,
  now: Date,
  { workspaceId, slug }: Where,
  content: TemplateSource,
  by: string,
) {
  return transaction(db, async (tx) => {
    const { id, version } = await lockTemplate(tx, workspaceId, slug)
    await requireLayout(tx, workspaceId, content.layout)
    await saveDraft(tx, now, id, { ...content, based_on: version, by })
    return templateOf(tx, workspaceId, slug)
  })
}

/** Returns the content of the version, with the current marks of sensitive variables in addition to its own. */
function restored(row: VersionRow, marked: string[]): TemplateSource {
  const sensitive = [...new Set([...marked, ...(row.sensitive ?? [])])]
  if (sensitive.length > MOST) refuseInvalid({ sensitive: [tooManyMarks(sensitive.length)] })
  return { ...contentOf(row), sensitive }
}

function contentOf({ name, essential, sensitive, engine, layout, defaults, locales }: VersionRow) {
  return { name, essential, sensitive, engine, layout, defaults, locales }
}

async function requireVersion(c: Connection, where: Where, version: number): Promise<VersionRow> {
  return (
    (await findVersion(c, where, version)) ??
    refuse('not_found', `Version ${version} of "${where.slug}" does not exist, or is no longer stored.`)
  )
}

function headBody({ version, name, by_name, at }: VersionHead, current: number) {
  return { id: version, version, name, by: by_name, at: at.toISOString(), current: version === current }
}
