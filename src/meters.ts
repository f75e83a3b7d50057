// What this process counts of its own work, from its start on. A process runs one service, so there is one of each.
import { createCounter, createHistogram, type Family } from './metric-kinds.ts'

const PROVIDER_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40]
const ADMISSION_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Labels hold words of ours (channels, codes, classes), never what a caller or a provider wrote. */
export const meters = {
  accepted: createCounter('carillon_messages_accepted_total', 'Messages accepted, by channel and mode.', [
    'channel',
    'mode',
  ]),
  replayed: createCounter('carillon_messages_replayed_total', 'Messages answered with an earlier one, under its key.'),
  refused: createCounter('carillon_messages_refused_total', 'Messages turned down, by error code.', ['reason']),
  admissionSeconds: createHistogram(
    'carillon_admission_seconds',
    'Time from a read request to its commit, of requests that bring messages.',
    ADMISSION_SECONDS,
  ),
  answers: createCounter('carillon_http_answers_total', 'HTTP answers, by the class of their status.', ['class']),
  attempts: createCounter('carillon_attempts_total', 'Tries that were settled, by channel and outcome class.', [
    'channel',
    'outcome',
  ]),
  attemptSeconds: createHistogram(
    'carillon_attempt_seconds',
    'Time a try took, attached files included.',
    PROVIDER_SECONDS,
    ['channel'],
  ),
  ended: createCounter('carillon_messages_settled_total', 'Messages whose try left them sent or failed, by channel.', [
    'channel',
    'status',
  ]),
  leasesLost: createCounter('carillon_leases_lost_total', 'Messages whose worker went away while it sent them.'),
  eventAttempts: createCounter(
    'carillon_event_attempts_total',
    'Events and callbacks posted, by kind and whether the receiver took them.',
    ['kind', 'outcome'],
  ),
  eventsGivenUp: createCounter(
    'carillon_events_given_up_total',
    'Events and callbacks that failed for good; they can be replayed.',
    ['kind'],
  ),
  subscriptionsDisabled: createCounter(
    'carillon_subscriptions_disabled_total',
    'Subscriptions disabled because their receiver failed.',
  ),
  removed: createCounter('carillon_retention_removed_total', 'Rows removed because of their age, by table.', ['table']),
  errors: createCounter('carillon_unexpected_errors_total', 'Errors that were not foreseen; each stands in the log.'),
  databaseAway: createCounter('carillon_database_unreachable_total', 'Pieces of work that found no database.'),
} satisfies Record<string, Family>
