// Opens the embedded database: PGlite in a thread of its own, so that this process's event loop never waits for it,
// behind the same pg.Pool that a server has.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openStream } from './bridge.ts'
import { finishedMark, prepareCluster } from './cluster.ts'
import { lockDirectory } from './lock.ts'
import { startThread } from './thread.ts'

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** Flushes to disk since the start. */
  flushes(): Promise<number>
  close(): Promise<void>
}

/**
 * Takes the directory's lock, fills it on the first start, and answers a pool of one connection. `since` goes into the
 * lock; `onFatal` hears of a database that stopped by itself (a full disk, a crash). Throws DirectoryLocked.
 */
export async function openEmbedded(
  dataDir: string,
  { since, onFatal }: { since: Date; onFatal: (error: Error) => void },
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDirectory(dataDir, since)
  try {
    const directory = path.join(dataDir, 'db')
    prepareCluster(directory)
    const thread = await startThread(directory, onFatal)
    const pool = new pg.Pool({ stream: () => openStream(thread), max: 1, user: 'postgres', pipeline: true })
    pool.on('error', () => {})
    await pool.query('checkpoint')
    writeFileSync(finishedMark(directory), '', { mode: 0o600 })
    return {
      pool,
      flushes: () => thread.flushes(),
      async close() {
        await pool.end()
        await thread.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
