// Management tokens. They are bearer tokens for the management API, and have a name, a scope and an optional expiry
// (decision 65).
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brand } from '../brand.ts'
import { refuse } from '../errors.ts'
import { hashSecret } from '../lib/seal.ts'
import { randomText } from '../lib/text/random-text.ts'
import { credentials } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { lockInstallation } from '../store/installation/installation.ts'
import {
  countLiveManagementTokens,
  findManagementToken,
  insertManagementToken,
  listManagementTokens,
  type ManagementTokenRow,
  revokeManagementToken,
  revokeOtherManagementTokens,
  type TokenScope,
} from '../store/members/management-tokens.ts'
import { credentialState } from '../workspaces/credential-state.ts'

export type { TokenScope } from '../store/members/management-tokens.ts'

/** The scopes. Each scope includes the rights of the scopes before it. */
export const tokenScopes = ['read', 'manage', 'operator'] as const satisfies TokenScope[]

export interface TokenInput {
  name: string
  scope: TokenScope
  /** The time at which the token expires. Null if it never expires. */
  expiresAt: Date | null
}

/**
 * The properties of the token that is stored in the file of the data directory. The migration from 0.1 also gives this
 * name to the token of 0.1, which had no name.
 */
const FILE_TOKEN: TokenInput = { name: 'admin-token file', scope: 'operator', expiresAt: null }

/** Returns the path of the file from which scripts and commands read the token. */
export function tokenFile(dataDir: string): string {
  return path.join(dataDir, 'admin-token')
}

/**
 * Creates an operator token, stores its hash, and writes the token to DATA_DIR/admin-token (mode 0600). Returns the
 * token.
 */
export async function issueManagementToken(c: Connection, now: Date, dataDir: string): Promise<string> {
  return withNewTokenFile(dataDir, async (token) => {
    await storeFileToken(c, now, token)
    return token
  })
}

/** Stores the hash of an operator token. The caller writes the token to the file. Returns the token's id. */
export async function storeFileToken(c: Connection, now: Date, token: string): Promise<number> {
  const { id } = await insertToken(c, now, FILE_TOKEN, token)
  return id
}

/**
 * Generates a token, writes it to a draft file, runs `store`, and then renames the draft. Therefore a full disk or a
 * missing permission causes an error before anything is stored. Other users can never read the file.
 */
export async function withNewTokenFile<T>(dataDir: string, store: (token: string) => Promise<T>): Promise<T> {
  const token = randomToken()
  const file = tokenFile(dataDir)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomText(8)}`
  try {
    writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: 'wx' })
    const stored = await store(token)
    renameSync(draft, file)
    return stored
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Creates a token. Only this result contains the token itself. Throws conflict if the maximum number of active tokens
 * is reached.
 */
export function createManagementToken(db: Database, now: Date, input: TokenInput) {
  return transaction(db, async (tx) => {
    await refuseTooMany(tx, now)
    const token = randomToken()
    return { ...tokenBody(await insertToken(tx, now, input, token), now), token }
  })
}

/**
 * Throws conflict if the maximum number of active tokens is reached. Until the transaction ends, no other transaction
 * can create a token.
 */
export async function refuseTooMany(tx: Transaction, now: Date): Promise<void> {
  await lockInstallation(tx)
  const live = await countLiveManagementTokens(tx, now)
  if (live >= credentials.managementTokens)
    refuse('conflict', `This installation has ${live} live management tokens, the maximum. Revoke one first.`)
}

/** Returns all active tokens, and the last tokens that were revoked or expired. The newest token comes first. */
export async function managementTokensOf(c: Connection, now: Date) {
  return (await listManagementTokens(c, now, credentials.endedListed)).map((row) => tokenBody(row, now))
}

/** Revokes all tokens except one. Returns the number of active tokens that were revoked. */
export async function endOtherTokens(c: Connection, now: Date, exceptId: number): Promise<number> {
  return revokeOtherManagementTokens(c, now, exceptId)
}

/** Revokes a token. From then on, all processes refuse it. Throws not_found if no token has this id. */
export async function endManagementToken(c: Connection, now: Date, id: number): Promise<void> {
  if (!(await revokeManagementToken(c, now, id))) refuse('not_found', `No management token ${id}.`)
}

/**
 * Returns the management token with this text. Returns it even after its expiry. Returns undefined for a revoked or
 * unknown token.
 */
export async function managementTokenOf(c: Connection, token: string): Promise<ManagementTokenRow | undefined> {
  return findManagementToken(c, hashSecret(token))
}

function insertToken(c: Connection, now: Date, input: TokenInput, token: string): Promise<ManagementTokenRow> {
  return insertManagementToken(c, now, { ...input, hash: hashSecret(token), hint: token.slice(-4) })
}

const randomToken = () => brand.managementTokenPrefix + randomText(40)

function tokenBody(row: ManagementTokenRow, now: Date) {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    hint: `…${row.hint}`,
    state: credentialState(row, now),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
