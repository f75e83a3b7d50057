// Creates, reads, replaces and deletes the layouts of a workspace.
import { Refused, refuse } from '../errors.ts'
import { instant } from '../lib/text/date-time.ts'
import { counted } from '../lib/text/plural.ts'
import { templateRecords } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  countLayouts,
  deleteLayout,
  findLayout,
  insertLayout,
  type LayoutRow,
  type LayoutSource,
  listLayouts,
  replaceLayout,
  usersOfLayout,
} from '../store/templates/layouts.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { checkLayout } from './layout-check.ts'
import { refuseErrors } from './problems.ts'

export { layoutFormats } from '../store/templates/layouts.ts'

/** Maximum number of templates that the refusal of a deletion names. */
const MOST_NAMED = 5

export async function layoutsOf(c: Connection, workspaceId: number, part: Parameters<typeof listLayouts>[2]) {
  await requireWorkspace(c, workspaceId)
  const { rows, more } = await listLayouts(c, workspaceId, part)
  return { rows: rows.map(layoutBody), more }
}

export async function layoutOf(c: Connection, workspaceId: number, slug: string) {
  return layoutBody(await requireLayoutRow(c, workspaceId, slug))
}

/** Creates a layout. Throws conflict if the slug is taken or the workspace has too many layouts. */
export async function addLayout(db: Database, now: Date, workspaceId: number, input: LayoutSource, by: string) {
  await requireWorkspace(db, workspaceId)
  const compiled = await compiledOf(input)
  return transaction(db, async (tx) => {
    await requireWorkspace(tx, workspaceId, true)
    if ((await countLayouts(tx, workspaceId)) >= templateRecords.layouts)
      refuse('conflict', `A workspace has at most ${counted(templateRecords.layouts, 'layout')}. Delete one first.`)
    if (!(await insertLayout(tx, now, workspaceId, { ...input, compiled, by })))
      refuse('conflict', `The workspace already has a layout "${input.slug}".`)
    return layoutOf(tx, workspaceId, input.slug)
  })
}

/** Replaces a layout. All templates that use it have the new one at once. With `version`, throws conflict if it is outdated. */
export async function putLayout(
  db: Database,
  now: Date,
  workspaceId: number,
  input: LayoutSource,
  { version, by }: { version: number | undefined; by: string },
) {
  const compiled = await compiledOf(input)
  return transaction(db, async (tx) => {
    const before = await requireLayoutRow(tx, workspaceId, input.slug, true)
    if (version !== undefined && version !== before.version) refuseOutdated(before, version)
    await replaceLayout(tx, now, before.id, { ...input, compiled, by })
    await raiseVersion(tx, workspaceId)
    return layoutOf(tx, workspaceId, input.slug)
  })
}

/** Deletes a layout. Throws conflict while a template uses it, published or in its draft. */
export async function removeLayout(db: Database, workspaceId: number, slug: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { id, used_by: count } = await requireLayoutRow(tx, workspaceId, slug, true)
    const users = await usersOfLayout(tx, id, MOST_NAMED)
    if (users.length > 0)
      refuse(
        'conflict',
        `${counted(count, 'template')} use the layout "${slug}": ${users.join(', ')}${count > users.length ? ', …' : ''}. Choose another layout for them first.`,
      )
    await deleteLayout(tx, id)
    await raiseVersion(tx, workspaceId)
  })
}

async function compiledOf(input: LayoutSource): Promise<Record<string, string>> {
  const { problems, compiled } = await checkLayout(input)
  refuseErrors(problems)
  return compiled ?? {}
}

async function requireLayoutRow(c: Connection, workspaceId: number, slug: string, lock = false): Promise<LayoutRow> {
  return (await findLayout(c, workspaceId, slug, lock)) ?? refuse('not_found', `No layout "${slug}" in this workspace.`)
}

function refuseOutdated({ version, updated_by, updated_at }: LayoutRow, begun: number): never {
  throw new Refused({
    code: 'conflict',
    message: `${updated_by ?? 'Another author'} saved version ${version} at ${instant(updated_at)}; your change is based on version ${begun}. Nothing was saved.`,
    current: { version, updated_by, updated_at: updated_at.toISOString() },
  })
}

function layoutBody({ compiled: _, created_at, updated_at, ...row }: LayoutRow) {
  return { ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
