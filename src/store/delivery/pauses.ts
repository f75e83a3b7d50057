// Pauses of connections: how they are stored, and which messages they delay.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/** SQL condition: this version wrote the pause. A process of 0.1.0 writes only paused_until and pause_reason. */
const IS_KNOWN =
  'paused_until is not distinct from known_pause_until and pause_reason is not distinct from known_pause_reason'
/** Returns SQL for a column of a pause: its value if this version wrote the pause, null for a pause of 0.1.0. */
export const ifKnownPause = (column: string) => `case when ${IS_KNOWN} then ${column} end`

/** The columns of a pause, for a select list. Columns that 0.1.0 does not write are null for its pauses. */
export const PAUSE_COLUMNS = `paused_until, pause_reason, ${['paused_at', 'pause_remedy', 'pause_delivery_id']
  .map((column) => `${ifKnownPause(column)} as ${column}`)
  .join(', ')}`

/** The assignments that end a pause. */
export const NO_PAUSE = `paused_until = null, paused_at = null, pause_reason = null, pause_remedy = null,
  pause_delivery_id = null, known_pause_until = null, known_pause_reason = null`

/**
 * Pauses a connection for every worker. Keeps an existing pause that ends later. Does nothing if the settings changed
 * since `version`.
 */
export async function pauseConnection(
  tx: Transaction,
  now: Date,
  pause: {
    lane: number
    version: number
    until: Date | 'infinity'
    /** Includes the remedy, if there is one, because processes of 0.1.0 show only this column. */
    reason: string
    remedy: string | null
    /** The delivery whose response the reason quotes. */
    deliveryId: number
  },
): Promise<void> {
  await tx.query({
    text: `update connections set paused_until = greatest(paused_until, $3::timestamptz),
             paused_at = case when paused_until >= $3::timestamptz and paused_until > $6 then ${ifKnownPause('paused_at')} else $6 end,
             pause_reason = case when paused_until > $3::timestamptz then pause_reason else $4 end,
             pause_remedy = case when paused_until > $3::timestamptz then pause_remedy else $5 end,
             pause_delivery_id = case when paused_until > $3::timestamptz then pause_delivery_id else $7 end,
             known_pause_until = case when paused_until > $3::timestamptz then known_pause_until else $3 end,
             known_pause_reason = case when paused_until > $3::timestamptz then known_pause_reason else $4 end
           where id = $1 and version = $2`,
    values: [pause.lane, pause.version, pause.until, pause.reason, pause.remedy, now, pause.deliveryId],
  })
}

/** A pause that has not ended. */
export interface PauseRow {
  source_id: number
  source_name: string
  channel: ChannelName
  /** Infinity (a number) when only a person ends the pause. */
  paused_until: Date | number
  /** Null for a pause that a process of 0.1.0 wrote. */
  paused_at: Date | null
  pause_reason: string | null
  pause_remedy: string | null
  /** The delivery whose response the reason quotes; null when it is not known. */
  pause_delivery_id: number | null
}

const PAUSE = `c.source_id, s.name as source_name, c.channel, ${PAUSE_COLUMNS}`

/** Returns the pauses of a workspace that end after `beyond`, in the order of the connections' ids. */
export async function listPauses(c: Connection, workspaceId: number, beyond: Date): Promise<PauseRow[]> {
  return rowsOf<PauseRow>(c, {
    text: `select ${PAUSE} from connections c join sources s on s.id = c.source_id
           where c.workspace_id = $1 and c.paused_until > $2 order by c.id`,
    values: [workspaceId, beyond],
  })
}

/** Returns the pause of a connection, or undefined when it is not paused. */
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

/**
 * `error_message`: the error of the last attempt; null before the first attempt. `paused_until`: null if the connection
 * is not paused.
 */
export type DelayRow = { id: number; error_message: string | null } & (PauseRow | { paused_until: null })

/** Returns why these deliveries have not been sent so far: the last error and the pause. */
export async function readDelays(c: Connection, deliveryIds: number[], now: Date): Promise<DelayRow[]> {
  return rowsOf<DelayRow>(c, {
    text: `select d.id, d.error_message, ${PAUSE} from deliveries d
           left join connections c on c.id = d.lane and c.paused_until > $2
           left join sources s on s.id = c.source_id
           where d.id = any($1::bigint[])`,
    values: [deliveryIds, now],
  })
}
