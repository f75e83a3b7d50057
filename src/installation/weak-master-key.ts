// Refuses a new master key that is easy to guess, and warns about one that an installation already uses.
import type { Config } from '../config.ts'
import type { Seal } from '../lib/seal.ts'
import { partsOf } from '../lib/text/guessable.ts'
import type { Connection } from '../store/database.ts'
import { isKeyOfInstallation } from './installation.ts'
import { readMasterKey } from './master-key.ts'

/**
 * Minimum number of parts (lib/text/guessable.ts) of a strong key. All of 20,000 random keys of 16 hexadecimal digits
 * had at least this number. A key that repeats one character has one part.
 */
const LEAST_PARTS = 8

/** The problem of a weak key, and its remedy. */
export const weakKey = {
  message:
    'The master key is easy to guess. An attacker with a copy of the database could decrypt every credential in it.',
  remedy:
    'Create another key with "openssl rand -base64 32" and change it as docs/operations/security.md describes. An installation without data needs no change: start it with the new key.',
} as const

class WeakMasterKey extends Error {
  override name = 'WeakMasterKey'
}

export function isWeakMasterKey(key: string): boolean {
  return partsOf(key) < LEAST_PARTS
}

/**
 * Returns a warning if the installation already uses a weak master key. Throws WeakMasterKey if the weak key is new,
 * that is, at the first start and before an exchange of keys begins.
 */
export async function masterKeyWarning(c: Connection, config: Config, seal: Seal): Promise<string | undefined> {
  if (!isWeakMasterKey(readMasterKey(config))) return undefined
  const isKept = await isKeyOfInstallation(c, seal)
  if (isKept === undefined || (!isKept && seal.others.length > 0)) {
    throw new WeakMasterKey('The master key is easy to guess. Create another key with: openssl rand -base64 32')
  }
  return `${weakKey.message} ${weakKey.remedy}`
}
