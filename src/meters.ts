// Prometheus counters and histograms of this process since its start. They are global, because a process runs only one
// service.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds of histogram buckets, in seconds. */
const PROVIDER_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40]
const ADMISSION_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** The Prometheus registry that contains `meters`. */
export const processRegistry = new Registry()
const registers = [processRegistry]

/**
 * The counters and histograms. The values of labels come from the service itself (channels, codes, classes), never from
 * the text of a caller or a provider.
 */
export const meters = {
  accepted: new Counter({
    name: 'carillon_messages_accepted_total',
    help: 'Messages accepted, by channel and mode.',
    labelNames: ['channel', 'mode'],
    registers,
  }),
  replayed: new Counter({
    name: 'carillon_messages_replayed_total',
    help: 'Messages with a repeated idempotency key. The response contained the earlier delivery.',
    registers,
  }),
  limited: new Counter({
    name: 'carillon_messages_limited_total',
    help: 'Messages that were not sent because of the limit in their request.',
    registers,
  }),
  refused: new Counter({
    name: 'carillon_messages_refused_total',
    help: 'Messages refused, by error code.',
    labelNames: ['reason'],
    registers,
  }),
  admissionSeconds: new Histogram({
    name: 'carillon_admission_seconds',
    help: 'Time from reading a send request to its commit.',
    buckets: ADMISSION_SECONDS,
    registers,
  }),
  answers: new Counter({
    name: 'carillon_http_answers_total',
    help: 'HTTP responses, by the class of their status.',
    labelNames: ['class'],
    registers,
  }),
  attempts: new Counter({
    name: 'carillon_attempts_total',
    help: 'Settled attempts, by channel and outcome class.',
    labelNames: ['channel', 'outcome'],
    registers,
  }),
  attemptSeconds: new Histogram({
    name: 'carillon_attempt_seconds',
    help: 'Duration of an attempt, including the fetch of attachments.',
    buckets: PROVIDER_SECONDS,
    labelNames: ['channel'],
    registers,
  }),
  ended: new Counter({
    name: 'carillon_messages_settled_total',
    help: 'Messages with the status sent or failed after an attempt, by channel and status.',
    labelNames: ['channel', 'status'],
    registers,
  }),
  leasesLost: new Counter({
    name: 'carillon_leases_lost_total',
    help: 'Messages whose lease expired while a worker was sending them.',
    registers,
  }),
  eventAttempts: new Counter({
    name: 'carillon_event_attempts_total',
    help: 'Requests that send events and callbacks, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  }),
  eventsGivenUp: new Counter({
    name: 'carillon_events_given_up_total',
    help: 'Events and callbacks that failed permanently. They can be replayed.',
    labelNames: ['kind'],
    registers,
  }),
  subscriptionsDisabled: new Counter({
    name: 'carillon_subscriptions_disabled_total',
    help: 'Subscriptions disabled because their receiver failed.',
    registers,
  }),
  removed: new Counter({
    name: 'carillon_retention_removed_total',
    help: 'Rows removed at the end of their retention, by table.',
    labelNames: ['table'],
    registers,
  }),
  errors: new Counter({
    name: 'carillon_unexpected_errors_total',
    help: 'Unexpected errors. The log contains each error.',
    registers,
  }),
  databaseAway: new Counter({
    name: 'carillon_database_unreachable_total',
    help: 'Operations that failed because the database was unreachable.',
    registers,
  }),
}

/**
 * The result of reading a gauge: one number, one number for each value of the gauge's label, or undefined if there is
 * nothing to report.
 */
export type Reading = number | [labelValue: string, value: number][] | undefined

/** The values of a metric, as one process reports them. */
export interface MetricSample {
  name: string
  type: string
}

interface GaugeOptions {
  label?: string
  /** The function that combines the values of several processes. */
  aggregator?: 'sum' | 'min' | 'max'
}

/** Adds a gauge. Each scrape calls `read`. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  { label, aggregator = 'sum' }: GaugeOptions = {},
): void {
  new Gauge<string>({
    name,
    help,
    aggregator,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const reading = await read()
      this.reset()
      if (typeof reading === 'number') this.set(reading)
      else if (label !== undefined) for (const [state, value] of reading ?? []) this.set({ [label]: state }, value)
      // Remove the value instead of resetting the gauge. After a reset, a gauge without labels would report 0.
      else this.remove()
    },
  })
}
