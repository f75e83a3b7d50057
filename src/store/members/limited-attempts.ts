// Counts attempts against limits that all processes share. A key is a hash of what is limited, for example of an
// account and a network. Each key has one row until its window ends.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { firstRowOf, rowsOf } from '../rows.ts'

export interface AttemptKey {
  key: Buffer
  endsAt: Date
  memberId: number | null
  /** The client's address. Null if the audit log does not report the failed attempts that this key counts. */
  address: string | null
}

export interface AttemptCount {
  key: Buffer
  count: number
  ends_at: Date
}

/** Returns the counts of keys whose window has not ended. A key without attempts is not in the result. */
export async function readAttempts(c: Connection, now: Date, keys: Buffer[]): Promise<AttemptCount[]> {
  return rowsOf<AttemptCount>(c, {
    text: `select key, count, ends_at from limited_attempts
           where key = any(array(select decode(k, 'hex') from json_array_elements_text($1::json) k)) and ends_at > $2`,
    values: [asJson(keys.map((key) => key.toString('hex'))), now],
  })
}

/**
 * Counts one attempt for each key. The first attempt begins a new window. Returns the counts, which include this
 * attempt.
 */
export async function countAttempts(c: Connection, now: Date, keys: AttemptKey[]): Promise<AttemptCount[]> {
  const rows = keys.map(({ key, endsAt, memberId, address }) => ({
    key: key.toString('hex'),
    ends_at: endsAt,
    member_id: memberId,
    address,
  }))
  return rowsOf<AttemptCount>(c, {
    text: `insert into limited_attempts as a (key, count, started_at, ends_at, member_id, address)
           select decode(k.key, 'hex'), 1, $2, k.ends_at, k.member_id, k.address
           from json_to_recordset($1::json) as k(key text, ends_at timestamptz, member_id bigint, address text) order by k.key
           on conflict (key) do update set
             count = case when a.ends_at <= $2 then 1 else a.count + 1 end,
             started_at = case when a.ends_at <= $2 then excluded.started_at else a.started_at end,
             ends_at = case when a.ends_at <= $2 then excluded.ends_at else a.ends_at end,
             logged = case when a.ends_at <= $2 then 0 else a.logged end,
             audit_line = case when a.ends_at <= $2 then null else a.audit_line end,
             address = excluded.address
           returning key, count, ends_at`,
    values: [asJson(rows), now],
  })
}

/**
 * Subtracts one attempt from the count of a key. Has no effect if a new time window has begun since that attempt.
 * Returns the number of failures that the audit log must now show for the key, and the line of the log that shows them.
 * The line is null if there is none.
 */
export async function uncountAttempt(
  c: Connection,
  { key, endsAt }: Pick<AttemptKey, 'key' | 'endsAt'>,
): Promise<{ logged: number; audit_line: number | null } | undefined> {
  return firstRowOf<{ logged: number; audit_line: number | null }>(c, {
    text: `with before as (
             select key, audit_line, count - 1 as count from limited_attempts
             where key = $1 and ends_at <= $2 and count > 0 for update)
           update limited_attempts a set
             count = before.count,
             logged = least(a.logged, before.count),
             audit_line = case when before.count = 0 then null else a.audit_line end
           from before where a.key = before.key
           returning a.logged, before.audit_line`,
    values: [key, endsAt],
  })
}

/** The failed sign-ins of a member from one network. */
export interface FailedAttempts {
  key: Buffer
  member_id: number
  name: string
  address: string
  count: number
  audit_line: number | null
}

const FAILED = 'a.key, a.member_id, m.name, a.address, a.count, a.audit_line'

/**
 * Locks and returns attempts that the audit log does not report yet. With `memberId`, returns only those of this
 * member. Other processes skip the locked rows.
 */
export async function lockUnlogged(tx: Transaction, most: number, memberId?: number): Promise<FailedAttempts[]> {
  return rowsOf<FailedAttempts>(tx, {
    text: `select ${FAILED} from limited_attempts a join members m on m.id = a.member_id
           where a.address is not null and a.count > a.logged and ($2::bigint is null or a.member_id = $2)
           order by a.key limit $1 for update of a skip locked`,
    values: [most, memberId ?? null],
  })
}

/** Records that the given line of the audit log reports all counted attempts. */
export async function markLogged(tx: Transaction, key: Buffer, auditLine: number): Promise<void> {
  await tx.query({
    text: 'update limited_attempts set logged = count, audit_line = $2 where key = $1',
    values: [key, auditLine],
  })
}

/** Deletes the count of a key. Returns the count if the audit log reports failed attempts for this key. */
export async function takeAttempts(tx: Transaction, key: Buffer): Promise<FailedAttempts | undefined> {
  const result = await tx.query<Omit<FailedAttempts, 'address'> & { address: string | null }>({
    text: `delete from limited_attempts a using members m where a.key = $1 and m.id = a.member_id returning ${FAILED}`,
    values: [key],
  })
  const taken = result.rows[0]
  return taken && taken.address !== null ? { ...taken, address: taken.address } : undefined
}

/** Deletes all counters of attempts on a member's account. */
export async function forgetAttemptsOn(c: Connection, memberId: number): Promise<void> {
  await c.query({ text: 'delete from limited_attempts where member_id = $1', values: [memberId] })
}

/**
 * Deletes time windows that have ended. Also deletes the counts of version 0.1.0 that began before `oldBefore`. These
 * counts are in a separate table.
 */
export async function dropEndedAttempts(c: Connection, now: Date, oldBefore: Date): Promise<void> {
  await c.query({
    text: 'delete from limited_attempts where ends_at <= $1 and (address is null or logged >= count)',
    values: [now],
  })
  await c.query({ text: 'delete from sign_in_attempts where started_at < $1', values: [oldBefore] })
}
