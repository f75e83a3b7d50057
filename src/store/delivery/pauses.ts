// Pauses of connections: how they begin, and which of them keep messages from being sent.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/** SQL: this version wrote the pause. A process of 0.1.0 writes only paused_until and pause_reason. */
const IS_KNOWN =
  'paused_until is not distinct from known_pause_until and pause_reason is not distinct from known_pause_reason'
/** SQL: the column of a pause that this version wrote; null for a pause of 0.1.0. */
export const ifDeliveryExists = (column: string) => `case when ${IS_KNOWN} then ${column} end`

/** The columns of a pause, for a select list: what 0.1.0 does not write is null for a pause that it wrote. */
export const PAUSE_COLUMNS = `paused_until, pause_reason, ${['paused_at', 'pause_remedy', 'pause_delivery_id']
  .map((column) => `${ifDeliveryExists(column)} as ${column}`)
  .join(', ')}`

/** The assignments that end a pause. */
export const NO_PAUSE = `paused_until = null, paused_at = null, pause_reason = null, pause_remedy = null,
  pause_delivery_id = null, known_pause_until = null, known_pause_reason = null`

/** Pauses a connection for every worker; a longer pause stands. `version`: settings changed since are left alone. */
export async function pauseConnection(
  tx: Transaction,
  now: Date,
  pause: {
    lane: number
    version: number
    until: Date | 'infinity'
    /** With the remedy, where there is one: processes of 0.1.0 show this column alone. */
    reason: string
    remedy: string | null
    /** The message whose answer the reason holds. */
    deliveryId: number
  },
): Promise<void> {
  await tx.query({
    text: `update connections set paused_until = greatest(paused_until, $3::timestamptz),
             paused_at = case when paused_until >= $3::timestamptz and paused_until > $6 then ${ifDeliveryExists('paused_at')} else $6 end,
             pause_reason = case when paused_until > $3::timestamptz then pause_reason else $4 end,
             pause_remedy = case when paused_until > $3::timestamptz then pause_remedy else $5 end,
             pause_delivery_id = case when paused_until > $3::timestamptz then pause_delivery_id else $7 end,
             known_pause_until = case when paused_until > $3::timestamptz then known_pause_until else $3 end,
             known_pause_reason = case when paused_until > $3::timestamptz then known_pause_reason else $4 end
           where id = $1 and version = $2`,
    values: [pause.lane, pause.version, pause.until, pause.reason, pause.remedy, now, pause.deliveryId],
  })
}

/** A pause that is in force. */
export interface PauseRow {
  source_id: number
  source_name: string
  channel: ChannelName
  /** A number (infinity) until a person ends it. */
  paused_until: Date | number
  /** Null for a pause that a process of 0.1.0 wrote. */
  paused_at: Date | null
  pause_reason: string | null
  pause_remedy: string | null
  /** The message whose answer the reason holds; null where it is not known. */
  pause_delivery_id: number | null
}

const PAUSE = `c.source_id, s.name as source_name, c.channel, ${PAUSE_COLUMNS}`

/** The pauses of a workspace that end after `beyond`, in the order of the connections' ids. */
export async function listPauses(c: Connection, workspaceId: number, beyond: Date): Promise<PauseRow[]> {
  return rowsOf<PauseRow>(c, {
    text: `select ${PAUSE} from connections c join sources s on s.id = c.source_id
           where c.workspace_id = $1 and c.paused_until > $2 order by c.id`,
    values: [workspaceId, beyond],
  })
}

/** The pause of one connection, or undefined. */
export async function findPause(
  c: Connection,
  workspaceId: number,
  connectionId: number,
  now: Date,
): Promise<PauseRow | undefined> {
  return firstRowOf<PauseRow>(c, {
    text: `select ${PAUSE} from connections c join sources s on s.id = c.source_id
           where c.id = $2 and c.workspace_id = $1 and c.paused_until > $3`,
    values: [workspaceId, connectionId, now],
  })
}

/** `error_message`: of the last attempt; null before the first. `paused_until` is null where the connection is not paused. */
export type DelayRow = { id: number; error_message: string | null } & (PauseRow | { paused_until: null })

/** What has kept these messages from being sent so far. */
export async function readDelays(c: Connection, deliveryIds: number[], now: Date): Promise<DelayRow[]> {
  return rowsOf<DelayRow>(c, {
    text: `select d.id, d.error_message, ${PAUSE} from deliveries d
           left join connections c on c.id = d.lane and c.paused_until > $2
           left join sources s on s.id = c.source_id
           where d.id = any($1::bigint[])`,
    values: [deliveryIds, now],
  })
}
