// Idempotency records: one row for each workspace, mode and key. If concurrent requests have the same key, the insert
// of this row makes the later requests wait for the first.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changedRows, onlyRowOf, rowsOf } from '../rows.ts'

export interface IdempotencyClaim {
  workspace_id: number
  mode: string
  key: string
  delivery_id: number
  /** In hexadecimal. */
  body_hash: string
}

export interface FirstDelivery {
  workspace_id: number
  mode: string
  key: string
  delivery_id: number
  body_hash: string
  status: string
}

// The ids are assigned before the rows are sorted, so that the order of the ids is the order of the messages.
const ASSIGN_DELIVERY_IDS = `
with requested as materialized (
  select a.*, nextval('deliveries_id_seq') as delivery_id
  from rows from (json_to_recordset($1::json) as (workspace_id bigint, mode text, key text, body_hash text))
    with ordinality as a(workspace_id, mode, key, body_hash, place)
), claimed as (
  insert into idempotency_keys as i (workspace_id, mode, key, delivery_id, body_hash, created_at)
  select workspace_id, mode, key, delivery_id, decode(body_hash, 'hex'), $2 from requested where key is not null
  order by 1, 2, 3
  on conflict (workspace_id, mode, key) do update
    set delivery_id = excluded.delivery_id, body_hash = excluded.body_hash, created_at = excluded.created_at
    where i.created_at <= $3
  returning delivery_id
)
select array_agg(delivery_id::text order by place) as ids,
       array(select delivery_id::text from claimed) as claimed
from requested`

export interface AssignedIds {
  /** A new delivery id for each message, in the order of the messages. */
  ids: number[]
  /** The ids of the messages that claimed their idempotency key. A message without a key claims no key. */
  claimed: Set<number>
}

/**
 * Assigns delivery ids to messages and claims their idempotency keys. Each key must occur only once in `messages`. A
 * claim from `since` or earlier has expired, and the new message takes it over. If another transaction is claiming one
 * of the keys, waits for that transaction.
 */
export async function assignDeliveryIds(
  tx: Transaction,
  now: Date,
  since: Date,
  messages: { workspace_id: number; mode: string; key: string | undefined; body_hash: string }[],
): Promise<AssignedIds> {
  const { ids, claimed } = await onlyRowOf<{ ids: string[]; claimed: string[] }>(tx, {
    name: 'enroll',
    text: ASSIGN_DELIVERY_IDS,
    values: [asJson(messages), now, since],
  })
  return { ids: ids.map(Number), claimed: new Set(claimed.map(Number)) }
}

/**
 * Returns the first delivery of each key that was already claimed. This must be a separate statement, because the
 * statement that claims keys does not see rows that were committed after it began.
 */
export async function findFirst(c: Connection, claims: IdempotencyClaim[]): Promise<FirstDelivery[]> {
  return rowsOf<FirstDelivery>(c, {
    name: 'find-first',
    text: `select i.workspace_id, i.mode, i.key, i.delivery_id, encode(i.body_hash, 'hex') as body_hash, d.status
           from json_to_recordset($1::json) as r(workspace_id bigint, mode text, key text)
           join idempotency_keys i on i.workspace_id = r.workspace_id and i.mode = r.mode and i.key = r.key
           join deliveries d on d.id = i.delivery_id`,
    values: [asJson(claims)],
  })
}

/** Deletes the claims of refused send requests, because a refused request must leave no rows. */
export function dropClaims(tx: Transaction, claims: IdempotencyClaim[]): void {
  tx.send({
    text: `delete from idempotency_keys i
           using json_to_recordset($1::json) as r(workspace_id bigint, mode text, key text, delivery_id bigint)
           where i.workspace_id = r.workspace_id and i.mode = r.mode and i.key = r.key and i.delivery_id = r.delivery_id`,
    values: [asJson(claims)],
  })
}

/** Deletes up to `limit` records that were created at `before` or earlier. Returns the number of deleted records. */
export async function dropExpiredKeys(c: Connection, before: Date, limit: number): Promise<number> {
  return changedRows(c, {
    text: `delete from idempotency_keys where (workspace_id, mode, key) in (
             select workspace_id, mode, key from idempotency_keys where created_at <= $1
             order by created_at limit $2 for update skip locked)`,
    values: [before, limit],
  })
}
