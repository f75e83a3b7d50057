// Opens the embedded database. PGlite runs in a separate thread behind a pg.Pool, like a connection to a server, so the
// event loop never waits for PGlite.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openStream } from './bridge.ts'
import { prepareCluster } from './cluster.ts'
import { lockDirectory } from './lock.ts'
import { type DatabaseThread, startThread } from './thread.ts'

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** Returns how many times data was flushed to the disk since the start. */
  flushes(): Promise<number>
  close(): Promise<void>
}

/**
 * Locks the directory, creates the cluster at the first start, and returns a pool with one connection.
 * - With `early`, returns before the database is open. Queries wait until it is open, and fail if it cannot be opened.
 * - `since` is the start time of this process. The lock file contains it.
 * - If the database stops because of an error, such as a failed flush or a crash, calls `onFatal`. All later queries
 *   then fail with an error that contains the reason.
 * - Throws DirectoryLocked if another process uses the directory.
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
        // Wait until released connections have sent their statements. The thread answers these statements before it
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

/**
 * Returns a pool with one connection to the only session of the thread. When the pool ends, the thread continues to
 * run.
 */
export function poolOn(thread: DatabaseThread): pg.Pool {
  const pool = new pg.Pool({
    stream: () => openStream(thread),
    max: 1,
    user: 'postgres',
    pipeline: true,
    // A connection is released before its results arrive. The pool therefore regards a connection with a long query as
    // idle.
    idleTimeoutMillis: 0,
  })
  // Ignore the error of a failed connection, because the running query reports it too. Without a listener, this event
  // would end the process.
  pool.on('error', () => {})
  return pool
}
