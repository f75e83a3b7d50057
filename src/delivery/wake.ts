// Waking workers: at once in this process, and in others through NOTIFY, sent after the commit and never inside it.
import pg from 'pg'
import type { Database } from '../store/database.ts'

const CHANNEL = 'carillon_due'
/** Milliseconds between two NOTIFYs of a process. Polling is the safety net. */
const AT_MOST_EVERY = 20
const RECONNECT_AFTER = 1000

export interface WakeUps {
  /** Something became due here: tells this process's worker and, on a server, everybody else's. */
  tell(): void
  stop(): Promise<void>
}

/** `onDue` wakes this process's worker; undefined where there is none. */
export function startWakeUps(
  db: Database,
  onDue: (() => void) | undefined,
  onError: (error: unknown) => void,
): WakeUps {
  const notifier = db.kind === 'server' ? createNotifier(db, onError) : undefined
  const listener = db.url !== undefined && onDue ? startListener(db.url, onDue, onError) : undefined
  return {
    tell() {
      onDue?.()
      notifier?.()
    },
    async stop() {
      await listener?.stop()
    },
  }
}

function createNotifier(db: Database, onError: (error: unknown) => void): () => void {
  let scheduled = false
  return () => {
    if (scheduled) return
    scheduled = true
    setTimeout(() => {
      scheduled = false
      db.query({ text: `notify ${CHANNEL}` }).catch(onError)
    }, AT_MOST_EVERY).unref()
  }
}

/** A connection of its own that listens, and comes back when it is lost. */
function startListener(url: string, onDue: () => void, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'carillon-listen',
    })
    client.on('notification', onDue)
    client.on('error', onError)
    client.on('end', again)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // What was told while nobody listened.
      onDue()
    } catch (error) {
      onError(error)
      client.end().catch(() => {})
      again()
    }
  }
  const again = () => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(connect, RECONNECT_AFTER)
  }

  void connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
