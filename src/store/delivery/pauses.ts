// Stores the pauses of connections, and reads which messages they delay.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

/**
 * SQL condition that is true if this version wrote the pause. A process of 0.1.0 writes only paused_until and
 * pause_reason.
 */
const IS_KNOWN =
  'paused_until is not distinct from known_pause_until and pause_reason is not distinct from known_pause_reason'
/**
 * Returns the SQL for a column of a pause. Its result is the column's value if this version wrote the pause, and null
 * for a pause that 0.1.0 wrote.
 */
export const ifKnownPause = (column: string) => `case when ${IS_KNOWN} then ${column} end`

/**
 * The columns of a pause for a select list. For a pause that 0.1.0 wrote, the columns that 0.1.0 does not write are
 * null.
 */
export const PAUSE_COLUMNS = `paused_until, pause_reason, ${['paused_at', 'pause_remedy', 'pause_delivery_id']
  .map((column) => `${ifKnownPause(column)} as ${column}`)
  .join(', ')}`

/** The SQL assignments of an update that ends a pause. */
export const NO_PAUSE = `paused_until = null, paused_at = null, pause_reason = null, pause_remedy = null,
  pause_delivery_id = null, known_pause_until = null, known_pause_reason = null`

/** The end of a pause and its reason. */
export interface PauseCause {
  until: Date | 'infinity'
  /** The reason. If there is a remedy, the text includes it, because processes of 0.1.0 show only this column. */
  reason: string | null
  remedy: string | null
  /** The delivery whose response is quoted in the reason of the pause. */
  deliveryId: number | null
}

/**
 * Pauses a connection for all workers. If the connection already has a pause that ends later, that pause stays. Has no
 * effect if the settings of the connection have changed since `version`.
 */
export async function pauseConnection(
  tx: Transaction,
  now: Date,
  pause: PauseCause & { lane: number; version: number },
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
  /** The number `Infinity` if the pause has no end time and a person must end it. */
  paused_until: Date | number
  /** Null if a process of 0.1.0 wrote the pause. */
  paused_at: Date | null
  pause_reason: string | null
  pause_remedy: string | null
  /** The reason of the pause quotes the provider's response to this delivery. Null if the delivery is not known. */
  pause_delivery_id: number | null
  /** The provider and the position of the provider connection, if only one of several is paused. */
  provider?: string
  place?: number
}

const PAUSE = `c.source_id, s.name as source_name, c.channel, ${PAUSE_COLUMNS}`

/** Returns the pauses of a workspace that end after `beyond`, ordered by the id of the connection. */
export async function listPauses(c: Connection, workspaceId: number, beyond: Date): Promise<PauseRow[]> {
  return rowsOf<PauseRow>(c, {
    text: `select ${PAUSE} from connections c join sources s on s.id = c.source_id
           where c.workspace_id = $1 and c.paused_until > $2 order by c.id`,
    values: [workspaceId, beyond],
  })
}

/** Returns the pause of a connection. Returns undefined if the connection is not paused. */
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
 * `error_message` is the error of the last attempt, or null before the first attempt. `paused_until` is null if the
 * connection is not paused.
 */
export type DelayRow = { id: number; error_message: string | null } & (PauseRow | { paused_until: null })

/** Returns the reasons why these deliveries have not been sent yet: the last error, and the pause. */
export async function readDelays(c: Connection, deliveryIds: number[], now: Date): Promise<DelayRow[]> {
  return rowsOf<DelayRow>(c, {
    text: `select d.id, d.error_message, ${PAUSE} from deliveries d
           left join connections c on c.id = d.lane and c.paused_until > $2
           left join sources s on s.id = c.source_id
           where d.id = any($1::bigint[])`,
    values: [deliveryIds, now],
  })
}
