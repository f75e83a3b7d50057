// Sample counts for the charts of the overview: a segment with 31 days of messages (see figure_segments).

const HOUR_S = 3600
const DAYS = 31
/** The oldest message that can still change is younger. The service does not count the segment again. */
const LAST_CHANGE_DAYS = 8

/**
 * The channels: their share of the messages, the shares of delivered, read and failed messages, the group of their
 * median delay (see delayBounds in src/store/figures/counting.ts), and the reason of their failures.
 */
const channels = [
  { name: 'email', share: 0.6, delivered: 0.97, read: 0, failed: 0.027, delay: 11, reason: 'recipient_gone' },
  { name: 'whatsapp', share: 0.26, delivered: 0.98, read: 0.71, failed: 0.009, delay: 13, reason: 'permanent' },
  { name: 'telegram', share: 0.1, delivered: 1, read: 0, failed: 0.006, delay: 9, reason: 'recipient_gone' },
  { name: 'push', share: 0.04, delivered: 0.9, read: 0, failed: 0.05, delay: 8, reason: 'recipient_gone' },
]

/** The shares of messages whose delay is in the groups around the group of the median. */
const spread = [0.12, 0.2, 0.36, 0.2, 0.08, 0.04]

/**
 * Stores the counts of invented messages before the first message of the workspace.
 * @param {import('@electric-sql/pglite').PGlite} database
 * @param {number} failedId The id of a failed email. Its error is shown with the reason of the failures.
 */
export async function writeFigures(database, failedId) {
  const now = Math.floor(Date.now() / 1000)
  const last = now - (now % HOUR_S)
  const slots = Array.from({ length: DAYS * 24 }, (_, hours) => last - hours * HOUR_S)
  const cells = slots.flatMap((slot, hours) => channels.map((channel) => cellOf(channel, slot, hours, failedId)))
  await database.query(
    `insert into figure_segments (workspace_id, after_id, last_id, first_at, last_at, pending, counted_at, cells)
     values (1, -1, 0, now() - $1 * interval '1 day', now(), 0, now() + $2 * interval '1 day', $3)`,
    [DAYS + 1, LAST_CHANGE_DAYS, JSON.stringify(cells)],
  )
}

/**
 * @param {(typeof channels)[number]} channel
 * @param {number} slot The start of the hour, in seconds since 1970.
 * @param {number} hours The age of the hour.
 * @param {number} failedId
 */
function cellOf(channel, slot, hours, failedId) {
  const hour = (slot / HOUR_S) % 24
  const weekday = new Date(slot * 1000).getUTCDay()
  const ofDay = 12 + 58 * Math.max(0, Math.sin(((hour - 5) / 17) * Math.PI))
  const ofWeek = weekday === 0 || weekday === 6 ? 0.6 : 1
  const all = Math.round(ofDay * ofWeek * (1.2 - hours / 2_000) * channel.share)
  // The fraction of a message that failed adds up over the hours.
  const failed = Math.floor((hours + 1) * all * channel.failed) - Math.floor(hours * all * channel.failed)
  const delivered = Math.round((all - failed) * channel.delivered)
  const read = Math.round(delivered * channel.read)
  const delays = Object.fromEntries(
    spread.map((share, group) => [channel.delay - 2 + group, Math.round((all - failed) * share)]),
  )
  const failures =
    failed === 0 ? [] : [{ reason: channel.reason, message: channel.name, count: failed, newest: failedId }]
  return {
    slot,
    source: 1,
    channel: channel.name,
    counts: [all - failed - delivered, delivered - read, read, failed, 0, 0],
    delays,
    failures: channel.name === 'email' ? failures : failures.map((failure) => ({ ...failure, message: '' })),
  }
}
