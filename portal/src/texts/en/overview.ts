// The overview, in English.
import { count, figure } from './numbers.ts'

/** What the words of a condition are made of; empty or 0 where the condition has no such part. */
export interface ConditionParts {
  channel: string
  subject: string
  /** In the service's words, as is `remedy`. */
  reason: string
  remedy: string
  count: number
  total: number
}

export const overview = {
  title: 'Overview',
  text: (period: string) => `Live messages, with months and days in UTC. This month began on ${period}.`,
  figures: 'Figures',
  messages: 'Messages this month',
  ofLimit: (limit: string) => `of ${limit}`,
  unlimited: 'no limit',
  remaining: (n: number) => `${figure(n)} left`,
  whatsapp: 'WhatsApp bundle',
  credits: 'Credits',
  creditsText: 'pay for what goes over the quota',
  lastHour: 'Last hour',
  lastHourText: (delivered: number, failed: number) => `${figure(delivered)} delivered, ${figure(failed)} failed`,
  sentCount: (n: number) => `${figure(n)} sent`,
  health: 'Health',
  healthy: 'All is well',
  problems: (n: number) => count(n, 'problem', 'problems'),
  failures: (n: number) => `${count(n, 'message', 'messages')} failed`,
  inLastHour: 'in the last hour',
  queue: (n: number) =>
    n === 0
      ? 'no message is due in this installation'
      : `${count(n, 'message is', 'messages are')} due in this installation`,
  days: 'Last 30 days (UTC)',
  minutes: 'Last hour, minute by minute',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  nothingYet: 'Nothing was sent in this time.',
  chartText: (hour: string, sent: number, failed: number) => `${hour}: ${figure(sent)} sent, ${figure(failed)} failed`,
  channels: 'Channels this month',
  channel: 'Channel',
  failureRate: 'Failure rate',
  noChannels: 'No live message was sent this month.',
  conditionsTitle: 'Problems',
  moreConditions: (n: number) => `${count(n, 'more problem', 'more problems')}: fix those above first.`,
  began: 'Began',
  conditions: {
    worker_stale: {
      title: () => 'No worker is running',
      text: ({ count: due }: ConditionParts) =>
        `No worker has reported for a minute, and ${count(due, 'message is', 'messages are')} due. Start the service, or a worker, and read its log.`,
      to: 'Open the queued deliveries',
    },
    queue_deep: {
      title: () => 'The queue is long',
      text: ({ count: due }: ConditionParts) =>
        `${count(due, 'message is', 'messages are')} due in this installation. If the number does not fall, start another worker.`,
      to: 'Open the queued deliveries',
    },
    messages_overdue: {
      title: () => 'Messages are overdue',
      text: ({ count: due }: ConditionParts) =>
        `${count(due, 'message is', 'messages are')} overdue by more than a minute. If the number does not fall, start another worker.`,
      to: 'Open the queued deliveries',
    },
    connection_paused: {
      title: ({ channel }: ConditionParts) => `${channel} is paused`,
      text: ({ subject, reason, remedy }: ConditionParts) =>
        `Source “${subject}”${reason === '' ? '.' : `: ${reason}.`} ${remedy}`,
      to: 'Open the connection',
    },
    failure_rate: {
      title: () => 'Many messages fail',
      text: ({ count: failed, total }: ConditionParts) =>
        `${figure(failed)} of ${count(total, 'message', 'messages')} failed in the last hour. Each failed delivery says why, and what to do.`,
      to: 'Open the failed deliveries',
    },
    attempts_failing: {
      title: ({ channel }: ConditionParts) => `Attempts on ${channel} are failing`,
      text: ({ subject, reason, count: pending }: ConditionParts) =>
        `${count(pending, 'message', 'messages')} of the source “${subject}” ${pending === 1 ? 'is' : 'are'} pending after failed attempts${reason === '' ? '' : pending === 1 ? `: ${reason}` : `. One reason: ${reason}`}. Check the connection. Each message is attempted up to 4 times. If the outage lasts longer, resend the messages that failed.`,
      to: 'Open the connection',
    },
    quota_used_up: {
      title: ({ channel, total }: ConditionParts) => {
        if (total === 0) return 'The month’s quota is 0 messages'
        return channel === '' ? 'The month’s messages are used up' : `The month’s messages on ${channel} are used up`
      },
      text: ({ total }: ConditionParts) =>
        `The limit is ${count(total, 'message', 'messages')}, and too few credits are left: further messages are refused.`,
      to: 'Open the plan',
    },
    quota_nearly_used: {
      title: ({ channel }: ConditionParts) =>
        channel === '' ? 'The month’s messages are nearly used' : `The month’s messages on ${channel} are nearly used`,
      text: ({ count: used, total }: ConditionParts) =>
        `${figure(used)} of ${count(total, 'message', 'messages')} are used.`,
      to: 'Open the plan',
    },
    credits_in_use: {
      title: ({ channel }: ConditionParts) =>
        channel === '' ? 'Messages are paid with credits' : `Messages on ${channel} are paid with credits`,
      text: ({ total }: ConditionParts) => `The month’s limit of ${count(total, 'message', 'messages')} is used up.`,
      to: 'Open the plan',
    },
    endpoint_disabled: {
      title: () => 'A webhook endpoint is disabled',
      text: ({ subject, reason }: ConditionParts) =>
        `${subject}${reason === '' ? '.' : `: ${reason}.`} Its events are kept for 7 days and can be sent again.`,
      to: 'Open the endpoint',
    },
    replies_not_received: {
      title: ({ channel }: ConditionParts) => `Replies on ${channel} are not received`,
      text: ({ subject, reason }: ConditionParts) => `Source “${subject}”: ${reason}`,
      to: 'Open the connection',
    },
    template_refused: {
      title: ({ subject }: ConditionParts) => `The template ${subject} cannot be sent`,
      text: ({ reason }: ConditionParts) => `It uses an approved template that the provider refuses: ${reason}.`,
      to: 'Open the template',
    },
  },
}
