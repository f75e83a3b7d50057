// The proof that a master key belongs to the installation: a known text, sealed with the key that seals all secrets.
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { readKeyCheck, replaceKeyCheck, storeKeyCheck } from '../store/installation/installation.ts'

const PURPOSE = 'installation'
const KNOWN = 'carillon'

/** The secrets of this database were sealed with another master key. */
class WrongMasterKey extends Error {
  override name = 'WrongMasterKey'
}

/** Stores the proof, and `version` as finished, at the first start. Throws WrongMasterKey if a later start has another key. */
export async function ensureInstallation(c: Connection, now: Date, seal: Seal, version: string): Promise<void> {
  if (isOpenedBy(seal, await storeKeyCheck(c, now, seal.close(KNOWN, PURPOSE), version))) return
  throw new WrongMasterKey(
    `This database was set up with another master key, so its keys and credentials cannot be opened. ${seal.others.length > 0 ? 'MASTER_KEY_PREVIOUS and MASTER_KEY_NEXT do not match either. ' : ''}Set MASTER_KEY to that key, or set DATA_DIR to the folder with its master-key file.`,
  )
}

/** Returns whether this key opens the proof, or undefined before the first start. Changes nothing. */
export async function opensInstallation(c: Connection, seal: Seal | undefined): Promise<boolean | undefined> {
  const stored = await readKeyCheck(c)
  return stored && seal !== undefined && isOpenedBy(seal, stored)
}

/**
 * Returns whether the seal's own key opens the proof. The previous and the next key are not tried. Returns undefined
 * before the first start.
 */
export async function isKeyOfInstallation(c: Connection, seal: Seal): Promise<boolean | undefined> {
  const stored = await readKeyCheck(c)
  return stored && seal.opensAlone(stored, PURPOSE)
}

/** Seals the proof with the seal's own key. Call this function after all other values are sealed with this key. */
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
