// Opens the embedded database: PGlite in a separate thread, behind the same pg.Pool that a server has. The event loop
// never waits for PGlite.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openStream } from './bridge.ts'
import { prepareCluster } from './cluster.ts'
import { lockDirectory } from './lock.ts'
import { type DatabaseThread, startThread } from './thread.ts'

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** Returns the number of flushes to disk since the start. */
  flushes(): Promise<number>
  close(): Promise<void>
}

/**
 * Takes the directory's lock, creates the cluster on the first start, and returns a pool of one connection. With
 * `early` it returns before the database is open; queries wait, and fail if it cannot be opened. The lock file stores
 * `since`. `onFatal` is called when the database stops by itself (a failed flush, a crash); every later query then
 * fails with an error that gives the reason. Throws DirectoryLocked.
 */
export async function openEmbedded(
  dataDir: string,
  { since, early = false, onFatal }: { since: Date; early?: boolean; onFatal: (error: Error) => void },
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDirectory(dataDir, since)
  try {
    const directory = path.join(dataDir, 'db')
    await prepareCluster(directory)
    const thread = startThread(directory, onFatal)
    if (!early) await thread.opened
    const pool = poolOn(thread)
    return {
      pool,
      flushes: () => thread.flushes(),
      async close() {
        // Wait until released connections have sent their statements. The thread responds to these statements before it
        // closes.
        await new Promise((resolve) => setImmediate(resolve))
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

/** Returns a pool of one connection to the thread's one session. The end of the pool does not stop the thread. */
export function poolOn(thread: DatabaseThread): pg.Pool {
  const pool = new pg.Pool({
    stream: () => openStream(thread),
    max: 1,
    user: 'postgres',
    pipeline: true,
    // A connection is released before its results arrive, so a connection with a long query seems idle.
    idleTimeoutMillis: 0,
  })
  // The running query fails as well. The event itself needs a listener.
  pool.on('error', () => {})
  return pool
}
