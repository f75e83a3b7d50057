// Creates, changes and removes sources. A source is removed with its keys and connections.
import { refuse } from '../errors.ts'
import { defaultRateLimit, seededRateLimit } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { removeConnectionsOfSource } from '../store/workspaces/connections.ts'
import { revokeKeysOfSource } from '../store/workspaces/keys.ts'
import {
  findSourceRecord,
  insertSource,
  listSources,
  markSourceDeleted,
  type SourceRecord,
  updateSource,
} from '../store/workspaces/sources.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireWorkspace } from './workspaces.ts'

export interface SourceChange {
  name?: string
  rate_limit?: number
  confirm_click?: boolean
}

export async function createSource(
  c: Connection,
  now: Date,
  workspaceId: number,
  input: SourceChange & { name: string },
) {
  const row = await insertSource(c, now, {
    workspaceId,
    name: input.name,
    rateLimit: input.rate_limit ?? defaultRateLimit,
    confirmClick: input.confirm_click ?? false,
  })
  return sourceBody(row)
}

export async function requireSource(c: Connection, workspaceId: number, id: number): Promise<SourceRecord> {
  return (await findSourceRecord(c, workspaceId, id)) ?? refuse('not_found', `No source ${id} in this workspace.`)
}

export async function sourceOf(c: Connection, workspaceId: number, id: number) {
  return sourceBody(await requireSource(c, workspaceId, id))
}

export async function sourcesOf(c: Connection, workspaceId: number, part: Parameters<typeof listSources>[2]) {
  return (await listSources(c, workspaceId, part)).map(sourceBody)
}

export async function changeSource(c: Connection, workspaceId: number, id: number, change: SourceChange) {
  const row = await updateSource(c, workspaceId, id, change)
  return row ? sourceBody(row) : refuse('not_found', `No source ${id} in this workspace.`)
}

/** Removes the source with its keys and connections. Its deliveries stay readable. */
export async function removeSource(db: Database, now: Date, workspaceId: number, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    // Lock the workspace. The creation of a connection takes this lock too, so none can be created during the removal.
    await requireWorkspace(tx, workspaceId, true)
    await requireSource(tx, workspaceId, id)
    await markSourceDeleted(tx, now, workspaceId, id)
    await revokeKeysOfSource(tx, now, workspaceId, id)
    await removeConnectionsOfSource(tx, workspaceId, id)
    await raiseVersion(tx, workspaceId)
  })
}

function sourceBody({ id, name, rate_limit, confirm_click, rapid_takes_at, created_at, seeded }: SourceRecord) {
  return {
    id,
    name,
    rate_limit,
    confirm_click,
    confirm_click_recommended: rapid_takes_at !== null && !confirm_click,
    created_at: created_at.toISOString(),
    default_rate_limit: defaultRateLimit,
    seeded,
    seeded_rate_limit: seeded ? seededRateLimit : null,
  }
}
