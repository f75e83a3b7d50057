// Conditions about traffic: no worker runs, messages are overdue, many messages fail, or a provider accepts no
// messages.
import { channelOf } from '../channels/index.ts'
import type { Health } from '../installation/health.ts'
import { counted } from '../lib/text/plural.ts'
import { retryDelays } from '../limits.ts'
import type { FailingRow, OverdueRow } from '../store/workspaces/conditions.ts'
import { type Condition, condition } from './condition-shape.ts'

export interface OutcomeCounts {
  sent: number
  failed: number
}

/**
 * Shares of failed messages in the last hour. Above `warning`, the condition is a warning; above `error`, it is an
 * error.
 */
const failureRate = { warning: 0.05, error: 0.2, leastMessages: 20 } as const
/**
 * Thresholds for an hour with few messages. They require a minimum number of failed messages, because a high share of
 * few messages proves little.
 */
const fewMessages = { leastFailed: 3, share: 0.5 } as const
/** A condition of a connection requires at least this number of pending messages whose last attempt failed. */
const leastFailing = 3
const ATTEMPTS = retryDelays.length + 1

/**
 * Returns at most one condition about due messages. It is the first of these that applies: no worker reports, messages
 * of this workspace have been due for more than a minute, or the installation has an unusual number of due messages.
 */
export function queueConditions(workspaceId: number, health: Health, overdue: OverdueRow): Condition[] {
  const link = `/w/${workspaceId}/deliveries?status=queued,retrying`
  if (health.worker === 'stale') {
    return [
      condition({
        kind: 'worker_stale',
        severity: 'error',
        message: `No worker has reported for a minute, and ${areDue(health.queue_depth)} due.`,
        remedy: 'Start a worker ("carillon worker" or "carillon start"), and read its log.',
        link,
        count: health.queue_depth,
      }),
    ]
  }
  const remedy = 'If the number of due messages does not fall, start another worker or raise WORKER_SLOTS.'
  if (overdue.count > 0) {
    const message = `${areDue(overdue.count)} overdue by more than a minute.`
    const since = overdue.oldest
    return [
      condition({ kind: 'messages_overdue', severity: 'warning', message, remedy, link, since, count: overdue.count }),
    ]
  }
  if (health.status === 'healthy') return []
  const message = `${areDue(health.queue_depth)} due in this installation, which is more than usual.`
  return [condition({ kind: 'queue_deep', severity: 'warning', message, remedy, link, count: health.queue_depth })]
}

const areDue = (n: number) => counted(n, 'message is', 'messages are')

/** Returns the condition about failed live messages in the last hour. */
export function rateCondition(workspaceId: number, { sent, failed }: OutcomeCounts): Condition[] {
  const total = sent + failed
  const isSmall = total < failureRate.leastMessages
  const isWell = isSmall
    ? failed < fewMessages.leastFailed || failed / total < fewMessages.share
    : failed / total <= failureRate.warning
  if (isWell) return []
  return [
    condition({
      kind: 'failure_rate',
      severity: !isSmall && failed / total > failureRate.error ? 'error' : 'warning',
      message: `${failed} of ${counted(total, 'message')} failed in the last hour (${Math.round((failed / total) * 100)} %).`,
      remedy: 'Read the reasons of the failed deliveries. Each reason has a remedy.',
      link: `/w/${workspaceId}/deliveries?status=failed&period=hour`,
      count: failed,
      total,
    }),
  ]
}

/**
 * Returns conditions for connections whose provider does not accept messages. A connection has a condition in each of
 * these cases:
 *
 * - Several pending messages have a failed attempt, and their share of all messages of the last hour is too high.
 * - A pending message has two failed attempts, and among the latest messages of the connection, the share with failed
 *   attempts is too high.
 *
 * If only the first attempts of a few messages were refused (greylisting), there is therefore no condition.
 */
export function failingConditions(
  workspaceId: number,
  rows: FailingRow[],
  { sent, failed }: OutcomeCounts,
): Condition[] {
  return rows.flatMap(({ source_id, source_name, count, repeated, accepted, reason, ...row }) => {
    const channel = row.channel
    const share = count / (sent + failed + count)
    const isMany = count >= leastFailing && share > failureRate.warning
    const isLasting = repeated > 0 && count / (accepted + count) > failureRate.warning
    if (!isMany && !isLasting) return []
    const why = reason === null ? '' : count === 1 ? `: ${reason}` : `. One reason: ${reason}`
    const pending = counted(count, 'message')
    const connection = `the ${channelOf(channel).title} connection of the source "${source_name}"`
    return [
      condition({
        kind: 'attempts_failing',
        severity: count >= failureRate.leastMessages && share > failureRate.error ? 'error' : 'warning',
        message: `${pending} of ${connection} ${count === 1 ? 'is' : 'are'} pending after failed attempts${why}.`,
        remedy: `Check the connection. Each message is attempted up to ${ATTEMPTS} times. If the outage lasts longer, resend the messages that failed.`,
        link: `/w/${workspaceId}/sources/${source_id}/connections/${channel}`,
        channel,
        source_id,
        subject: source_name,
        reason,
        count,
      }),
    ]
  })
}
