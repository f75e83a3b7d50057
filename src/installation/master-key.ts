// The master key: from MASTER_KEY, or made once and kept in the data directory, readable by its owner alone.

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

/** As short as MASTER_KEY may be. */
const LEAST = 16

/** The file is there and holds nothing that could be the key. */
class UnusableMasterKey extends Error {
  override name = 'UnusableMasterKey'
}

/** Where the key is kept when MASTER_KEY is unset. */
export function masterKeyFile(dataDir: string): string {
  return path.join(dataDir, 'master-key')
}

/** The seal of this process: it seals with the master key, and opens what the key before or after it sealed. */
export function createMasterSeal(config: Config): Seal {
  const { masterKeyPrevious, masterKeyNext } = config
  return createSeal(
    readMasterKey(config),
    [masterKeyPrevious, masterKeyNext].filter((key) => key !== undefined),
  )
}

/** The key that every process of an installation shares; on several machines set MASTER_KEY. */
export function readMasterKey({ masterKey, dataDir }: Config): string {
  if (masterKey !== undefined) return masterKey
  const file = masterKeyFile(dataDir)
  if (!existsSync(file)) makeMasterKey(dataDir, file)
  const key = readFileSync(file, 'utf8').trim()
  // An empty one would seal as well as any, and be known to everybody.
  if (key.length < LEAST)
    throw new UnusableMasterKey(
      `${file} holds no master key: one has ${LEAST} characters or more. Put the key back from a backup, or set MASTER_KEY; where nothing was ever sealed, remove the file and a new one is made.`,
    )
  return key
}

/**
 * The file comes to be with its content, or not at all: of several first starts one makes the key, and none reads half of it.
 * It is flushed before anything is sealed with it. A start killed in between leaves a draft that nothing reads.
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

/** So that the name outlives a power failure as the content does. */
function flushFolder(dir: string): void {
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
