// Describes each benchmark in a few sentences, for the results page.

/** Number of finished messages in a full run. The target in the results is defined for this number. */
const FINISHED = 10_000_000
/** Length of a full run of the memory benchmark, in minutes. */
const WHOLE_RUN = 10

const count = (/** @type {number} */ value) => value.toLocaleString('en')

/** @param {{ embedded: number, postgres: number }} sizes */
const each = ({ embedded, postgres }) =>
  embedded === postgres ? count(postgres) : `${count(postgres)} (embedded: ${count(embedded)})`

/**
 * @param {import('../sizes.mjs').Sizes} sizes
 * @returns {string[]}
 */
export function descriptions({ accept, batch, drain, events, email, receipts, latency, queue, finished, slope }) {
  return [
    `**accept**: single \`POST /v1/send\` requests over ${accept.connections.join(' or ')} keep-alive connections. Each has its own idempotency key and a live key, counts for the quota, and goes to one of 1,000 existing recipients in turn. No worker delivers meanwhile. Compared with the bare route, which is the same Fastify route with the same validation and without storage. Also compared, for each job library, with a route that stores the body as a job.`,
    '**job libraries**: pg-boss and graphile-worker store jobs in the same PostgreSQL, and their responses are sent after the flush. BullMQ stores jobs in Redis with an append-only file, which Redis flushes once a second: its responses are sent before the flush, so a failure of the machine can lose the messages of a second. Each library has its fastest settings (`bench/peers/libraries.mjs`).',
    `**batch**: ${count(batch.messages)} messages by \`POST /v1/send/batch\`, 100 per request, eight requests at a time. Compared with INSERT statements without Carillon: the same rows, 100 per statement, a flush after each statement, and a table with the same indexes.`,
    `**drain**: ${each(drain.messages)} queued messages are sent through one Discord connection to a provider on this machine, and settled. Compared with a loop that posts the same bodies with the HTTP client undici, with the same concurrency and without storage (the bare undici loop), and with job libraries whose handler posts the bodies.`,
    `**events**: ${count(events.events)} pending events of one subscription are signed, posted and settled. Compared with the same undici loop.`,
    `**email**: ${count(email.mails)} queued messages are sent to one mail server on this machine. Compared with nodemailer alone, with a pool of as many sessions.`,
    `**receipts**: the provider of ${count(receipts.messages)} sent emails reports each as delivered, in a separate webhook, 64 at a time. The figure is measured from the first webhook until all messages are delivered. Compared with the rate at which the webhooks are stored and answered (receiving), and with the rate at which the same messages were sent before (sending). The sender of the webhooks uses the same cores.`,
    `**dispatch latency**: the time from the start of the send request to the arrival at the provider, at a steady 200 messages per second for ${latency.seconds} seconds.`,
    `**claim**: a worker claims 64 messages from a queue of ${each(queue.queued)}. Compared with a queue of 1,000.`,
    `**fairness**: the time from the send request of one message to its arrival at the provider, while another workspace has ${each(queue.queued)} due messages. Then the same is measured with ${count(queue.workspaces)} more workspaces and ${count(queue.scheduled)} of their messages due tomorrow. On PostgreSQL it is also measured after a transaction held a snapshot for ${queue.held} seconds, so that vacuum could remove nothing. (The embedded database has a single session, so no other transaction can hold a snapshot.)`,
    `**accept, long history**: accept as above, with ${each(finished.finished)} finished messages of the same recipients. Compared with accept before they were added${finished.finished.postgres < FINISHED ? `. \`npm run bench -- --full\` adds ${count(FINISHED)}` : ''}.`,
    '**start**: the time from `npm start` to the first 202, for an installation that has started before.',
    '**memory**: the resident memory of the service at rest, and its maximum while 64 connections send and the service delivers.',
    `**memory slope**: the slope of a line through the resident memory from minute ${slope.from} to minute ${slope.to}, at 200 messages per second, accepted and delivered${slope.to < WHOLE_RUN ? `. \`npm run bench -- --full\` measures minutes 3 to ${WHOLE_RUN}, when the process has reached its final size` : ''}.`,
    '**several processes**: the rows compare two lines of the [table below](#several-processes-on-one-postgresql).',
  ]
}
