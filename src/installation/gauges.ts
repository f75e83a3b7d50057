// The installation's gauges for the metrics: one read serves all of them and every scrape at the same time.
import type { Registry } from 'prom-client'
import type { Clock } from '../lib/clock.ts'
import { SECOND } from '../limits.ts'
import { addGauge, type Reading } from '../meters.ts'
import type { Connection } from '../store/database.ts'
import { type GaugesRow, readGauges } from '../store/installation/gauges.ts'

/** Rows counted of each kind: beyond it a queue is long, whatever its length. */
const MOST_COUNTED = 10_000

/**
 * Reads the row at most once a second, and never more than a twentieth of the time. It is undefined while the database
 * is unreachable.
 */
function createReader(db: Connection, clock: Clock): () => Promise<GaugesRow | undefined> {
  let last: Promise<GaugesRow | undefined> | undefined
  let goodUntil = 0
  const read = async () => {
    const started = performance.now()
    goodUntil = Number.POSITIVE_INFINITY
    try {
      return await readGauges(db, clock.now(), MOST_COUNTED)
    } catch {
      // The work that fails logs the reason; the scrape still reports the process's own metrics.
      return undefined
    } finally {
      const ended = performance.now()
      goodUntil = ended + Math.max(SECOND, 20 * (ended - started))
    }
  }
  return () => {
    if (!last || performance.now() >= goodUntil) last = read()
    return last
  }
}

export function addInstallationGauges(registry: Registry, db: Connection, clock: Clock): void {
  const readRow = createReader(db, clock)
  const add = (name: string, help: string, read: (row: GaugesRow) => Reading, label?: string) =>
    addGauge(
      registry,
      name,
      help,
      async () => {
        const row = await readRow()
        return row && read(row)
      },
      label,
    )
  const age = (since: Date | null) =>
    since === null ? 0 : Math.max(0, clock.now().getTime() - since.getTime()) / SECOND
  addGauge(registry, 'carillon_database_up', 'Whether the database answered this scrape.', async () =>
    (await readRow()) ? 1 : 0,
  )
  add(
    'carillon_queue_lag_seconds',
    'Age of the oldest message that could be sent and is not, 0 when none waits.',
    (r) => age(r.oldest_due),
  )
  add(
    'carillon_messages_waiting',
    `Messages by what they wait for; no more than ${MOST_COUNTED} are counted.`,
    ({ due, scheduled, parked, sending }) => Object.entries({ due, scheduled, parked, sending }),
    'state',
  )
  add(
    'carillon_connections_paused',
    'Connections that are not sent through now: throttled, or to be mended.',
    (r) => r.connections_paused,
  )
  add('carillon_event_lag_seconds', 'Age of the oldest event or callback that could be posted and is not.', (r) =>
    age(r.oldest_event),
  )
  add(
    'carillon_events_waiting',
    `Events and callbacks; no more than ${MOST_COUNTED} are counted.`,
    (r) => Object.entries({ due: r.events_ready, retry: r.events_waiting }),
    'state',
  )
  add(
    'carillon_inbound_waiting',
    `Requests of providers not yet applied; no more than ${MOST_COUNTED}.`,
    (r) => r.inbound_waiting,
  )
  add(
    'carillon_subscriptions',
    'Subscriptions whose receiver fails now, and disabled ones.',
    (r) => Object.entries({ failing: r.subscriptions_failing, disabled: r.subscriptions_disabled }),
    'state',
  )
  add('carillon_worker_silence_seconds', 'Time since any worker reported; none before the first report.', (r) =>
    r.worker_seen === null ? undefined : age(r.worker_seen),
  )
}
