// Management tokens: full rights over the installation; the first one is written where scripts and the CLI find it.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brand } from '../brand.ts'
import { randomText } from '../lib/random-text.ts'
import { hashSecret } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { findManagementToken, insertManagementToken } from '../store/management-tokens.ts'

/** The file scripts read the token from. */
export function tokenFile(dataDir: string): string {
  return path.join(dataDir, 'admin-token')
}

/** Makes a token, keeps its hash and writes it to DATA_DIR/admin-token (mode 0600); answers the token. */
export async function issueManagementToken(c: Connection, now: Date, dataDir: string): Promise<string> {
  const token = brand.managementTokenPrefix + randomText(40)
  await insertManagementToken(c, now, hashSecret(token), token.slice(-4))
  writeTokenFile(tokenFile(dataDir), token)
  return token
}

/** Whole or not at all, and never readable by others on the way. */
function writeTokenFile(file: string, token: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomText(8)}`
  writeFileSync(draft, `${token}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

/** Which token this is; undefined for one that is not known or was revoked. */
export async function managementTokenOf(c: Connection, token: string) {
  return findManagementToken(c, hashSecret(token))
}
