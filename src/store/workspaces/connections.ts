// Stores the connections of sources to channels. Each connection is a lane, which can be paused and contains the
// connections to providers.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection } from '../database.ts'
import { NO_BREAKER, NO_PART_PAUSE } from '../delivery/breakers.ts'
import { NO_PAUSE, PAUSE_COLUMNS } from '../delivery/pauses.ts'
import { changesOneRow, firstRowOf } from '../rows.ts'
import { groupParts, type PartColumns, PROVIDER_CONNECTION_COLUMNS, type ProviderPart } from './provider-connections.ts'

export interface ConnectionRecord {
  /** The id of the lane. */
  id: number
  workspace_id: number
  source_id: number
  channel: ChannelName
  /** The connections to providers, in their order. */
  parts: [ProviderPart, ...ProviderPart[]]
  paused_until: Date | number | null
  paused_at: Date | null
  pause_reason: string | null
  /** The delivery whose response is quoted in the reason of the pause. Null if this delivery is not known. */
  pause_delivery_id: number | null
  /** This number becomes higher with each change of the settings or of the order. */
  version: number
  created_at: Date
  updated_at: Date
}

type JoinedRow = Omit<ConnectionRecord, 'parts'> & PartColumns

const LANE = `id, workspace_id, source_id, channel, settings, secrets, ${PAUSE_COLUMNS}, version, created_at, updated_at`
const SELECT = `select c.id, c.workspace_id, c.source_id, c.channel, c.paused_until, c.paused_at, c.pause_reason, c.pause_delivery_id,
  c.version, c.created_at, c.updated_at, ${PROVIDER_CONNECTION_COLUMNS}
  from (select ${LANE} from connections) c left join provider_connections p on p.lane = c.id`

export async function listConnections(
  c: Connection,
  workspaceId: number,
  sourceId: number,
): Promise<ConnectionRecord[]> {
  const result = await c.query<JoinedRow>({
    text: `${SELECT} where c.workspace_id = $1 and c.source_id = $2 order by c.channel, p.position`,
    values: [workspaceId, sourceId],
  })
  return groupParts(result.rows)
}

/** Returns the connections that the sources of the workspace have for a channel. */
export async function findConnections(
  c: Connection,
  workspaceId: number,
  channel: string,
): Promise<ConnectionRecord[]> {
  const result = await c.query<JoinedRow>({
    text: `${SELECT} where c.workspace_id = $1 and c.channel = $2 order by c.source_id, p.position`,
    values: [workspaceId, channel],
  })
  return groupParts(result.rows)
}

/**
 * Searches all workspaces for connections to the given channels. Returns the connection with the lowest id above
 * `after`.
 */
export async function nextConnection(
  c: Connection,
  channels: readonly string[],
  after: number,
): Promise<ConnectionRecord | undefined> {
  const result = await c.query<JoinedRow>({
    text: `${SELECT} where c.id = (select min(id) from connections where channel = any($1) and id > $2) order by p.position`,
    values: [channels, after],
  })
  return groupParts(result.rows)[0]
}

/**
 * Stores the settings. Ends a pause, so that the new settings are used at once. After the upgrade is finished, the
 * given settings are empty, because the rows of the provider connections contain them. Throws if the stored connection
 * has another id than `row.id`, because the given secrets are bound to `row.id`.
 */
export async function putConnection(
  c: Connection,
  now: Date,
  row: { id: number; workspaceId: number; sourceId: number; channel: string; settings: object; secrets: Buffer },
): Promise<void> {
  const result = await c.query({
    text: `insert into connections as c (id, workspace_id, source_id, channel, settings, secrets, created_at, updated_at)
           overriding system value values ($7, $1, $2, $3, $4, $5, $6, $6)
           on conflict (source_id, channel) do update set settings = excluded.settings, secrets = excluded.secrets,
             version = c.version + 1, ${NO_PAUSE}, updated_at = excluded.updated_at
           where c.id = excluded.id`,
    values: [row.workspaceId, row.sourceId, row.channel, JSON.stringify(row.settings), row.secrets, now, row.id],
  })
  if (result.rowCount !== 1)
    throw new Error(`the ${row.channel} connection of source ${row.sourceId} does not have the id ${row.id}`)
}

export async function deleteConnection(
  c: Connection,
  workspaceId: number,
  sourceId: number,
  channel: string,
): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from connections where workspace_id = $1 and source_id = $2 and channel = $3',
    values: [workspaceId, sourceId, channel],
  })
}

export async function removeConnectionsOfSource(c: Connection, workspaceId: number, sourceId: number): Promise<void> {
  await c.query({
    text: 'delete from connections where workspace_id = $1 and source_id = $2',
    values: [workspaceId, sourceId],
  })
}

/** Returns the channels for which a source of the workspace has a connection. */
export async function connectedChannels(c: Connection, workspaceId: number): Promise<string[]> {
  const result = await c.query<{ channel: string }>({
    text: 'select distinct channel from connections where workspace_id = $1',
    values: [workspaceId],
  })
  return result.rows.map((row) => row.channel)
}

/** Ends the pauses of a channel and of its provider connections, and closes their breakers. */
export async function endPause(
  c: Connection,
  workspaceId: number,
  sourceId: number,
  channel: string,
): Promise<boolean> {
  return changesOneRow(c, {
    text: `with lane as (
             update connections set ${NO_PAUSE} where workspace_id = $1 and source_id = $2 and channel = $3 returning id
           ), parts as (
             update provider_connections p set ${NO_PART_PAUSE}, ${NO_BREAKER} from lane where p.lane = lane.id
           ) select from lane`,
    values: [workspaceId, sourceId, channel],
  })
}

/** The source of the deleted connection. */
export interface LostConnectionRow {
  source_name: string
  source_removed: boolean
  /** True if the source has another connection for the channel. */
  replaced: boolean
}

/** Returns the source of a connection that no longer exists. Returns undefined if the connection still exists. */
export async function findLostConnection(
  c: Connection,
  workspaceId: number,
  where: { connectionId: number; sourceId: number; channel: string },
): Promise<LostConnectionRow | undefined> {
  return firstRowOf<LostConnectionRow>(c, {
    text: `select s.name as source_name, s.deleted_at is not null as source_removed,
             exists (select from connections c where c.source_id = s.id and c.channel = $4) as replaced
           from sources s where s.workspace_id = $1 and s.id = $2
             and not exists (select from connections c where c.workspace_id = $1 and c.id = $3)`,
    values: [workspaceId, where.sourceId, where.connectionId, where.channel],
  })
}
