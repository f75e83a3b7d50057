// Wakes workers when there is work. Workers of this process are woken directly, and workers of other processes by
// NOTIFY after the commit.
import type pg from 'pg'
import { applicationName } from './store/application-name.ts'
import type { Database } from './store/database.ts'
import { ServerClient } from './store/server-client.ts'
import { createServerHosts } from './store/server-hosts.ts'

/**
 * Minimum number of milliseconds between two NOTIFYs of one topic. Workers also poll, so a lost NOTIFY only delays
 * work.
 */
const AT_MOST_EVERY = 20
const RECONNECT_AFTER = 1000

/** The kind of work: due deliveries, stored inbound webhooks, or uploaded imports. */
export type Topic = 'due' | 'inbound' | 'import'

export interface WakeUps {
  /**
   * Notifies the workers of this process that there is work. With a PostgreSQL server, also notifies all other
   * processes.
   */
  notify(topic: Topic): void
  stop(): Promise<void>
}

/**
 * Starts wake-ups. `onNotified` wakes the workers of a topic in this process. It is undefined in the role `api`, which
 * has no workers.
 */
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

/**
 * Sends NOTIFY at most once every AT_MOST_EVERY milliseconds for each topic. When it stops, sends the pending
 * notifications.
 */
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

/** Runs LISTEN on a separate connection, and reconnects when the connection is lost. */
function startListener(
  url: string,
  onNotified: (topic: Topic) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const hosts = createServerHosts(url)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Reports an error, except after `stop`, because stopping makes the running query fail. */
  const reportUnlessStopped = (error: unknown) => {
    if (!stopped) onError(error)
  }
  const open = (connectionString: string) => {
    const opened = new ServerClient({
      connectionString,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: applicationName('listen'),
    })
    opened.on('notification', ({ channel }) => {
      const topic = TOPICS.find((name) => nameOf(name) === channel)
      if (topic) onNotified(topic)
    })
    opened.on('error', reportUnlessStopped)
    opened.on('end', scheduleReconnect)
    return opened
  }
  const connect = async () => {
    try {
      const url = await hosts.current()
      if (stopped) return
      client = open(url)
      await client.connect()
      for (const topic of TOPICS) {
        await client.query(`listen ${nameOf(topic)}`)
        // Wake the workers once, because notifications that were sent before LISTEN are lost.
        onNotified(topic)
      }
    } catch (error) {
      reportUnlessStopped(error)
      hosts.forget()
      client?.end().catch(() => {})
      scheduleReconnect()
    }
  }
  const scheduleReconnect = () => {
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
