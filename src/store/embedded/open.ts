// Opens the embedded database: PGlite in a thread of its own, so that this process's event loop never waits for it,
// behind the same pg.Pool that a server has.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openStream } from './bridge.ts'
import { prepareCluster } from './cluster.ts'
import { lockDirectory } from './lock.ts'
import { type DatabaseThread, startThread } from './thread.ts'

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** Flushes to disk since the start. */
  flushes(): Promise<number>
  close(): Promise<void>
}

/**
 * Takes the directory's lock, fills it on the first start, and answers a pool of one connection, with `early` before the
 * database is open: its queries wait, and are told when it can't be. `since` goes into the lock; `onFatal` hears of a
 * database that stopped by itself (a flush that failed, a crash): every query fails from then on, with an error that says
 * why. Throws DirectoryLocked.
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
        // What was handed on has left by then: the thread answers it before it closes.
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

/** A pool of one connection to the thread's one session; whoever ends it leaves the thread at work. */
export function poolOn(thread: DatabaseThread): pg.Pool {
  const pool = new pg.Pool({
    stream: () => openStream(thread),
    max: 1,
    user: 'postgres',
    pipeline: true,
    // Who asks for a long time looks idle, because its connection was handed on.
    idleTimeoutMillis: 0,
  })
  // The query under way fails as well; the event itself needs a listener.
  pool.on('error', () => {})
  return pool
}
