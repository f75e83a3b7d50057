// API and trigger keys of a source: kept as a hash to look them up and sealed to sign with, never in the open.
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
  /** The last four characters. */
  hint: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  revoked_at: Date | null
}

export interface NewKey {
  /** Reserved before, because the sealed key is bound to it. */
  id: number
  workspaceId: number
  sourceId: number
  kind: 'api' | 'trigger'
  mode: 'live' | 'test'
  name: string | null
  scopes: KeyScope[]
  expiresAt: Date | null
  hash: Buffer
  sealed: Buffer
  hint: string
}

/** One kind of a source's keys. */
export interface KeysPlace {
  workspaceId: number
  sourceId: number
  kind: 'api' | 'trigger'
}

export interface KeyPlace extends KeysPlace {
  id: number
}

const COLUMNS = 'id, kind, mode, name, scopes, hint, created_at, expires_at, last_used_at, revoked_at'

/** Returns the new key; undefined when the source does not exist. Waits for a source that is being removed. */
export async function insertKey(tx: Transaction, now: Date, key: NewKey): Promise<KeyRow | undefined> {
  return firstRowOf<KeyRow>(tx, {
    text: `insert into keys (id, workspace_id, source_id, kind, mode, name, scopes, expires_at, hash, sealed, hint, created_at)
           overriding system value
           select $12::bigint, workspace_id, id, $3, $4, $5, $6::text[], $7::timestamptz, $8, $9, $10, $11::timestamptz
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
    ],
  })
}

/** Every live key, and the newest `ended` that were revoked or have expired, in the order of their creation. */
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
    text: `select * from (${part(LIVE)} union all ${part(`not (${LIVE})`, 'limit $5')}) as k order by id`,
    values: [workspaceId, sourceId, kind, now, ended],
  })
}

const LIVE = '(revoked_at is null and (expires_at is null or expires_at > $4))'

/** How many of a source's keys of this kind are live. */
export async function countKeys(c: Connection, now: Date, { workspaceId, sourceId, kind }: KeysPlace): Promise<number> {
  const result = await c.query<{ count: number }>({
    text: `select count(*)::int as count from keys
           where workspace_id = $1 and source_id = $2 and kind = $3 and ${LIVE}`,
    values: [workspaceId, sourceId, kind, now],
  })
  return onlyRow(result).count
}

/** Changes an unrevoked key and returns it; returns a revoked key as it is, and undefined when there is none. */
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

/** False when there is no such key; revoking twice keeps the first time. */
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

/** In the order of ids, as requests count their keys, so that neither waits for the other in a circle. */
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

/** The newest live test key that sends, of the oldest source by this name in the oldest workspace: the demo's. */
export async function findDemoKey(c: Connection, now: Date, sourceName: string): Promise<SealedRow | undefined> {
  return firstRowOf<SealedRow>(c, {
    text: `select k.id, k.sealed, k.workspace_id as "workspaceId" from keys k join sources s on s.id = k.source_id
           where s.name = $1 and s.deleted_at is null and k.kind = 'api' and k.mode = 'test' and k.revoked_at is null
             and (k.expires_at is null or k.expires_at > $2) and 'send' = any(k.scopes)
           order by k.workspace_id, s.id, k.id desc limit 1`,
    values: [sourceName, now],
  })
}
