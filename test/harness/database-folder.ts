// Chooses the folder for test databases: in memory if the machine has an in-memory folder with enough space, else on
// disk.
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 2 * 1024 ** 3

/**
 * Creates an empty folder with the prefix. The caller removes it. A folder in memory makes tests faster, because a test
 * run flushes 100,000 times.
 */
export function makeDatabaseFolder(prefix: string): string {
  return mkdtempSync(path.join(hasRoom() ? IN_MEMORY : os.tmpdir(), prefix))
}

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}
