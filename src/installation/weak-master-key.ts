// A master key that is easy to guess: refused where it is new, and a warning where an installation has it already.
import type { Config } from '../config.ts'
import type { Seal } from '../lib/seal.ts'
import { partsOf } from '../lib/text/guessable.ts'
import type { Connection } from '../store/database.ts'
import { isKeyOfInstallation } from './installation.ts'
import { readMasterKey } from './master-key.ts'

/**
 * Parts (lib/text/guessable.ts) that a master key has at least. Of 20,000 random keys of sixteen hexadecimal digits none had fewer;
 * a repeated character has one.
 */
const LEAST_PARTS = 8

/** What is wrong with a weak key, and what to do about it. */
export const weakKey = {
  message: 'The master key is easy to guess: with a copy of the database a guesser opens every credential in it.',
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
 * Answers the warning about a weak master key that the installation has already. Throws WeakMasterKey where the weak key would be
 * new: at the first start, and in an exchange that has not begun.
 */
export async function masterKeyWarning(c: Connection, config: Config, seal: Seal): Promise<string | undefined> {
  if (!isWeakMasterKey(readMasterKey(config))) return undefined
  const isKept = await isKeyOfInstallation(c, seal)
  if (isKept === undefined || (!isKept && seal.others.length > 0)) {
    throw new WeakMasterKey('The master key is easy to guess. Make one with: openssl rand -base64 32')
  }
  return `${weakKey.message} ${weakKey.remedy}`
}
