// Reads keys in the transaction of admission, and counts the requests of each key in its hourly window.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'
import type { KeyScope } from '../workspaces/keys.ts'

export interface GateRow {
  hash: Buffer
  kind: 'api' | 'trigger'
  key_id: number
  workspace_id: number
  source_id: number
  mode: 'live' | 'test'
  scopes: KeyScope[]
  window_start: Date
  window_count: number
  rate_limit: number
  quota: number | null
  whatsapp_limit: number | null
  default_locale: string
  version: number
}

const COUNT = `
with requested as (
  select decode(a.hash, 'hex') as hash, a.kind, a.n from json_to_recordset($1::json) as a(hash text, kind text, n bigint)
), locked as (
  select k.id, a.n from keys k join requested a on a.hash = k.hash and a.kind = k.kind
  where k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) order by k.id for update of k
), counted as (
  update keys k set
    window_start = case when k.window_start > $3 then k.window_start else $2 end,
    window_count = case when k.window_start > $3 then k.window_count else 0 end + l.n,
    last_used_at = date_trunc('minute', $2::timestamptz)
  from locked l where k.id = l.id and k.revoked_at is null
  returning k.id, k.hash, k.kind, k.workspace_id, k.source_id, k.mode, k.scopes, k.window_start, k.window_count
)
select c.hash, c.kind, c.id as key_id, c.workspace_id, c.source_id, c.mode, c.scopes, c.window_start, c.window_count,
       s.rate_limit, w.quota, w.whatsapp_limit, w.default_locale, w.version
from counted c join sources s on s.id = c.source_id join workspaces w on w.id = c.workspace_id`

/**
 * Counts `n` requests on each valid key and stores the minute of its last use. Returns the keys with their sources and
 * workspaces. If the window of a key began after `since`, it continues. Otherwise a new window begins now (decision 8).
 */
export async function countRequests(
  tx: Transaction,
  now: Date,
  since: Date,
  requests: { hash: string; kind: 'api' | 'trigger'; n: number }[],
): Promise<GateRow[]> {
  return rowsOf<GateRow>(tx, { name: 'gate-count', text: COUNT, values: [asJson(requests), now, since] })
}

export interface EndedKey {
  /** The hash as hexadecimal text, a colon, and the kind of the key. */
  identity: string
  revoked_at: Date | null
  expires_at: Date | null
}

/** Returns the keys with the given hashes that are revoked or expired. */
export async function findEndedKeys(c: Connection, now: Date, hashes: string[]): Promise<EndedKey[]> {
  return rowsOf<EndedKey>(c, {
    name: 'gate-ended',
    text: `select encode(hash, 'hex') || ':' || kind as identity, revoked_at, expires_at from keys
           where hash in (select decode(h, 'hex') from unnest($1::text[]) h)
             and (revoked_at is not null or expires_at <= $2)`,
    values: [hashes, now],
  })
}

export type SourceRow = Omit<
  GateRow,
  'hash' | 'kind' | 'key_id' | 'mode' | 'scopes' | 'window_start' | 'window_count' | 'rate_limit'
>

/** Returns the source of a message that is not sent with a key: a resend, a test send, or a send by an automation. */
export async function findSource(c: Connection, workspaceId: number, sourceId: number): Promise<SourceRow | undefined> {
  return firstRowOf<SourceRow>(c, {
    text: `select s.workspace_id, s.id as source_id, w.quota, w.whatsapp_limit, w.default_locale, w.version
           from sources s join workspaces w on w.id = s.workspace_id
           where s.workspace_id = $1 and s.id = $2 and s.deleted_at is null`,
    values: [workspaceId, sourceId],
  })
}

/**
 * Returns the status of a transaction after its COMMIT got no response: `committed`, `aborted` or `in progress`.
 * Returns null if the transaction is so old that PostgreSQL no longer stores its status.
 */
export async function transactionStatus(c: Connection, xid: string): Promise<string | null> {
  const result = await c.query<{ status: string | null }>({
    text: 'select pg_xact_status($1::text::xid8) as status',
    values: [xid],
  })
  return result.rows[0]?.status ?? null
}
