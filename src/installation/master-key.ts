// The master key. It is the value of MASTER_KEY, or a key that is created once in a file of the data directory. Only
// the owner of the file can read it.

import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { createSeal, type Seal } from '../lib/seal.ts'
import { randomText } from '../lib/text/random-text.ts'
import { codeOf } from '../lib/thrown.ts'

/** Minimum length of MASTER_KEY, in characters. */
const LEAST = 16

/** Thrown if the file exists but its content cannot be a key. */
class UnusableMasterKey extends Error {
  override name = 'UnusableMasterKey'
}

/** The file of the key if MASTER_KEY is unset. */
export function masterKeyFile(dataDir: string): string {
  return path.join(dataDir, 'master-key')
}

/**
 * Returns the seal of this process. It encrypts with the master key. It also decrypts values that are encrypted with
 * the previous or the next key.
 */
export function createMasterSeal(config: Config): Seal {
  const { masterKeyPrevious, masterKeyNext } = config
  return createSeal(
    readMasterKey(config),
    [masterKeyPrevious, masterKeyNext].filter((key) => key !== undefined),
  )
}

/**
 * Returns the master key, which all processes of an installation share. Processes on several machines need MASTER_KEY.
 */
export function readMasterKey({ masterKey, dataDir }: Config): string {
  if (masterKey !== undefined) return masterKey
  const file = masterKeyFile(dataDir)
  if (!existsSync(file)) makeMasterKey(dataDir, file)
  const key = readFileSync(file, 'utf8').trim()
  // Refuse an empty key. It would work, but anyone could guess it.
  if (key.length < LEAST)
    throw new UnusableMasterKey(
      `${file} contains no master key: a key has at least ${LEAST} characters. Restore the file from a backup, or set MASTER_KEY. If the installation never stored a secret, remove the file, and the next start creates another key.`,
    )
  return key
}

/**
 * Creates the file of the key in one step. If several processes start for the first time at once, only one of them
 * creates the key, and no process reads an incomplete key. The file is flushed before the key is used. If the process
 * is killed during this step, an unused draft of the file remains.
 */
function makeMasterKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomText(12)}`
  writeFileSync(draft, randomText(43), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    flushFolder(dataDir)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Flushes the folder, so that the file's name survives a power failure too. */
function flushFolder(dir: string): void {
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
