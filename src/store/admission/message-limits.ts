// The messages that count toward the limits of send requests. One row for each recipient and key.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changedRows, rowsOf } from '../rows.ts'

export interface LimitKey {
  workspace_id: number
  recipient_id: number
  key: string
}

export interface CountedMessage {
  id: number
  /** The time of acceptance, in ISO 8601. */
  at: string
}

export interface LimitRow extends LimitKey {
  /** The newest counted messages, the oldest first. */
  counted: CountedMessage[]
  expires_at: Date
}

/**
 * Locks the rows of these keys until the transaction ends, creates missing rows, and returns all of them. If another
 * transaction has locked one of the rows, waits for that transaction and returns what it stored.
 */
export async function lockLimits(tx: Transaction, now: Date, keys: LimitKey[]): Promise<LimitRow[]> {
  return rowsOf<LimitRow>(tx, {
    name: 'lock-message-limits',
    text: `insert into message_limits as m (workspace_id, recipient_id, key, expires_at)
           select workspace_id, recipient_id, key, $2
           from json_to_recordset($1::json) as r(workspace_id bigint, recipient_id bigint, key text)
           order by recipient_id, key
           on conflict (recipient_id, key) do update set key = m.key where m.workspace_id = excluded.workspace_id
           returning workspace_id, recipient_id, key, counted, expires_at`,
    values: [asJson(keys), now],
  })
}

/** Stores the counted messages of locked rows. Deletes rows without messages. */
export function saveLimits(tx: Transaction, rows: LimitRow[]): void {
  tx.send({
    name: 'save-message-limits',
    text: `with r as materialized (
             select * from json_to_recordset($1::json) as r(workspace_id bigint, recipient_id bigint, key text,
               counted jsonb, expires_at timestamptz)
           ), emptied as (
             delete from message_limits m using r
             where m.recipient_id = r.recipient_id and m.key = r.key and m.workspace_id = r.workspace_id
               and r.counted = '[]'
           )
           update message_limits m set counted = r.counted, expires_at = r.expires_at from r
           where m.recipient_id = r.recipient_id and m.key = r.key and m.workspace_id = r.workspace_id
             and r.counted <> '[]'`,
    values: [asJson(rows)],
  })
}

/** Returns the statuses of these deliveries. A deleted delivery has none. */
export async function readStatuses(tx: Transaction, ids: number[]): Promise<{ id: number; status: string }[]> {
  return rowsOf(tx, {
    name: 'statuses-of-counted',
    text: 'select id, status from deliveries where id = any($1::bigint[])',
    values: [ids],
  })
}

/** Deletes up to `most` rows whose messages count no longer. Returns the number of deleted rows. */
export async function dropExpiredLimits(c: Connection, now: Date, most: number): Promise<number> {
  return changedRows(c, {
    text: `delete from message_limits where (recipient_id, key) in (
             select recipient_id, key from message_limits where expires_at <= $1
             order by expires_at limit $2 for update skip locked)`,
    values: [now, most],
  })
}
