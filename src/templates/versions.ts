// Lists and reads the versions of a template, and restores an old version as a new version.
import { refuse, refuseInvalid } from '../errors.ts'
import { counted } from '../lib/text/plural.ts'
import { lengths } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { findVersion, listVersions, type VersionHead, type VersionRow } from '../store/templates/template-versions.ts'
import { lockTemplate, replaceLocked, requireTemplate } from './templates.ts'

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
  return { ...headBody(row, current), essential: row.essential, sensitive: row.sensitive, locales: row.locales }
}

/**
 * Saves the content of an old version as a new version. `seen` is the newest version that the caller knows, as in a
 * PUT. Variables that are marked as sensitive at present stay marked. Otherwise an old version could show viewers a
 * value that is hidden at present.
 */
export async function restoreVersion(
  db: Database,
  now: Date,
  where: Where,
  version: number,
  { seen, by }: { seen: number | undefined; by: string },
) {
  return transaction(db, async (tx) => {
    const { name, essential, sensitive: marked, locales } = await requireVersion(tx, where, version)
    const current = await lockTemplate(tx, where.workspaceId, where.slug)
    const sensitive = [...new Set([...current.sensitive, ...(marked ?? [])])]
    if (sensitive.length > MOST) refuseInvalid({ sensitive: [tooManyMarks(sensitive.length)] })
    const input = { slug: where.slug, name, essential, sensitive, locales }
    return replaceLocked(tx, now, where.workspaceId, current, input, { version: seen, by })
  })
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
