// Idempotency records: one row per key, workspace and mode; the row's insert is what makes twins wait for each other.
import { asJson, type Connection, type Transaction } from './database.ts'

export interface IdempotencyClaim {
  workspace_id: number
  mode: string
  key: string
  delivery_id: number
  /** Hex. */
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

const CLAIM = `
insert into idempotency_keys as i (workspace_id, mode, key, delivery_id, body_hash, created_at)
select r.workspace_id, r.mode, r.key, r.delivery_id, decode(r.body_hash, 'hex'), $2
from json_to_recordset($1::json) as r(workspace_id bigint, mode text, key text, delivery_id bigint, body_hash text)
order by 1, 2, 3
on conflict (workspace_id, mode, key) do update
  set delivery_id = excluded.delivery_id, body_hash = excluded.body_hash, created_at = excluded.created_at
  where i.created_at <= $3
returning delivery_id`

/**
 * Claims the keys, taking over those of `since` or before; answers the delivery ids whose claim held. A key that another
 * transaction is claiming is waited for.
 */
export async function claimKeys(
  tx: Transaction,
  now: Date,
  since: Date,
  claims: IdempotencyClaim[],
): Promise<Set<number>> {
  const result = await tx.query<{ delivery_id: number }>({
    name: 'claim-keys',
    text: CLAIM,
    values: [asJson(claims), now, since],
  })
  return new Set(result.rows.map((row) => row.delivery_id))
}

/** The first deliveries under keys that were taken; a statement of its own, because the claiming one can't see the winner. */
export async function findFirst(c: Connection, claims: IdempotencyClaim[]): Promise<FirstDelivery[]> {
  const result = await c.query<FirstDelivery>({
    name: 'find-first',
    text: `select i.workspace_id, i.mode, i.key, i.delivery_id, encode(i.body_hash, 'hex') as body_hash, d.status
           from json_to_recordset($1::json) as r(workspace_id bigint, mode text, key text)
           join idempotency_keys i on i.workspace_id = r.workspace_id and i.mode = r.mode and i.key = r.key
           join deliveries d on d.id = i.delivery_id`,
    values: [asJson(claims)],
  })
  return result.rows
}

/** Takes claims back: a refused send stores nothing. */
export function dropClaims(tx: Transaction, claims: IdempotencyClaim[]): void {
  tx.send({
    text: `delete from idempotency_keys i
           using json_to_recordset($1::json) as r(workspace_id bigint, mode text, key text, delivery_id bigint)
           where i.workspace_id = r.workspace_id and i.mode = r.mode and i.key = r.key and i.delivery_id = r.delivery_id`,
    values: [asJson(claims)],
  })
}

/** Removes up to `limit` records older than the window; answers how many. */
export async function dropExpiredKeys(c: Connection, before: Date, limit: number): Promise<number> {
  const result = await c.query({
    text: `delete from idempotency_keys where (workspace_id, mode, key) in (
             select workspace_id, mode, key from idempotency_keys where created_at <= $1
             order by created_at limit $2 for update skip locked)`,
    values: [before, limit],
  })
  return result.rowCount ?? 0
}
