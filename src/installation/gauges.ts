// The installation's gauges for the metrics. One read serves all gauges and all simultaneous scrapes.
import type { Registry } from 'prom-client'
import type { Clock } from '../lib/clock.ts'
import { SECOND } from '../limits.ts'
import { addGauge, type Reading } from '../meters.ts'
import type { Connection } from '../store/database.ts'
import { type GaugesRow, readGauges } from '../store/installation/gauges.ts'

/** Maximum number of rows that are counted for each gauge. The exact length of a longer queue is not needed. */
const MOST_COUNTED = 10_000

/**
 * Returns a function that reads the gauges at most once a second, and spends at most a twentieth of the time on
 * reading. The function returns undefined while the database is unreachable.
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
      // The reason is not logged here, because other database work also fails and logs it. The scrape still reports the
      // metrics of this process.
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
      label === undefined ? {} : { label },
    )
  const age = (since: Date | null) =>
    since === null ? 0 : Math.max(0, clock.now().getTime() - since.getTime()) / SECOND
  addGauge(registry, 'carillon_database_up', 'Whether the database answered this scrape.', async () =>
    (await readRow()) ? 1 : 0,
  )
  add(
    'carillon_queue_lag_seconds',
    'Age of the oldest message that is due and not claimed. 0 if every due message is claimed.',
    (r) => age(r.oldest_due),
  )
  add(
    'carillon_messages_waiting',
    `Undelivered messages by state; at most ${MOST_COUNTED} are counted.`,
    ({ due, scheduled, parked, sending }) => Object.entries({ due, scheduled, parked, sending }),
    'state',
  )
  add(
    'carillon_connections_paused',
    'Connections that are paused because the provider throttles them or because their settings must be fixed.',
    (r) => r.connections_paused,
  )
  add(
    'carillon_connections_failing',
    'Provider connections that are paused or do not work, so that messages are sent through another connection of the channel.',
    (r) => r.connections_failing,
  )
  add('carillon_event_lag_seconds', 'Age of the oldest event or callback that is due and not sent.', (r) =>
    age(r.oldest_event),
  )
  add(
    'carillon_events_waiting',
    `Events and callbacks by state; at most ${MOST_COUNTED} are counted.`,
    (r) => Object.entries({ due: r.events_ready, retry: r.events_waiting }),
    'state',
  )
  add(
    'carillon_inbound_waiting',
    `Inbound webhooks that are not applied yet; at most ${MOST_COUNTED} are counted.`,
    (r) => r.inbound_waiting,
  )
  add(
    'carillon_subscriptions',
    'Subscriptions by state: failing and disabled.',
    (r) => Object.entries({ failing: r.subscriptions_failing, disabled: r.subscriptions_disabled }),
    'state',
  )
  add(
    'carillon_worker_silence_seconds',
    'Time since the last report of any worker; absent before the first report.',
    (r) => (r.worker_seen === null ? undefined : age(r.worker_seen)),
  )
}
