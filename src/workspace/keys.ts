// Keys of a source: made once, shown once, revoked for good.
import { brand } from '../brand.ts'
import { refuse } from '../errors.ts'
import { randomText } from '../lib/random-text.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { countKeys, insertKey, listKeys, revokeKey } from '../store/keys.ts'
import { requireSource } from './sources.ts'

export type KeyKind = 'api' | 'trigger'

/** Keys of a kind that a source may have in use, and revoked ones that its list goes back to. */
const MOST_KEYS = 100

/** A new key; its text is in this answer and nowhere else. Refuses the hundred-and-first in use. */
export async function createKey(
  c: Connection,
  now: Date,
  seal: Seal,
  where: { workspaceId: number; sourceId: number },
  kind: KeyKind,
  mode: 'live' | 'test',
): Promise<{ id: number; key: string; mode: 'live' | 'test' }> {
  const key = (kind === 'api' ? brand.apiKeyPrefix[mode] : brand.triggerKeyPrefix) + randomText(40)
  if ((await countKeys(c, where.workspaceId, where.sourceId, kind)) >= MOST_KEYS)
    refuse('conflict', `This source has ${MOST_KEYS} ${kind} keys in use: revoke one first.`)
  const id = await insertKey(c, now, {
    ...where,
    kind,
    mode,
    hash: hashSecret(key),
    sealed: seal.close(key, 'key'),
    hint: key.slice(-4),
  })
  if (id === undefined) refuse('not_found', `No source ${where.sourceId} in this workspace.`)
  return { id, key, mode }
}

/** Those in use, and the newest of the revoked. */
export async function keysOf(c: Connection, workspaceId: number, sourceId: number, kind: KeyKind) {
  await requireSource(c, workspaceId, sourceId)
  return (await listKeys(c, { workspaceId, sourceId, kind }, MOST_KEYS)).map(
    ({ id, mode, hint, created_at, revoked_at }) => ({
      id,
      mode,
      hint: `…${hint}`,
      created_at: created_at.toISOString(),
      revoked_at: revoked_at?.toISOString() ?? null,
    }),
  )
}

/** From the next request on, at every process, the key is refused. */
export async function revoke(
  c: Connection,
  now: Date,
  where: { workspaceId: number; sourceId: number; kind: KeyKind; id: number },
): Promise<void> {
  if (!(await revokeKey(c, now, where))) refuse('not_found', `No ${where.kind} key ${where.id} on this source.`)
}
