// What stands once per installation: the proof that the master key is the one the secrets were sealed with.
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { readKeyCheck, replaceKeyCheck, storeKeyCheck } from '../store/installation/installation.ts'

const PURPOSE = 'installation'
const KNOWN = 'carillon'

/** The master key is not the one this database's secrets were sealed with. */
class WrongMasterKey extends Error {
  override name = 'WrongMasterKey'
}

/** Keeps the proof, and `version` as finished, at the first start; throws WrongMasterKey when a later one brings another key. */
export async function ensureInstallation(c: Connection, now: Date, seal: Seal, version: string): Promise<void> {
  if (isOpenedBy(seal, await storeKeyCheck(c, now, seal.close(KNOWN, PURPOSE), version))) return
  throw new WrongMasterKey(
    `The master key is not the one this database was set up with, so its keys and credentials cannot be opened. ${seal.others.length > 0 ? 'Nor is the one beside it (MASTER_KEY_PREVIOUS, MASTER_KEY_NEXT). ' : ''}Set MASTER_KEY to that one, or point DATA_DIR at the folder whose master-key file holds it.`,
  )
}

/** Whether this key opens what the database holds, changing nothing; undefined before the first start. */
export async function opensInstallation(c: Connection, seal: Seal | undefined): Promise<boolean | undefined> {
  const stored = await readKeyCheck(c)
  return stored && seal !== undefined && isOpenedBy(seal, stored)
}

/** Whether this seal's own key, without the others, is the one of the installation; undefined before the first start. */
export async function isKeyOfInstallation(c: Connection, seal: Seal): Promise<boolean | undefined> {
  const stored = await readKeyCheck(c)
  return stored && seal.opensAlone(stored, PURPOSE)
}

/** From now on this seal's own key is the installation's: everything else is sealed with it already. */
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
