// Waking workers: at once in this process, and in others through NOTIFY, sent after the commit and never inside it.
import pg from 'pg'
import { applicationName } from './store/application-name.ts'
import type { Database } from './store/database.ts'

/** Milliseconds between two NOTIFYs of a process. Polling is the safety net. */
const AT_MOST_EVERY = 20
const RECONNECT_AFTER = 1000

/** What there is to do: messages became due, a provider's request was kept, or a file of recipients is whole. */
export type Topic = 'due' | 'inbound' | 'import'

export interface WakeUps {
  /** There is something to do: notifies this process and, on a server, every other. */
  notify(topic: Topic): void
  stop(): Promise<void>
}

/** `onNotified` wakes the workers of a topic in this process; undefined for the role api, which has none. */
export function startWakeUps(
  db: Database,
  onNotified: ((topic: Topic) => void) | undefined,
  onError: (error: unknown) => void,
): WakeUps {
  const notifier = db.kind === 'server' ? createNotifier(db, onError) : undefined
  const listener =
    db.directUrl !== undefined && onNotified ? startListener(db.directUrl, onNotified, onError) : undefined
  return {
    notify(topic) {
      onNotified?.(topic)
      notifier?.notify(topic)
    },
    async stop() {
      await Promise.all([listener?.stop(), notifier?.stop()])
    },
  }
}

const TOPICS: Topic[] = ['due', 'inbound', 'import']
const nameOf = (topic: Topic) => `carillon_${topic}`

/** Sends each topic at most every few milliseconds. Pending notifications are sent before it stops. */
function createNotifier(db: Database, onError: (error: unknown) => void): WakeUps {
  const timers = new Map<Topic, NodeJS.Timeout>()
  const sending = new Set<Promise<unknown>>()
  const send = (topic: Topic) => {
    clearTimeout(timers.get(topic))
    timers.delete(topic)
    const sent = db.query({ text: `notify ${nameOf(topic)}` }).catch(onError)
    sending.add(sent)
    void sent.then(() => sending.delete(sent))
  }
  return {
    notify(topic) {
      if (!timers.has(topic)) timers.set(topic, setTimeout(send, AT_MOST_EVERY, topic))
    },
    async stop() {
      for (const topic of [...timers.keys()]) send(topic)
      await Promise.all(sending)
    },
  }
}

/** Listens on a separate connection, and reconnects when it is lost. */
function startListener(
  url: string,
  onNotified: (topic: Topic) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** A stop ends the query under way with an error. */
  const whileListening = (error: unknown) => {
    if (!stopped) onError(error)
  }
  const connect = async () => {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: applicationName('listen'),
    })
    client.on('notification', ({ channel }) => {
      const topic = TOPICS.find((name) => nameOf(name) === channel)
      if (topic) onNotified(topic)
    })
    client.on('error', whileListening)
    client.on('end', again)
    try {
      await client.connect()
      for (const topic of TOPICS) {
        await client.query(`listen ${nameOf(topic)}`)
        // Notifications may have been missed before this.
        onNotified(topic)
      }
    } catch (error) {
      whileListening(error)
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
