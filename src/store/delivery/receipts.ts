// Stores receipts, and watermarks (receipts for all messages to an address up to a time). A receipt may arrive before
// the provider's id of its message is stored.
import type { DeliveryStatus, StatusAfter } from '../../delivery-states.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { attemptedThrough } from './reported-messages.ts'

/**
 * Maximum number of advisory locks of a transaction. Many messages that are settled together must not fill the server's
 * lock table.
 */
const PLACES = 1024

const LOCKS = `select %s(5, place) from (
  select distinct (hashtextextended(name, 0) & ${PLACES - 1})::int as place from unnest($1::text[]) as n(name) order by 1
) places`

/**
 * Returns the name of the lock for a receipt. A transaction takes this lock to apply the receipt or to settle its
 * message.
 */
export function receiptPlace(connectionId: number, externalId: string): string {
  return `${connectionId}/${externalId}`
}

/**
 * Returns the name of the lock for a watermark, which is a receipt for all messages to an address up to a time. A
 * transaction takes this lock if it applies the watermark, or if it settles a message to this address.
 */
export function watermarkPlace(connectionId: number, address: string): string {
  return `${connectionId}//${address}`
}

/**
 * Takes the locks with these names. The locks make two transactions run one after the other: one applies a receipt, and
 * one settles the message of the receipt. Otherwise, each transaction could miss the rows that the other writes.
 * Settling takes shared locks, so that workers do not wait for each other. The locks end with the transaction.
 */
export async function lockPlaces(tx: Transaction, names: string[], how: 'settling' | 'receipt'): Promise<void> {
  const lock = how === 'settling' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query({ name: `lock-places-${how}`, text: LOCKS.replace('%s', lock), values: [names] })
}

export interface ReceiptRow {
  workspace_id: number
  connection_id: number
  external_id: string
  delivery_id: number | null
  status: StatusAfter<'receipt'>
  at: string
  code: string | undefined
  reason: string | undefined
  remedy: string | undefined
  outcome: string | undefined
  price?: string | undefined
}

/** A receipt that was not stored before. */
export interface StoredReceipt {
  id: number
  delivery_id: number | null
  status: StatusAfter<'receipt'>
}

/** Stores receipts. Returns those that were not stored before. */
export async function storeReceipts(tx: Transaction, now: Date, rows: ReceiptRow[]): Promise<StoredReceipt[]> {
  return rowsOf<StoredReceipt>(tx, {
    name: 'keep-receipts',
    text: `insert into receipts (workspace_id, connection_id, external_id, delivery_id, status, at, code, reason, remedy, outcome, price, received_at)
           select r.workspace_id, r.connection_id, r.external_id, r.delivery_id, r.status, r.at, r.code, r.reason, r.remedy, r.outcome, r.price, $2
           from json_to_recordset($1::json) as r(workspace_id bigint, connection_id bigint, external_id text, delivery_id bigint, status text,
             at timestamptz, code text, reason text, remedy text, outcome text, price text)
           on conflict (connection_id, external_id, status) do nothing returning id, delivery_id, status`,
    values: [asJson(rows), now],
  })
}

/** Marks receipts that have changed their deliveries. */
export function markReceiptsApplied(tx: Transaction, ids: number[]): void {
  tx.send({
    name: 'receipts-applied',
    text: 'update receipts set applied = true where id = any($1::bigint[])',
    values: [ids],
  })
}

export interface EarlyReceipt {
  id: number
  delivery_id: number
  status: StatusAfter<'receipt'>
  code: string | null
  reason: string | null
  outcome: string | null
}

/**
 * Assigns receipts that arrived early to their deliveries, whose ids at the provider are now known. Returns these
 * receipts in the order of their arrival.
 */
export async function adoptEarlyReceipts(
  tx: Transaction,
  settled: { delivery_id: number; connection_id: number; external_id: string }[],
): Promise<EarlyReceipt[]> {
  const result = await tx.query<EarlyReceipt>({
    name: 'adopt-receipts',
    // Early receipts are few and are in a separate index. From this index, the join reads only the receipts for the
    // settled deliveries.
    text: `update receipts r set delivery_id = s.delivery_id
           from json_to_recordset($1::json) as s(delivery_id bigint, connection_id bigint, external_id text)
           where r.connection_id = s.connection_id and r.external_id = s.external_id and r.delivery_id is null
           returning r.id, r.delivery_id, r.status, r.code, r.reason, r.outcome`,
    values: [asJson(settled)],
  })
  return result.rows.sort((a, b) => a.id - b.id)
}

export async function storeWatermark(
  tx: Transaction,
  row: { connectionId: number; address: string; status: 'delivered' | 'read'; upTo: Date },
): Promise<void> {
  await tx.query({
    name: 'keep-watermark',
    text: `insert into watermarks as w (connection_id, address, status, up_to) values ($1, $2, $3, $4)
           on conflict (connection_id, address, status) do update set up_to = greatest(w.up_to, excluded.up_to)`,
    values: [row.connectionId, row.address, row.status, row.upTo],
  })
}

/**
 * Returns the settled messages that were sent at the time of a stored watermark or earlier. A watermark is a receipt
 * for all messages up to a time. If a message has watermarks for both statuses, `delivered` comes before `read`.
 */
export async function findCovering(
  tx: Transaction,
  settled: { delivery_id: number; connection_id: number; address: string; sent_at: string }[],
): Promise<{ delivery_id: number; status: 'delivered' | 'read' }[]> {
  return rowsOf<{ delivery_id: number; status: 'delivered' | 'read' }>(tx, {
    name: 'find-covering',
    text: `select s.delivery_id, w.status
           from json_to_recordset($1::json) as s(delivery_id bigint, connection_id bigint, address text, sent_at timestamptz)
           join watermarks w on w.connection_id = s.connection_id and w.address = s.address and w.up_to >= s.sent_at
           order by s.delivery_id, w.status`,
    values: [asJson(settled)],
  })
}

/**
 * Returns the messages to the address, oldest first. Includes only messages that have a status in `from` and were sent
 * by an attempt that began at `upTo` or earlier.
 */
export async function findSentUpTo(
  tx: Transaction,
  where: {
    workspaceId: number
    connectionId: number
    lane: number
    recipientId: number
    address: string
    upTo: Date
    from: DeliveryStatus[]
  },
): Promise<number[]> {
  const result = await tx.query<{ id: number }>({
    text: `select d.id from deliveries d
           where d.recipient_id = $3 and d.workspace_id = $1 and d.lane = $2 and d.address = $4 and d.status = any($6::text[])
             and exists (select from attempts a where a.delivery_id = d.id and a.outcome = 'sent' and a.started_at <= $5)
             and ${attemptedThrough('$7', 'd', 'sent')}
           order by d.id`,
    values: [
      where.workspaceId,
      where.lane,
      where.recipientId,
      where.address,
      where.upTo,
      where.from,
      where.connectionId,
    ],
  })
  return result.rows.map((row) => row.id)
}

export interface TimelineReceipt {
  status: StatusAfter<'receipt'>
  at: Date
  code: string | null
  reason: string | null
  remedy: string | null
  price: string | null
  applied: boolean
}

/** Returns the receipts of a delivery in the order of their arrival. */
export async function readReceipts(c: Connection, workspaceId: number, deliveryId: number): Promise<TimelineReceipt[]> {
  return rowsOf<TimelineReceipt>(c, {
    text: `select status, at, code, reason, remedy, price, applied from receipts
           where delivery_id = $2 and workspace_id = $1 order by id`,
    values: [workspaceId, deliveryId],
  })
}

/**
 * Deletes old receipts without a delivery, and old watermarks. A watermark is a receipt for all messages up to a time.
 * No message in progress is older than a deleted watermark.
 */
export async function dropUnmatched(c: Connection, before: Date): Promise<void> {
  await c.query({ text: 'delete from receipts where delivery_id is null and received_at < $1', values: [before] })
  await c.query({ text: 'delete from watermarks where up_to < $1', values: [before] })
}
