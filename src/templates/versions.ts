// Versions of a template: read, compared by whoever wants to, and brought back as a new version.
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
  `the restored template would mark ${counted(count, 'variable')} and at most ${MOST} are possible; remove marks from the template first`

/** Newest first, without their content. */
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
 * Saves an old version's content as a new version; `seen`: the newest one that is known, as in a PUT. A variable that the
 * template marks as sensitive stays marked: an old version must not show viewers what is hidden now.
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
    (await findVersion(c, where, version)) ?? refuse('not_found', `No version ${version} of "${where.slug}" is kept.`)
  )
}

function headBody({ version, name, by_name, at }: VersionHead, current: number) {
  return { id: version, version, name, by: by_name, at: at.toISOString(), current: version === current }
}
