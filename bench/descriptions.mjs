// What each benchmark does, in a sentence or two, for the results page.

/** What the aims speak of. */
const FINISHED = 10_000_000
const WHOLE_RUN = 10

const count = (/** @type {number} */ value) => value.toLocaleString('en')

/** @param {{ embedded: number, postgres: number }} sizes */
const each = ({ embedded, postgres }) =>
  embedded === postgres ? count(postgres) : `${count(postgres)} (embedded: ${count(embedded)})`

/**
 * @param {import('./sizes.mjs').Sizes} sizes
 * @returns {string[]}
 */
export function descriptions({ batch, drain, events, email, pickUp, queue, finished, slope }) {
  return [
    '**accept**: single `POST /v1/send` over 64 keep-alive connections, each with an idempotency key of its own, a live key, quota counted, 1,000 known recipients in turn; a delivering worker takes no part. Against the same Fastify route with the same validation and no store, and with one job library each that keeps the body.',
    `**batch**: ${count(batch.messages)} messages by \`POST /v1/send/batch\`, a hundred a request, eight requests at a time. Against a multi-row INSERT of the same rows, a hundred a statement, each flushed, into a table with the same indexes.`,
    `**drain**: ${count(drain.messages)} queued messages sent through one Discord connection to a provider on this machine, and settled. Against an undici loop that posts the same bodies with the same concurrency and keeps nothing, and against job libraries whose handler does that.`,
    `**events**: ${count(events.events)} events that wait for one subscriber, signed, posted and settled. Against the same undici loop.`,
    `**email**: ${count(email.mails)} queued messages to one mail server on this machine. Against nodemailer with a pool of as many sessions.`,
    `**pick-up**: from the send of a message, its request included, to its arrival at the provider, at a steady 200 a second for ${pickUp.seconds} seconds.`,
    `**claim**: 64 messages claimed by a worker from a queue of ${each(queue.queued)}, against a queue of 1,000.`,
    `**fairness**: from the send of one message to the provider, while another workspace has ${each(queue.queued)} due; the same with ${count(queue.workspaces)} more workspaces and ${count(queue.scheduled)} of their messages due tomorrow; and, on PostgreSQL, also at the end of ${queue.held} seconds in which a transaction held a snapshot and nothing could be vacuumed. (The embedded database has a single session.)`,
    `**accept, long history**: accept as above beside ${each(finished.finished)} finished messages of the same people, against accept before they were there${finished.finished.postgres < FINISHED ? `; \`npm run bench -- --full\` adds ${count(FINISHED)}` : ''}.`,
    '**start**: from `npm start` of an installation that has started before to its first 202.',
    '**memory**: resident memory of the service at rest, and the most while 64 connections send and it delivers.',
    `**memory slope**: a line through the resident memory from minute ${slope.from} to minute ${slope.to} of 200 messages a second, accepted and delivered${slope.to < WHOLE_RUN ? `; \`npm run bench -- --full\` looks at minutes 3 to ${WHOLE_RUN}, when a process has grown to its size` : ''}.`,
  ]
}
