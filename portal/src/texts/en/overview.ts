// The English texts of the overview.
import { count, figure } from './numbers.ts'

/** The values in the texts of a problem. A value that the problem does not have is an empty string or 0. */
export interface ConditionParts {
  channel: string
  subject: string
  /** The service writes the sentences in `reason` and `remedy`. */
  reason: string
  remedy: string
  count: number
  total: number
}

export const overview = {
  title: 'Overview',
  figures: 'Summary',
  messages: 'Messages this month',
  ofLimit: (limit: string) => `of ${limit}`,
  unlimited: 'unlimited',
  remaining: (n: number) => `${figure(n)} left`,
  whatsapp: 'WhatsApp bundle',
  credits: 'Credits',
  creditsText: 'available for messages over the quota',
  lastHour: 'Last hour',
  deliveredCount: (n: number) => `${figure(n)} delivered`,
  failedCount: (n: number) => `${figure(n)} failed`,
  sentCount: (n: number) => `${figure(n)} sent`,
  health: 'Health',
  healthy: 'No problems',
  problems: (n: number) => count(n, 'problem', 'problems'),
  failures: (n: number) => `${count(n, 'message', 'messages')} failed`,
  inLastHour: 'in the last hour',
  queue: (n: number) =>
    n === 0
      ? 'nothing to send now in this installation'
      : `${count(n, 'message', 'messages')} to send now in this installation`,
  conditionsTitle: 'Problems',
  moreConditions: (n: number) => `${count(n, 'more problem', 'more problems')}. Fix the problems above first.`,
  began: 'Started',
  conditions: {
    worker_stale: {
      title: () => 'No worker is running',
      text: ({ count: due }: ConditionParts) =>
        `No worker has reported for a minute, and ${count(due, 'message is', 'messages are')} ready to be sent. Start the service or a worker, and read its log.`,
      to: 'Open queued deliveries',
    },
    queue_deep: {
      title: () => 'The queue is long',
      text: ({ count: due }: ConditionParts) =>
        `${count(due, 'message is', 'messages are')} ready to be sent in this installation. If the number does not fall, start another worker.`,
      to: 'Open queued deliveries',
    },
    messages_overdue: {
      title: () => 'Messages are overdue',
      text: ({ count: due }: ConditionParts) =>
        `${count(due, 'message is', 'messages are')} overdue by more than a minute. If the number does not fall, start another worker.`,
      to: 'Open queued deliveries',
    },
    connection_paused: {
      title: ({ channel }: ConditionParts) => `${channel} is paused`,
      text: ({ subject, reason, remedy }: ConditionParts) =>
        `Source “${subject}”${reason === '' ? '.' : `: ${reason}.`} ${remedy}`,
      to: 'Open connection',
    },
    connection_unavailable: {
      title: ({ channel }: ConditionParts) => `A connection of ${channel} is not used`,
      text: ({ subject, reason, remedy }: ConditionParts) =>
        `Source “${subject}”${reason === '' ? '.' : `: ${reason}.`} ${remedy}`,
      to: 'Open connections',
    },
    failure_rate: {
      title: () => 'High failure rate',
      text: ({ count: failed, total }: ConditionParts) =>
        `${figure(failed)} of ${count(total, 'message', 'messages')} failed in the last hour. Open a failed delivery to see the reason and the fix.`,
      to: 'Open failed deliveries',
    },
    attempts_failing: {
      title: ({ channel }: ConditionParts) => `Attempts on ${channel} are failing`,
      text: ({ subject, reason, count: pending }: ConditionParts) =>
        `${count(pending, 'message', 'messages')} of the source “${subject}” ${pending === 1 ? 'is' : 'are'} pending after failed attempts${reason === '' ? '' : pending === 1 ? `: ${reason}` : `. One reason: ${reason}`}. Check the connection. Each message is attempted up to 4 times. If the outage lasts longer, resend the failed messages.`,
      to: 'Open connection',
    },
    quota_used_up: {
      title: ({ channel, total }: ConditionParts) => {
        if (total === 0) return 'The monthly quota is 0 messages'
        return channel === '' ? 'Monthly quota used up' : `Monthly quota for ${channel} used up`
      },
      text: ({ total }: ConditionParts) =>
        `The limit is ${count(total, 'message', 'messages')}, and there are not enough credits. Further messages are refused.`,
      to: 'Open plan',
    },
    quota_nearly_used: {
      title: ({ channel }: ConditionParts) =>
        channel === '' ? 'Monthly quota nearly used up' : `Monthly quota for ${channel} nearly used up`,
      text: ({ count: used, total }: ConditionParts) =>
        `${figure(used)} of ${count(total, 'message', 'messages')} used.`,
      to: 'Open plan',
    },
    credits_in_use: {
      title: ({ channel }: ConditionParts) =>
        channel === '' ? 'Messages use credits' : `Messages on ${channel} use credits`,
      text: ({ total }: ConditionParts) => `The monthly limit of ${count(total, 'message', 'messages')} is used up.`,
      to: 'Open plan',
    },
    endpoint_disabled: {
      title: () => 'A webhook endpoint is disabled',
      text: ({ subject, reason }: ConditionParts) =>
        `${subject}${reason === '' ? '.' : `: ${reason}.`} Its events are kept for 7 days and can be replayed.`,
      to: 'Open endpoint',
    },
    replies_not_received: {
      title: ({ channel }: ConditionParts) => `Replies on ${channel} are not received`,
      text: ({ subject, reason }: ConditionParts) => `Source “${subject}”: ${reason}`,
      to: 'Open connection',
    },
    bounces_not_received: {
      title: () => 'Bounce mails are not received',
      text: ({ subject, reason }: ConditionParts) => `Source “${subject}”: ${reason}`,
      to: 'Open connection',
    },
    template_refused: {
      title: ({ subject }: ConditionParts) => `The template ${subject} cannot be sent`,
      text: ({ reason }: ConditionParts) => `It uses an approved template that the provider refuses: ${reason}.`,
      to: 'Open template',
    },
  },
}
