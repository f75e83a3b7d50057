// Stores connections to the providers of a channel, in their order within a lane. The settings of the first connection
// are in the row of the lane until the upgrade moves them.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection, Transaction } from '../database.ts'
import { type AvailabilityRow, NO_BREAKER, NO_PART_PAUSE } from '../delivery/breakers.ts'
import { NO_PAUSE } from '../delivery/pauses.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/** One connection to a provider. */
export interface ProviderPart {
  id: number
  /** Null while the settings are in the row of the lane, where 0.1.0 writes them. */
  provider: string | null
  settings: Record<string, unknown>
  secrets: Buffer
  version: number
  created_at: Date
  updated_at: Date
}

export interface PartColumns {
  part_id: number
  provider: string | null
  settings: Record<string, unknown>
  secrets: Buffer
  part_version: number
  part_created_at: Date
  part_updated_at: Date
}

/** The columns of a provider connection: `p` is its row, from a left join, and `c` is the row of its lane. */
export const PROVIDER_CONNECTION_COLUMNS = `coalesce(p.id, c.id) as part_id, p.provider, coalesce(p.settings, c.settings) as settings,
  coalesce(p.secrets, c.secrets) as secrets, coalesce(p.version, c.version) as part_version,
  coalesce(p.created_at, c.created_at) as part_created_at, coalesce(p.updated_at, c.updated_at) as part_updated_at`

/** Returns one record for each lane. The given rows must be ordered by lane and position. */
export function groupParts<Row extends { id: number } & PartColumns>(
  rows: Row[],
): (Omit<Row, keyof PartColumns> & { parts: [ProviderPart, ...ProviderPart[]] })[] {
  const lanes = new Map<number, Omit<Row, keyof PartColumns> & { parts: [ProviderPart, ...ProviderPart[]] }>()
  for (const row of rows) {
    const { part_id, provider, settings, secrets, part_version, part_created_at, part_updated_at, ...lane } = row
    const part: ProviderPart = {
      id: part_id,
      provider,
      settings,
      secrets,
      version: part_version,
      created_at: part_created_at,
      updated_at: part_updated_at,
    }
    const known = lanes.get(row.id)
    if (known) known.parts.push(part)
    else lanes.set(row.id, { ...lane, parts: [part] })
  }
  return [...lanes.values()]
}

export interface NewPart {
  id: number
  lane: number
  workspaceId: number
  sourceId: number
  channel: ChannelName
  provider: string
  settings: object
  secrets: Buffer
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Adds a connection at the end of its lane. */
export async function insertPart(tx: Transaction, part: NewPart): Promise<void> {
  await tx.query({
    text: `insert into provider_connections
             (id, workspace_id, source_id, channel, lane, provider, position, settings, secrets, version, created_at, updated_at)
           select $1, $2, $3, $4, $5, $6, coalesce(max(position), 0) + 1, $7, $8, $9, $10, $11
           from provider_connections where lane = $5`,
    values: [
      part.id,
      part.workspaceId,
      part.sourceId,
      part.channel,
      part.lane,
      part.provider,
      JSON.stringify(part.settings),
      part.secrets,
      part.version,
      part.createdAt,
      part.updatedAt,
    ],
  })
}

/** Stores changed settings. Ends a pause and closes the breaker, so that the new settings are used at once. */
export async function updatePart(
  tx: Transaction,
  now: Date,
  part: { id: number; workspaceId: number; settings: object; secrets: Buffer },
): Promise<void> {
  await tx.query({
    text: `update provider_connections set settings = $3, secrets = $4, version = version + 1, ${NO_PART_PAUSE},
             ${NO_BREAKER}, updated_at = $5
           where id = $1 and workspace_id = $2`,
    values: [part.id, part.workspaceId, JSON.stringify(part.settings), part.secrets, now],
  })
}

export async function deletePart(tx: Transaction, workspaceId: number, id: number): Promise<void> {
  await tx.query({
    text: 'delete from provider_connections where id = $1 and workspace_id = $2',
    values: [id, workspaceId],
  })
}

/** Changes the order of the connections of a lane to that of `ids`. `ids` must contain all connections of the lane. */
export async function orderParts(tx: Transaction, workspaceId: number, lane: number, ids: number[]): Promise<void> {
  await tx.query({
    text: `update provider_connections p set position = o.position
           from unnest($3::bigint[]) with ordinality as o(id, position)
           where p.id = o.id and p.lane = $2 and p.workspace_id = $1`,
    values: [workspaceId, lane, ids],
  })
}

/**
 * Raises the version of the lane, so that workers detect the change. Ends all pauses of the lane and closes its
 * breakers. `parts[0]` is the first connection before the change. If the change puts another connection first, that
 * connection gets the new version of the lane. No earlier first connection had this version.
 */
export async function raiseLane(
  tx: Transaction,
  now: Date,
  { id, workspace_id, parts: [before] }: { id: number; workspace_id: number; parts: [ProviderPart, ...ProviderPart[]] },
): Promise<void> {
  await tx.query({
    text: `with lane as (
             update connections set version = version + 1, ${NO_PAUSE}, updated_at = $3 where id = $2 and workspace_id = $1
             returning id, version), next as (
             select id from provider_connections where id <> $4
               and id = (select id from provider_connections where lane = $2 order by position limit 1))
           update provider_connections p set ${NO_PART_PAUSE}, ${NO_BREAKER},
             version = case when next.id is null then p.version else lane.version end,
             updated_at = case when next.id is null then p.updated_at else $3 end
           from lane, provider_connections q left join next on next.id = q.id
           where q.lane = lane.id and p.id = q.id`,
    values: [workspace_id, id, now, before.id],
  })
}

/**
 * Removes the settings from a row of `connections`. From now on, the settings are in rows of `provider_connections`.
 */
export async function emptyLane(tx: Transaction, workspaceId: number, lane: number, secrets: Buffer): Promise<void> {
  await tx.query({
    text: `update connections set settings = '{}', secrets = $3 where id = $2 and workspace_id = $1`,
    values: [workspaceId, lane, secrets],
  })
}

export interface UnmovedRow {
  id: number
  workspace_id: number
  source_id: number
  channel: ChannelName
  settings: Record<string, unknown>
  secrets: Buffer
  version: number
  created_at: Date
  updated_at: Date
}

const UNMOVED = 'not exists (select from provider_connections p where p.lane = c.id)'

/**
 * Returns lanes without provider connections, because their settings have not been moved to a provider connection yet.
 * Returns only lanes with ids above `after`.
 */
export async function listUnmoved(
  c: Connection,
  after: number,
  most: number,
): Promise<Pick<UnmovedRow, 'id' | 'workspace_id'>[]> {
  return rowsOf<Pick<UnmovedRow, 'id' | 'workspace_id'>>(c, {
    text: `select id, workspace_id from connections c where id > $1 and ${UNMOVED} order by id limit $2`,
    values: [after, most],
  })
}

/**
 * Returns a lane if its settings are still in the row of the lane. The row is locked until the transaction ends.
 * Returns undefined if the settings were moved.
 */
export async function lockUnmoved(tx: Transaction, workspaceId: number, id: number): Promise<UnmovedRow | undefined> {
  return firstRowOf<UnmovedRow>(tx, {
    text: `select id, workspace_id, source_id, channel, settings, secrets, version, created_at, updated_at from connections c
           where id = $2 and workspace_id = $1 and ${UNMOVED} for update`,
    values: [workspaceId, id],
  })
}

export async function isLaneEmpty(c: Connection, lane: number): Promise<boolean> {
  const result = await c.query({ text: 'select from provider_connections where lane = $1 limit 1', values: [lane] })
  return result.rowCount === 0
}

/** A connection that is used to send or to receive, with its encrypted settings and the version of its lane. */
export interface SealedPart extends AvailabilityRow {
  id: number
  lane: number
  workspace_id: number
  channel: ChannelName
  provider: string | null
  settings: Record<string, unknown>
  secrets: Buffer
  /** The version of the lane. */
  version: number
  part_version: number
}

const SEALED = `select coalesce(p.id, c.id) as id, c.id as lane, c.workspace_id, c.channel, p.provider,
  coalesce(p.settings, c.settings) as settings, coalesce(p.secrets, c.secrets) as secrets, c.version,
  coalesce(p.version, c.version) as part_version, p.paused_until, p.opened_at, p.open_until
  from connections c left join provider_connections p on p.lane = c.id`

/** Returns the connections of these lanes. The connections of each lane are in their order. */
export async function readPartsOfLanes(c: Connection, lanes: number[]): Promise<SealedPart[]> {
  return rowsOf<SealedPart>(c, {
    name: 'parts-of-lanes',
    text: `${SEALED} where c.id = any($1::bigint[]) order by c.id, p.position`,
    values: [lanes],
  })
}

/**
 * Returns the connections with these ids, in any workspace. The caller has a request from a provider, which contains no
 * workspace.
 */
export async function findParts(c: Connection, ids: number[]): Promise<SealedPart[]> {
  return rowsOf<SealedPart>(c, {
    name: 'find-parts',
    text: `${SEALED} where c.id = any(array(select lane from provider_connections where id = any($1::bigint[]) union all select unnest($1::bigint[])))
             and coalesce(p.id, c.id) = any($1::bigint[])`,
    values: [ids],
  })
}
