// Conditions of traffic: no worker runs, messages are overdue, too many fail.
import { counted } from '../lib/plural.ts'
import type { OverdueRow } from '../store/conditions.ts'
import { type Condition, condition } from './condition-shape.ts'
import type { Health } from './health.ts'

export interface Tally {
  sent: number
  failed: number
}

/** The share of failed messages in an hour above which it is a condition, and above which it is an error. */
const failureRate = { warning: 0.05, error: 0.2, leastMessages: 20 } as const

/** Messages that were due before a minute and have not been claimed; the installation's queue where none are this workspace's. */
export function queueConditions(workspaceId: number, health: Health, overdue: OverdueRow): Condition[] {
  const link = `/w/${workspaceId}/deliveries?status=queued`
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
  const remedy = 'If the number does not fall, start another worker or raise WORKER_SLOTS.'
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

/** Of the last hour's live messages. */
export function rateCondition(workspaceId: number, { sent, failed }: Tally): Condition[] {
  const total = sent + failed
  if (total < failureRate.leastMessages || failed / total <= failureRate.warning) return []
  return [
    condition({
      kind: 'failure_rate',
      severity: failed / total > failureRate.error ? 'error' : 'warning',
      message: `${failed} of ${counted(total, 'message')} failed in the last hour (${Math.round((failed / total) * 100)} %).`,
      remedy: 'Read the reasons of the failed deliveries: each says what to do.',
      link: `/w/${workspaceId}/deliveries?status=failed`,
      count: failed,
      total,
    }),
  ]
}
