// Waking workers: at once in this process, and in others through NOTIFY, sent after the commit and never inside it.
import pg from 'pg'
import type { Database } from '../store/database.ts'

/** Milliseconds between two NOTIFYs of a process. Polling is the safety net. */
const AT_MOST_EVERY = 20
const RECONNECT_AFTER = 1000

/** What there is to do: messages became due, or a provider's request was kept. */
export type Topic = 'due' | 'inbound'

export interface WakeUps {
  /** There is something to do: tells this process and, on a server, every other. */
  tell(topic: Topic): void
  stop(): Promise<void>
}

/** `onTold` wakes who works on a topic in this process; undefined where nobody works. */
export function startWakeUps(
  db: Database,
  onTold: ((topic: Topic) => void) | undefined,
  onError: (error: unknown) => void,
): WakeUps {
  const notify = db.kind === 'server' ? createNotifier(db, onError) : undefined
  const listener = db.url !== undefined && onTold ? startListener(db.url, onTold, onError) : undefined
  return {
    tell(topic) {
      onTold?.(topic)
      notify?.(topic)
    },
    async stop() {
      await listener?.stop()
    },
  }
}

const TOPICS: Topic[] = ['due', 'inbound']
const nameOf = (topic: Topic) => `carillon_${topic}`

function createNotifier(db: Database, onError: (error: unknown) => void): (topic: Topic) => void {
  const scheduled = new Set<Topic>()
  return (topic) => {
    if (scheduled.has(topic)) return
    scheduled.add(topic)
    setTimeout(() => {
      scheduled.delete(topic)
      db.query({ text: `notify ${nameOf(topic)}` }).catch(onError)
    }, AT_MOST_EVERY).unref()
  }
}

/** A connection of its own that listens, and comes back when it is lost. */
function startListener(
  url: string,
  onTold: (topic: Topic) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
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
    client.on('notification', ({ channel }) => {
      const topic = TOPICS.find((name) => nameOf(name) === channel)
      if (topic) onTold(topic)
    })
    client.on('error', onError)
    client.on('end', again)
    try {
      await client.connect()
      for (const topic of TOPICS) {
        await client.query(`listen ${nameOf(topic)}`)
        // What was told while nobody listened.
        onTold(topic)
      }
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
