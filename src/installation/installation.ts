// The key check of the installation: a known text that is encrypted with the master key. It shows whether a key is the
// master key of the installation.
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { readKeyCheck, replaceKeyCheck, storeKeyCheck } from '../store/installation/installation.ts'

const PURPOSE = 'installation'
const KNOWN = 'carillon'

/** Thrown if the secrets of this database are encrypted with another master key. */
class WrongMasterKey extends Error {
  override name = 'WrongMasterKey'
}

/**
 * At the first start, stores the key check, and stores that all upgrades up to `version` are finished. At a later
 * start, throws WrongMasterKey if no configured key decrypts the key check.
 */
export async function ensureInstallation(c: Connection, now: Date, seal: Seal, version: string): Promise<void> {
  if (isOpenedBy(seal, await storeKeyCheck(c, now, seal.close(KNOWN, PURPOSE), version))) return
  throw new WrongMasterKey(
    `This database was set up with another master key, so its keys and credentials cannot be decrypted. ${seal.others.length > 0 ? 'MASTER_KEY_PREVIOUS and MASTER_KEY_NEXT do not match either. ' : ''}Set MASTER_KEY to that key, or set DATA_DIR to the folder with its master-key file.`,
  )
}

/** Returns whether this key decrypts the key check, or undefined before the first start. Changes nothing. */
export async function opensInstallation(c: Connection, seal: Seal | undefined): Promise<boolean | undefined> {
  const stored = await readKeyCheck(c)
  return stored && seal !== undefined && isOpenedBy(seal, stored)
}

/**
 * Returns whether the current key of the seal decrypts the key check. Does not try the previous and the next key.
 * Returns undefined before the first start.
 */
export async function isKeyOfInstallation(c: Connection, seal: Seal): Promise<boolean | undefined> {
  const stored = await readKeyCheck(c)
  return stored && seal.opensAlone(stored, PURPOSE)
}

/**
 * Encrypts the key check with the current key of the seal. Call this function after all other values are encrypted with
 * this key.
 */
export async function updateKeyCheck(c: Connection, seal: Seal): Promise<void> {
  const stored = await readKeyCheck(c)
  if (stored && !seal.opensAlone(stored, PURPOSE)) await replaceKeyCheck(c, stored, seal.close(KNOWN, PURPOSE))
}

function isOpenedBy(seal: Seal, stored: Buffer): boolean {
  try {
    return seal.open(stored, PURPOSE) === KNOWN
  } catch {
    return false
  }
}
