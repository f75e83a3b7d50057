// Stores API keys and trigger keys of a source, never as plain text. A hash is used to find a key. An encrypted copy is
// used to sign requests.
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, onlyRow, rowsOf } from '../rows.ts'
import type { SealedRow } from '../sealed.ts'

export type KeyScope = 'send' | 'read'

export interface KeyRow {
  id: number
  kind: 'api' | 'trigger'
  mode: 'live' | 'test'
  name: string | null
  scopes: KeyScope[]
  /** The last four characters of the key. */
  hint: string
  created_at: Date
  created_by_kind: 'member' | 'token' | null
  created_by_id: number | null
  created_by_name: string | null
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

/** The member or the management token that created a key. */
export interface KeyCreator {
  kind: 'member' | 'token'
  id: number
  name: string
}

export interface NewKey {
  /** The id must be reserved before, because the encryption binds the key to this id. */
  id: number
  workspaceId: number
  sourceId: number
  kind: 'api' | 'trigger'
  mode: 'live' | 'test'
  name: string | null
  scopes: KeyScope[]
  expiresAt: Date | null
  createdBy: KeyCreator | null
  hash: Buffer
  sealed: Buffer
  hint: string
}

/** Selects the keys of one kind and one source. */
export interface KeysPlace {
  workspaceId: number
  sourceId: number
  kind: 'api' | 'trigger'
}

export interface KeyPlace extends KeysPlace {
  id: number
}

const COLUMNS = `id, kind, mode, name, scopes, hint, created_at, created_by_kind, created_by_id, created_by_name,
  expires_at, last_used_at, revoked_at`

/**
 * Inserts a key and returns it. Returns undefined if the source does not exist. Waits if another transaction is
 * deleting the source.
 */
export async function insertKey(tx: Transaction, now: Date, key: NewKey): Promise<KeyRow | undefined> {
  return firstRowOf<KeyRow>(tx, {
    text: `insert into keys (id, workspace_id, source_id, kind, mode, name, scopes, expires_at, hash, sealed, hint, created_at,
             created_by_kind, created_by_id, created_by_name)
           overriding system value
           select $12::bigint, workspace_id, id, $3, $4, $5, $6::text[], $7::timestamptz, $8, $9, $10, $11::timestamptz,
             $13, $14::bigint, $15
           from sources
           where workspace_id = $1 and id = $2 and deleted_at is null for share
           returning ${COLUMNS}`,
    values: [
      key.workspaceId,
      key.sourceId,
      key.kind,
      key.mode,
      key.name,
      key.scopes,
      key.expiresAt,
      key.hash,
      key.sealed,
      key.hint,
      now,
      key.id,
      key.createdBy?.kind ?? null,
      key.createdBy?.id ?? null,
      key.createdBy?.name ?? null,
    ],
  })
}

/**
 * Returns all valid keys. Also returns the newest revoked or expired keys, at most `ended` of them. All returned keys
 * are in the order of their creation.
 */
export async function listKeys(
  c: Connection,
  now: Date,
  { workspaceId, sourceId, kind }: KeysPlace,
  ended: number,
): Promise<KeyRow[]> {
  const part = (condition: string, limit = '') => `
    (select ${COLUMNS} from keys
     where workspace_id = $1 and source_id = $2 and kind = $3 and ${condition} order by id desc ${limit})`
  return rowsOf<KeyRow>(c, {
    text: `select * from (${part(VALID)} union all ${part(`not (${VALID})`, 'limit $5')}) as k order by id`,
    values: [workspaceId, sourceId, kind, now, ended],
  })
}

const VALID = '(revoked_at is null and (expires_at is null or expires_at > $4))'

/** Returns the number of valid keys of this kind and source. */
export async function countKeys(c: Connection, now: Date, { workspaceId, sourceId, kind }: KeysPlace): Promise<number> {
  const result = await c.query<{ count: number }>({
    text: `select count(*)::int as count from keys
           where workspace_id = $1 and source_id = $2 and kind = $3 and ${VALID}`,
    values: [workspaceId, sourceId, kind, now],
  })
  return onlyRow(result).count
}

/**
 * Changes a key that is not revoked, and returns it. Returns a revoked key without a change. Returns undefined if the
 * key does not exist.
 */
export async function updateKey(
  c: Connection,
  { workspaceId, sourceId, kind, id }: KeyPlace,
  { name, expiresAt }: { name: string | null | undefined; expiresAt: Date | null | undefined },
): Promise<KeyRow | undefined> {
  return firstRowOf<KeyRow>(c, {
    text: `update keys set
             name = case when $5 and revoked_at is null then $6 else name end,
             expires_at = case when $7 and revoked_at is null then $8 else expires_at end
           where workspace_id = $1 and source_id = $2 and kind = $3 and id = $4 returning ${COLUMNS}`,
    values: [
      workspaceId,
      sourceId,
      kind,
      id,
      name !== undefined,
      name ?? null,
      expiresAt !== undefined,
      expiresAt ?? null,
    ],
  })
}

/** Returns false if the key does not exist. If the key was already revoked, the time of the first revocation stays. */
export async function revokeKey(
  c: Connection,
  now: Date,
  { workspaceId, sourceId, kind, id }: KeyPlace,
): Promise<boolean> {
  return changesOneRow(c, {
    text: `update keys set revoked_at = coalesce(revoked_at, $5)
           where workspace_id = $1 and source_id = $2 and kind = $3 and id = $4`,
    values: [workspaceId, sourceId, kind, id, now],
  })
}

/** Revokes keys in the order of their ids. Requests lock their keys in the same order, so there is no deadlock. */
export async function revokeKeysOfSource(
  c: Connection,
  now: Date,
  workspaceId: number,
  sourceId: number,
): Promise<void> {
  await c.query({
    text: `update keys set revoked_at = $3 where id in (
             select id from keys where workspace_id = $1 and source_id = $2 and revoked_at is null order by id for update)`,
    values: [workspaceId, sourceId, now],
  })
}

/**
 * Returns the key of the demo. It is the newest valid test key with the scope `send` of one source. This source is the
 * oldest one with the name `sourceName`, in the oldest workspace.
 */
export async function findDemoKey(c: Connection, now: Date, sourceName: string): Promise<SealedRow | undefined> {
  return firstRowOf<SealedRow>(c, {
    text: `select k.id, k.sealed, k.workspace_id as "workspaceId" from keys k join sources s on s.id = k.source_id
           where s.name = $1 and s.deleted_at is null and k.kind = 'api' and k.mode = 'test' and k.revoked_at is null
             and (k.expires_at is null or k.expires_at > $2) and 'send' = any(k.scopes)
           order by k.workspace_id, s.id, k.id desc limit 1`,
    values: [sourceName, now],
  })
}
