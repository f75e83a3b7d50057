// Stores bounces and complaints, and finds the messages that they are about.
import type { ChannelName } from '../../channels/index.ts'
import type { DeliveryStatus } from '../../delivery-states.ts'
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf, hasRow, rowsOf } from '../rows.ts'

export type BounceType = 'hard' | 'soft' | 'complaint'

/** The origin of a report: the provider's webhook, or a bounce mail. */
export type BounceOrigin = 'provider' | 'mail'

export interface BounceRow {
  type: BounceType
  origin: BounceOrigin
  code: string | null
  detail: string | null
  at: Date
}

/** The message of a bounce. */
export interface BouncedDelivery {
  id: number
  workspace_id: number
  recipient_id: number
  lane: number
  channel: ChannelName
  mode: 'live' | 'test'
  status: DeliveryStatus
  address: string
  created_at: Date
}

/** Finds a message by its id. A message of another workspace is not found, unless `workspaceId` is absent. */
export async function findBouncedDelivery(
  c: Connection,
  id: number,
  workspaceId?: number,
): Promise<BouncedDelivery | undefined> {
  return firstRowOf<BouncedDelivery>(c, {
    name: 'find-bounced-delivery',
    text: `select id, workspace_id, recipient_id, lane, channel, mode, status, address, created_at from deliveries
           where id = $1 and ($2::bigint is null or workspace_id = $2)`,
    values: [id, workspaceId ?? null],
  })
}

/** Maximum number of bounces of one type that are stored for a message. Anyone who received it can report bounces. */
const MOST_OF_TYPE = 20

/** Stores a bounce. Returns false if the same report was already stored, or if the message has too many reports. */
export async function insertBounce(
  tx: Transaction,
  now: Date,
  { workspaceId, deliveryId }: { workspaceId: number; deliveryId: number },
  { type, origin, code, detail, at }: BounceRow,
): Promise<boolean> {
  return hasRow(tx, {
    text: `insert into bounces (workspace_id, delivery_id, type, origin, code, detail, at, received_at)
           select $1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::timestamptz, $8::timestamptz
           where (select count(*) from bounces where delivery_id = $2 and type = $3) < $9
           on conflict (delivery_id, type, at) do nothing returning id`,
    values: [workspaceId, deliveryId, type, origin, code, detail, at, now, MOST_OF_TYPE],
  })
}

/** Returns the bounces and complaints of a message in the order of their arrival. */
export async function readBounces(c: Connection, workspaceId: number, deliveryId: number): Promise<BounceRow[]> {
  return rowsOf<BounceRow>(c, {
    text: `select type, origin, code, detail, at from bounces where workspace_id = $1 and delivery_id = $2 order by id
           limit ${3 * MOST_OF_TYPE}`,
    values: [workspaceId, deliveryId],
  })
}
