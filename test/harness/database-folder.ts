// Where the databases of tests lie: in memory where the machine keeps a folder there with room for them, else on disk.
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
const ROOM_WANTED = 2 * 1024 ** 3

/** Makes an empty folder of that prefix. Whoever asked removes it. Flushing to it costs nothing, and a test run flushes 100,000 times. */
export function makeDatabaseFolder(prefix: string): string {
  return mkdtempSync(path.join(hasRoom() ? IN_MEMORY : os.tmpdir(), prefix))
}

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_WANTED
  } catch {
    return false
  }
}
