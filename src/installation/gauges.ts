// The installation's gauges for the metrics: read once for everybody who asks at the same time, and never too often.
import type { Clock } from '../lib/clock.ts'
import { SECOND } from '../limits.ts'
import { type Family, gauge, type Sample } from '../metric-kinds.ts'
import type { Connection } from '../store/database.ts'
import { type GaugesRow, readGauges } from '../store/installation/gauges.ts'

/** Rows counted of each kind: beyond it a queue is long, whatever its length. */
const MOST_COUNTED = 10_000

/**
 * Read at most once a second, and never more than a twentieth of the time. The answer is undefined while the database
 * can't be asked.
 */
export function createGauges(db: Connection, clock: Clock): () => Promise<Family[]> {
  let last: Promise<GaugesRow | undefined> | undefined
  let goodUntil = 0
  const read = async () => {
    const started = performance.now()
    goodUntil = Number.POSITIVE_INFINITY
    try {
      return await readGauges(db, clock.now(), MOST_COUNTED)
    } catch {
      // Whoever does the work says what is wrong with the database; the scrape tells the rest.
      return undefined
    } finally {
      const ended = performance.now()
      goodUntil = ended + Math.max(SECOND, 20 * (ended - started))
    }
  }
  return async () => {
    if (!last || performance.now() >= goodUntil) last = read()
    return families(await last, clock.now())
  }
}

function families(row: GaugesRow | undefined, now: Date): Family[] {
  const age = (since: Date | null) => (since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / SECOND)
  const told = (name: string, help: string, read: (row: GaugesRow) => Sample[] | number) =>
    gauge(name, help, () => (row === undefined ? [] : read(row)))
  const states = (label: string, values: Record<string, number>): Sample[] =>
    Object.entries(values).map(([state, value]) => ({ labels: { [label]: state }, value }))
  return [
    gauge('carillon_database_up', 'Whether the database answered this scrape.', () => (row === undefined ? 0 : 1)),
    told(
      'carillon_queue_lag_seconds',
      'Age of the oldest message that could be sent and is not, 0 when none waits.',
      (r) => age(r.oldest_due),
    ),
    told(
      'carillon_messages_waiting',
      `Messages by what they wait for; no more than ${MOST_COUNTED} are counted.`,
      (r) => states('state', { due: r.due, scheduled: r.scheduled, parked: r.parked, sending: r.sending }),
    ),
    told(
      'carillon_connections_paused',
      'Connections that are not sent through now: throttled, or to be mended.',
      (r) => r.connections_paused,
    ),
    told('carillon_event_lag_seconds', 'Age of the oldest event or callback that could be posted and is not.', (r) =>
      age(r.oldest_event),
    ),
    told('carillon_events_waiting', `Events and callbacks; no more than ${MOST_COUNTED} are counted.`, (r) =>
      states('state', { due: r.events_ready, retry: r.events_waiting }),
    ),
    told(
      'carillon_inbound_waiting',
      `Requests of providers not yet applied; no more than ${MOST_COUNTED}.`,
      (r) => r.inbound_waiting,
    ),
    told('carillon_subscriptions', 'Subscriptions whose receiver fails now, and disabled ones.', (r) =>
      states('state', { failing: r.subscriptions_failing, disabled: r.subscriptions_disabled }),
    ),
    told('carillon_worker_silence_seconds', 'Time since any worker reported; none before the first report.', (r) =>
      r.worker_seen === null ? [] : age(r.worker_seen),
    ),
  ]
}
