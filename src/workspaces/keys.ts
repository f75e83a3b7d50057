// Keys of a source, with a name, scopes and an expiry (decision 66). A key is shown only once. A revoked key can never
// be used again.
import { brand } from '../brand.ts'
import { refuse } from '../errors.ts'
import { hashSecret, type Seal } from '../lib/seal.ts'
import { randomText } from '../lib/text/random-text.ts'
import { credentials } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { reserveSealedRow, type SealedRow, sealedKey } from '../store/sealed.ts'
import {
  countKeys,
  insertKey,
  type KeyCreator,
  type KeyPlace,
  type KeyRow,
  listKeys,
  revokeKey,
  updateKey,
} from '../store/workspaces/keys.ts'
import { lockSourceKeys } from '../store/workspaces/sources.ts'
import { credentialState } from './credential-state.ts'
import { requireSource } from './sources.ts'

export type KeyKind = 'api' | 'trigger'
export type { KeyCreator, KeyScope } from '../store/workspaces/keys.ts'

/** The scopes of an API key. */
export const keyScopes = ['send', 'read'] as const satisfies KeyRow['scopes']

export interface KeyInput {
  kind: KeyKind
  mode: 'live' | 'test'
  name?: string | null
  /** The scopes of an API key; undefined means all. A trigger key can only send. */
  scopes?: KeyRow['scopes'] | undefined
  /** Null means that the key does not expire. */
  expiresAt?: Date | null
  /** Null for the key of the demo. */
  createdBy?: KeyCreator | null
}

interface SourcePath {
  workspaceId: number
  sourceId: number
}

/**
 * Creates a key. Only this result contains the text of the key. Throws not_found for an unknown source, and conflict if
 * the source already has the maximum number of active keys.
 */
export function createKey(db: Database, now: Date, seal: Seal, where: SourcePath, input: KeyInput) {
  return transaction(db, (tx) => createKeyIn(tx, now, seal, where, input))
}

/** Creates a key in the caller's transaction. */
export async function createKeyIn(
  tx: Transaction,
  now: Date,
  seal: Seal,
  where: { workspaceId: number; sourceId: number },
  { kind, mode, name = null, scopes = [...keyScopes], expiresAt = null, createdBy = null }: KeyInput,
) {
  const key = (kind === 'api' ? brand.apiKeyPrefix[mode] : brand.triggerKeyPrefix) + randomText(40)
  await lockSourceKeys(tx, where.workspaceId, where.sourceId)
  if ((await countKeys(tx, now, { ...where, kind })) >= credentials.keysOfSource) refuseMore(kind)
  const { id, bound } = await reserveSealedRow(tx, 'keys')
  const row = await insertKey(tx, now, {
    id,
    ...where,
    kind,
    mode,
    name,
    scopes: kind === 'trigger' ? ['send'] : scopes,
    expiresAt,
    createdBy,
    hash: hashSecret(key),
    sealed: seal.closeAt(key, sealedKey.at({ workspaceId: where.workspaceId, id }), bound),
    hint: key.slice(-4),
  })
  if (!row) refuse('not_found', `No source ${where.sourceId} in this workspace.`)
  return { ...keyBody(row, now), key }
}

/** Lists all valid keys, and the newest keys that were revoked or have expired. */
export async function keysOf(c: Connection, now: Date, workspaceId: number, sourceId: number, kind: KeyKind) {
  await requireSource(c, workspaceId, sourceId)
  const rows = await listKeys(c, now, { workspaceId, sourceId, kind }, credentials.endedListed)
  return rows.map((row) => keyBody(row, now))
}

/**
 * Changes the name or the expiry. A field that is undefined stays unchanged. A later expiry makes an expired key valid
 * again. Throws not_found for an unknown key. Throws conflict for a revoked key, or if the source already has the
 * maximum number of valid keys.
 */
export function changeKey(db: Database, now: Date, where: KeyPlace, change: KeyChange) {
  return transaction(db, async (tx) => {
    if (change.expiresAt === undefined) return changeKeyIn(tx, now, where, change)
    await lockSourceKeys(tx, where.workspaceId, where.sourceId)
    const before = await countKeys(tx, now, where)
    const key = await changeKeyIn(tx, now, where, change)
    const live = await countKeys(tx, now, where)
    if (live > before && live > credentials.keysOfSource) refuseMore(where.kind)
    return key
  })
}

interface KeyChange {
  name: string | null | undefined
  expiresAt: Date | null | undefined
}

async function changeKeyIn(tx: Transaction, now: Date, where: KeyPlace, change: KeyChange) {
  const row = await updateKey(tx, where, change)
  if (!row) refuse('not_found', `No ${where.kind} key ${where.id} on this source.`)
  if (row.revoked_at !== null)
    refuse('conflict', `The ${where.kind} key ${where.id} was revoked and cannot be changed.`)
  return keyBody(row, now)
}

function refuseMore(kind: KeyKind): never {
  return refuse('conflict', `This source has ${credentials.keysOfSource} ${kind} keys in use: revoke one first.`)
}

/** Revokes the key. All processes refuse it from the next request on. Throws not_found for an unknown key. */
export async function revoke(c: Connection, now: Date, where: KeyPlace): Promise<void> {
  if (!(await revokeKey(c, now, where))) refuse('not_found', `No ${where.kind} key ${where.id} on this source.`)
}

function keyBody(row: KeyRow, now: Date) {
  return {
    id: row.id,
    mode: row.mode,
    name: row.name,
    // A trigger key can only send. Do not return its column `scopes`: for trigger keys that 0.1.0 created, this column
    // contains the scopes of an API key.
    scopes: row.kind === 'trigger' ? ['send' as const] : row.scopes,
    hint: `…${row.hint}`,
    state: credentialState(row, now),
    created_at: row.created_at.toISOString(),
    created_by: creatorOf(row),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}

function creatorOf({ created_by_kind: kind, created_by_id: id, created_by_name: name }: KeyRow): KeyCreator | null {
  return kind === null || id === null || name === null ? null : { kind, id, name }
}

/**
 * Returns the text of a stored key. Returns undefined if this master key cannot decrypt the key, or if the key was
 * encrypted for another row.
 */
export function openKey(seal: Seal, row: SealedRow): string | undefined {
  try {
    return seal.openAt(row.sealed, sealedKey.at(row))
  } catch {
    return undefined
  }
}
