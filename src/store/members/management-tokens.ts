// Stores management tokens. A token is found by its hash.
import { asJson, type Connection } from '../database.ts'
import { changesOneRow, firstRowOf, onlyRow, onlyRowOf, rowsOf } from '../rows.ts'

export type TokenScope = 'read' | 'manage' | 'operator'

export interface ManagementTokenRow {
  id: number
  name: string
  scope: TokenScope
  /** The last four characters of the token. */
  hint: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface NewManagementToken {
  name: string
  scope: TokenScope
  expiresAt: Date | null
  hash: Buffer
  hint: string
}

const COLUMNS = 'id, name, scope, hint, created_at, expires_at, last_used_at, revoked_at'

export async function insertManagementToken(
  c: Connection,
  now: Date,
  { hash, hint, name, scope, expiresAt }: NewManagementToken,
): Promise<ManagementTokenRow> {
  return onlyRowOf<ManagementTokenRow>(c, {
    text: `insert into management_tokens (hash, hint, name, scope, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    values: [hash, hint, name, scope, expiresAt, now],
  })
}

/** Returns a token that is not revoked. The token may have expired. */
export async function findManagementToken(c: Connection, hash: Buffer): Promise<ManagementTokenRow | undefined> {
  return firstRowOf<ManagementTokenRow>(c, {
    name: 'find-management-token',
    text: `select ${COLUMNS} from management_tokens where hash = $1 and revoked_at is null`,
    values: [hash],
  })
}

/** Returns all valid tokens, and at most `mostEnded` revoked or expired tokens. The newest tokens come first. */
export async function listManagementTokens(c: Connection, now: Date, mostEnded: number): Promise<ManagementTokenRow[]> {
  return rowsOf<ManagementTokenRow>(c, {
    text: `select * from (
             (select ${COLUMNS} from management_tokens
              where revoked_at is null and (expires_at is null or expires_at > $1))
             union all
             (select ${COLUMNS} from management_tokens
              where revoked_at is not null or expires_at <= $1 order by id desc limit $2)
           ) as t order by id desc`,
    values: [now, mostEnded],
  })
}

/** Returns the number of tokens that are neither revoked nor expired. */
export async function countLiveManagementTokens(c: Connection, now: Date): Promise<number> {
  const result = await c.query<{ count: number }>({
    text: `select count(*)::int as count from management_tokens
           where revoked_at is null and (expires_at is null or expires_at > $1)`,
    values: [now],
  })
  return onlyRow(result).count
}

/**
 * Revokes a token. Returns false if no token has this id. If the token was already revoked, the time of the first
 * revocation stays.
 */
export async function revokeManagementToken(c: Connection, now: Date, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'update management_tokens set revoked_at = coalesce(revoked_at, $2) where id = $1',
    values: [id, now],
  })
}

/** Revokes all tokens except one. Returns the number of revoked tokens that were valid before this call. */
export async function revokeOtherManagementTokens(c: Connection, now: Date, exceptId: number): Promise<number> {
  const result = await c.query<{ live: boolean }>({
    text: `update management_tokens set revoked_at = $2 where id <> $1 and revoked_at is null
           returning expires_at is null or expires_at > $2 as live`,
    values: [exceptId, now],
  })
  return result.rows.filter(({ live }) => live).length
}

/**
 * Records uses of tokens. `at` is the beginning of a minute. Has no effect on a token whose stored time is the same or
 * later.
 */
export async function recordTokenUses(c: Connection, uses: { id: number; at: Date }[]): Promise<void> {
  await c.query({
    text: `update management_tokens t set last_used_at = u.at
           from json_to_recordset($1::json) as u(id bigint, at timestamptz)
           where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`,
    values: [asJson(uses)],
  })
}
