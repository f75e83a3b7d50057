// Stores the results of outgoing requests.
import { asJson, type Transaction } from '../database.ts'
import { leased } from '../delivery/lanes.ts'

export interface OutgoingResult {
  id: number
  claim_version: number
  status: 'received' | 'failed' | 'waiting'
  next_at: string | null
  attempts_made: number
  started_at: string
  ended_at: string
  received: boolean
  http_status: number | null
  reason: string | null
  excerpt: string | null
  /** The URL and the headers that depend on a secret. Null if no request was sent. */
  request: { url: string; headers: Record<string, string> } | null
}

const SETTLE = `
with r as materialized (
  select * from json_to_recordset($1::json) as r(id bigint, claim_version int, status text, next_at timestamptz, attempts_made smallint,
    started_at timestamptz, ended_at timestamptz, received boolean, http_status int, reason text, excerpt text, request jsonb)
), settled as (
  update outgoing o set status = r.status, tries = r.attempts_made, next_at = coalesce(r.next_at, o.next_at), lease_until = null,
    ended_at = case when r.status <> 'waiting' then r.ended_at end
  from r where o.id = any(array(select id from r)) and o.id = r.id and o.attempt = r.claim_version and ${leased('o')}
  returning o.id, o.lane, o.kind
), logged as (
  insert into outgoing_attempts (outgoing_id, lane, attempt, started_at, ended_at, received, status, reason, excerpt, request)
  select r.id, s.lane, greatest(r.attempts_made, 1), r.started_at, r.ended_at, r.received, r.http_status, r.reason, r.excerpt, r.request
  from r join settled s on s.id = r.id order by r.ended_at, r.id
)`

/**
 * Stores the results of attempts whose lease is still valid. Adds one log entry for each attempt; a claim without an
 * attempt has no entry. Returns the ids of the changed rows.
 */
export async function settleOutgoing(tx: Transaction, results: OutgoingResult[]): Promise<number[]> {
  const settled = await tx.query<{ id: number }>({
    name: 'settle-outgoing',
    text: `${SETTLE} select id from settled`,
    values: [asJson(results)],
  })
  return settled.rows.map((row) => row.id)
}

/**
 * Stores successful results as `settleOutgoing` does, and does not wait for the answer. Resets the failures of the
 * subscriptions whose receivers accepted an event. Does not write to subscriptions that have no failures.
 */
export function settleReceived(tx: Transaction, results: OutgoingResult[]): void {
  tx.send({
    name: 'settle-received',
    text: `${SETTLE}
           update subscriptions set failures = 0, failing_since = null where id = any(array(
             select id from subscriptions where failures > 0 and id = any(array(select distinct lane from settled where kind = 'event'))
             order by id for no key update))`,
    values: [asJson(results)],
  })
}
