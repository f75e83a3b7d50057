// API and trigger keys of a source: kept as a hash to look them up and sealed to sign with, never in the open.
import type { Connection } from './database.ts'

export interface KeyRow {
  id: number
  kind: 'api' | 'trigger'
  mode: 'live' | 'test'
  hint: string
  created_at: Date
  revoked_at: Date | null
}

export interface NewKey {
  workspaceId: number
  sourceId: number
  kind: 'api' | 'trigger'
  mode: 'live' | 'test'
  hash: Buffer
  sealed: Buffer
  hint: string
}

/** The new key's id; undefined when the source is not there. A source that is being removed is waited for. */
export async function insertKey(c: Connection, now: Date, key: NewKey): Promise<number | undefined> {
  const result = await c.query<{ id: number }>({
    text: `insert into keys (workspace_id, source_id, kind, mode, hash, sealed, hint, created_at)
           select workspace_id, id, $3, $4, $5, $6, $7, $8 from sources
           where workspace_id = $1 and id = $2 and deleted_at is null for share
           returning id`,
    values: [key.workspaceId, key.sourceId, key.kind, key.mode, key.hash, key.sealed, key.hint, now],
  })
  return result.rows[0]?.id
}

/** The newest `most` of those in use and the newest `most` of those revoked, in the order of their making. */
export async function listKeys(
  c: Connection,
  where: { workspaceId: number; sourceId: number; kind: string },
  most: number,
): Promise<KeyRow[]> {
  const part = (revoked: string) => `
    (select id, kind, mode, hint, created_at, revoked_at from keys
     where workspace_id = $1 and source_id = $2 and kind = $3 and revoked_at is ${revoked} order by id desc limit $4)`
  const result = await c.query<KeyRow>({
    text: `select * from (${part('null')} union all ${part('not null')}) as k order by id`,
    values: [where.workspaceId, where.sourceId, where.kind, most],
  })
  return result.rows
}

/** How many of a source's keys of this kind are in use. */
export async function countKeys(c: Connection, workspaceId: number, sourceId: number, kind: string): Promise<number> {
  const result = await c.query<{ count: number }>({
    text: `select count(*)::int as count from keys
           where workspace_id = $1 and source_id = $2 and kind = $3 and revoked_at is null`,
    values: [workspaceId, sourceId, kind],
  })
  return result.rows[0]!.count
}

/** False when there is no such key; revoking twice keeps the first time. */
export async function revokeKey(
  c: Connection,
  now: Date,
  where: { workspaceId: number; sourceId: number; kind: string; id: number },
): Promise<boolean> {
  const result = await c.query({
    text: `update keys set revoked_at = coalesce(revoked_at, $5)
           where workspace_id = $1 and source_id = $2 and kind = $3 and id = $4`,
    values: [where.workspaceId, where.sourceId, where.kind, where.id, now],
  })
  return result.rowCount === 1
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

/** The newest unrevoked test key of the oldest source by this name in the oldest workspace: the demo's. */
export async function findDemoKey(
  c: Connection,
  sourceName: string,
): Promise<{ sealed: Buffer; workspace_id: number } | undefined> {
  const result = await c.query<{ sealed: Buffer; workspace_id: number }>({
    text: `select k.sealed, k.workspace_id from keys k join sources s on s.id = k.source_id
           where s.name = $1 and s.deleted_at is null and k.kind = 'api' and k.mode = 'test' and k.revoked_at is null
           order by k.workspace_id, s.id, k.id desc limit 1`,
    values: [sourceName],
  })
  return result.rows[0]
}
