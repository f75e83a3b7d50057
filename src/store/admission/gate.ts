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
  /** The usage of the month. */
  quota_used: number
  whatsapp_used: number
}

// A window that began after $3 continues. An older window ends, and a new window begins now (decision 8). A window also
// ends if it begins more than its own length in the future: the clock was then set back. Otherwise, a key that used up its
// limit while the clock was a month ahead would be refused for a month.
const CONTINUES = 'k.window_start > $3 and k.window_start <= $2::timestamptz + ($2::timestamptz - $3::timestamptz)'
const WINDOW_START = `case when ${CONTINUES} then k.window_start else $2 end`
const WINDOW_COUNT = `case when ${CONTINUES} then k.window_count else 0 end`
const WINDOW = `${WINDOW_START} as window_start, ${WINDOW_COUNT} as window_count`

const FIND = `
select k.hash, k.kind, k.id as key_id, k.workspace_id, k.source_id, k.mode, k.scopes, ${WINDOW},
       s.rate_limit, w.quota, w.whatsapp_limit, w.default_locale, w.version,
       coalesce(u.quota_used, 0) as quota_used, coalesce(u.whatsapp_used, 0) as whatsapp_used
from json_to_recordset($1::json) as a(hash text, kind text)
join keys k on k.hash = decode(a.hash, 'hex') and k.kind = a.kind
join sources s on s.id = k.source_id join workspaces w on w.id = k.workspace_id
left join usage_periods u on u.workspace_id = w.id and u.period = $4
where k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`

/** The times that decide about windows and usage. */
export interface CountingTimes {
  now: Date
  /** A window that began at this time or earlier has ended. */
  since: Date
  /** The first day of the month, such as 2026-11-01. */
  period: string
}

/**
 * Returns each valid key with its window, its source, its workspace and the usage of the month. Locks nothing, so other
 * transactions may count requests and messages at the same time.
 */
export async function findKeys(
  c: Connection,
  { now, since, period }: CountingTimes,
  keys: { hash: string; kind: 'api' | 'trigger' }[],
): Promise<GateRow[]> {
  return rowsOf<GateRow>(c, { name: 'gate-keys', text: FIND, values: [asJson(keys), now, since, period] })
}

/** The number of requests of a key in its current hour. */
export interface Window {
  window_start: Date
  window_count: number
}

export interface KeyWindow extends Window {
  key_id: number
}

/**
 * Locks the windows of keys in the order of their ids and returns them. A key that was revoked or has expired is
 * missing.
 */
export async function lockWindows(
  tx: Transaction,
  { now, since }: CountingTimes,
  keyIds: number[],
): Promise<KeyWindow[]> {
  return rowsOf<KeyWindow>(tx, {
    name: 'gate-lock',
    text: `select k.id as key_id, ${WINDOW} from keys k
           where k.id = any($1::bigint[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
           order by k.id for update`,
    values: [keyIds, now, since],
  })
}

/** Returns the windows of keys, also of keys that were revoked or have expired. */
export async function findWindows(
  c: Connection,
  { now, since }: CountingTimes,
  keyIds: number[],
): Promise<KeyWindow[]> {
  return rowsOf<KeyWindow>(c, {
    text: `select k.id as key_id, ${WINDOW} from keys k where k.id = any($1::bigint[])`,
    values: [keyIds, now, since],
  })
}

/** The requests of one key in a set. */
export interface RequestCount {
  key_id: number
  n: number
  rate_limit: number
}

const COUNT = `
with requested as (
  select * from json_to_recordset($1::json) as r(key_id bigint, n bigint, rate_limit bigint)
), locked as (
  select k.id, r.n, r.rate_limit from keys k join requested r on r.key_id = k.id
  where k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) order by k.id for update of k
), counted as (
  update keys k set
    window_start = ${WINDOW_START},
    window_count = ${WINDOW_COUNT} + l.n,
    last_used_at = date_trunc('minute', $2::timestamptz)
  from locked l where k.id = l.id and k.revoked_at is null
  returning k.id as key_id, k.window_start, k.window_count, l.rate_limit
)`

// `checked` has one row, so the check runs even if no key was counted.
const COUNT_WITHIN_LIMITS = `${COUNT}
select c.key_id, c.window_start, c.window_count
from (select count(*) filter (where window_count <= rate_limit) as within from counted) checked
left join counted c on true
where case when checked.within = $4 then true else ('counters changed: ' || checked.within)::int = 1 end`

/**
 * Counts requests on their keys, stores the minute of the last use, and returns the windows after the count. If a key was
 * revoked or its limit is exceeded, the transaction fails with an error that `haveCountersChanged` recognizes.
 */
export function countWithinLimits(
  tx: Transaction,
  { now, since }: CountingTimes,
  requests: RequestCount[],
): Promise<KeyWindow[]> {
  return tx
    .sendForResult<KeyWindow>({
      name: 'gate-count-within',
      text: COUNT_WITHIN_LIMITS,
      values: [asJson(requests), now, since, requests.length],
    })
    .then(({ rows }) => rows)
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
export async function findSource(
  c: Connection,
  period: string,
  workspaceId: number,
  sourceId: number,
): Promise<SourceRow | undefined> {
  return firstRowOf<SourceRow>(c, {
    text: `select s.workspace_id, s.id as source_id, w.quota, w.whatsapp_limit, w.default_locale, w.version,
                  coalesce(u.quota_used, 0) as quota_used, coalesce(u.whatsapp_used, 0) as whatsapp_used
           from sources s join workspaces w on w.id = s.workspace_id
           left join usage_periods u on u.workspace_id = w.id and u.period = $3
           where s.workspace_id = $1 and s.id = $2 and s.deleted_at is null`,
    values: [workspaceId, sourceId, period],
  })
}
