// What this process counts of its own work since its start, for Prometheus. A process runs one service, so there is one of each.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds of the buckets, in seconds. */
const PROVIDER_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40]
const ADMISSION_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Holds `meters`. */
export const processRegistry = new Registry()
const registers = [processRegistry]

/** Labels hold words of ours (channels, codes, classes), never what a caller or a provider wrote. */
export const meters = {
  accepted: new Counter({
    name: 'carillon_messages_accepted_total',
    help: 'Messages accepted, by channel and mode.',
    labelNames: ['channel', 'mode'],
    registers,
  }),
  replayed: new Counter({
    name: 'carillon_messages_replayed_total',
    help: 'Messages answered with an earlier one, under its key.',
    registers,
  }),
  refused: new Counter({
    name: 'carillon_messages_refused_total',
    help: 'Messages turned down, by error code.',
    labelNames: ['reason'],
    registers,
  }),
  admissionSeconds: new Histogram({
    name: 'carillon_admission_seconds',
    help: 'Time from a read request to its commit, of requests that bring messages.',
    buckets: ADMISSION_SECONDS,
    registers,
  }),
  answers: new Counter({
    name: 'carillon_http_answers_total',
    help: 'HTTP answers, by the class of their status.',
    labelNames: ['class'],
    registers,
  }),
  attempts: new Counter({
    name: 'carillon_attempts_total',
    help: 'Tries that were settled, by channel and outcome class.',
    labelNames: ['channel', 'outcome'],
    registers,
  }),
  attemptSeconds: new Histogram({
    name: 'carillon_attempt_seconds',
    help: 'Time a try took, attached files included.',
    buckets: PROVIDER_SECONDS,
    labelNames: ['channel'],
    registers,
  }),
  ended: new Counter({
    name: 'carillon_messages_settled_total',
    help: 'Messages whose try left them sent or failed, by channel.',
    labelNames: ['channel', 'status'],
    registers,
  }),
  leasesLost: new Counter({
    name: 'carillon_leases_lost_total',
    help: 'Messages whose worker went away while it sent them.',
    registers,
  }),
  eventAttempts: new Counter({
    name: 'carillon_event_attempts_total',
    help: 'Events and callbacks posted, by kind and whether the receiver took them.',
    labelNames: ['kind', 'outcome'],
    registers,
  }),
  eventsGivenUp: new Counter({
    name: 'carillon_events_given_up_total',
    help: 'Events and callbacks that failed for good; they can be replayed.',
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
    help: 'Rows removed because of their age, by table.',
    labelNames: ['table'],
    registers,
  }),
  errors: new Counter({
    name: 'carillon_unexpected_errors_total',
    help: 'Errors that were not foreseen; each stands in the log.',
    registers,
  }),
  databaseAway: new Counter({
    name: 'carillon_database_unreachable_total',
    help: 'Pieces of work that found no database.',
    registers,
  }),
}

/** One value; or one for each value of the gauge's label; or undefined where there is nothing to report. */
export type Reading = number | [labelValue: string, value: number][] | undefined

/** Adds a gauge that calls `read` at each scrape. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  label?: string,
): void {
  new Gauge<string>({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const reading = await read()
      this.reset()
      if (typeof reading === 'number') this.set(reading)
      else if (label !== undefined) for (const [state, value] of reading ?? []) this.set({ [label]: state }, value)
      // A reset gauge without labels has the value 0, which would be a false report.
      else this.remove()
    },
  })
}
