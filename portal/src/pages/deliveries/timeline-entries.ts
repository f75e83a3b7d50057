// Builds the timeline of a delivery from its status changes, attempts, receipts, bounces, actions, callbacks and events,
// and from what members did with it.
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { type Status, statusColors } from '../../parts/delivery-words.tsx'
import type { Texts } from '../../texts/texts.tsx'
import { changeEntries } from './delivery/change-entries.ts'

export interface TimelineLine {
  label?: string
  text: string
  /** True if the text is a reason from the API. The portal then shows its first letter as a capital. */
  isReason?: boolean
}

export interface TimelineEntry {
  key: string
  at: string
  title: string
  /** The name of a color in Mantine, the component library. */
  color: string
  /** A short text beside the title, such as the outcome or the duration. */
  mark?: string
  lines: TimelineLine[]
  /** The response of a provider or endpoint. It is hidden until the member opens it. */
  answer?: string
  /** A page of the workspace with the details of the entry. */
  link?: { to: string; text: string }
}

type DispatchStatus = 'waiting' | 'sending' | 'received' | 'failed' | 'held'

/** `nameOf` translates the name of a member or token. */
export function timelineEntries(
  delivery: DeliveryTimeline,
  texts: Texts,
  nameOf: (name: string) => string,
): TimelineEntry[] {
  const entries = [
    ...changeEntries(delivery, texts, nameOf),
    ...statusEntries(delivery, texts),
    ...attemptEntries(delivery, texts),
    ...receiptEntries(delivery, texts),
    ...bounceEntries(delivery, texts),
    ...actionEntries(delivery, texts),
    ...callbackEntries(delivery, texts),
    ...eventEntries(delivery, texts),
  ]
  // The sort is stable: entries with the same time keep the order in which they were added. An event therefore follows
  // the change that it reports.
  return entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/**
 * Adds the reason to the last status of a delivery that expired or was cancelled without an attempt, or that waits for
 * the end of quiet hours. Shows the last status of a cancelled delivery as cancelled and not as failed.
 */
function statusEntries(
  { history, state, reason, error_message }: DeliveryTimeline,
  { timeline, statuses, deliveries, serverText }: Texts,
): TimelineEntry[] {
  const isUnattempted = reason === 'expired' || reason === 'cancelled'
  const cancelled = state === 'cancelled' ? deliveries.states.cancelled : undefined
  const labelOf = (status: string) => (status === 'failed' && cancelled) || (statuses[status as Status] ?? status)
  return history.map(({ status, at }, index) => ({
    key: `status-${index}`,
    at,
    title: index === 0 ? timeline.entries.accepted : timeline.entries.status(labelOf(status).toLowerCase()),
    color: status === 'failed' && cancelled ? 'gray' : (statusColors[status as Status] ?? 'gray'),
    lines:
      (status === 'failed' && isUnattempted) || (state === 'deferred' && index === history.length - 1)
        ? reasonLine(serverText(error_message ?? ''))
        : [],
  }))
}

function attemptEntries({ attempts }: DeliveryTimeline, { timeline, serverText }: Texts): TimelineEntry[] {
  return attempts.map((attempt) => ({
    key: `attempt-${attempt.attempt}`,
    at: attempt.started_at,
    title: `${timeline.entries.attempt(attempt.attempt)}: ${
      timeline.outcomes[attempt.outcome as keyof Texts['timeline']['outcomes']] ?? attempt.outcome
    }`,
    color: attempt.outcome === 'sent' ? 'verdigris' : attempt.outcome === 'throttled' ? 'yellow' : 'red',
    mark: timeline.took(Date.parse(attempt.ended_at) - Date.parse(attempt.started_at)),
    lines: [
      ...reasonLine(serverText(attempt.reason ?? '')),
      ...lineOf(timeline.connection, connectionName(attempt.connection, { timeline, serverText })),
      ...lineOf(timeline.providerResponse, distinct(attempt.provider_status, attempt.code)),
    ],
    ...(attempt.response ? { answer: attempt.response } : {}),
  }))
}

/** Returns the position and the provider of the connection, or the id of a removed connection. */
function connectionName(
  connection: DeliveryTimeline['attempts'][number]['connection'],
  { timeline, serverText }: Pick<Texts, 'timeline' | 'serverText'>,
): string | null {
  if (connection === null) return null
  const { id, title, position } = connection
  return title === null ? timeline.removedConnection(id) : `${position}. ${serverText(title)}`
}

function receiptEntries({ receipts }: DeliveryTimeline, { timeline, statuses, serverText }: Texts): TimelineEntry[] {
  return receipts.map(({ status, at, reason, code, price, applied }, index) => ({
    key: `receipt-${index}`,
    at,
    title: timeline.entries.receipt(statuses[status].toLowerCase()),
    color: applied ? statusColors[status] : 'gray',
    lines: [
      ...reasonLine(serverText(reason ?? '')),
      ...lineOf(timeline.providerResponse, distinct(code, price)),
      ...(applied ? [] : lineOf(undefined, timeline.entries.receiptLate)),
    ],
  }))
}

function bounceEntries({ bounces }: DeliveryTimeline, { timeline }: Texts): TimelineEntry[] {
  return bounces.map(({ type, at, code, detail }, index) => ({
    key: `bounce-${index}`,
    at,
    title: timeline.bounces[type],
    color: type === 'soft' ? 'yellow' : 'red',
    lines: lineOf(undefined, distinct(code, detail)),
  }))
}

function actionEntries({ actions }: DeliveryTimeline, { timeline }: Texts): TimelineEntry[] {
  return actions.flatMap(({ slug, label, used_at, used_by }) =>
    used_at === null
      ? []
      : [
          {
            key: `action-${slug}`,
            at: used_at,
            title: timeline.entries.action(label),
            color: 'blue',
            lines: used_by === null ? [] : lineOf(undefined, timeline.entries.actionBy(used_by)),
          },
        ],
  )
}

function callbackEntries({ callbacks }: DeliveryTimeline, { timeline, webhooks, serverText }: Texts): TimelineEntry[] {
  return callbacks.map(({ id, created_at, action, url, status, attempts }) => {
    const last = attempts.at(-1)
    return {
      key: `callback-${id}`,
      at: created_at,
      title: timeline.entries.callback(action),
      color: dispatchColor(status),
      mark: dispatchLabel(status, timeline),
      lines: [
        ...lineOf(undefined, `${url} · ${timeline.entries.attempts(attempts.length)}`),
        ...reasonLine(status === 'received' ? '' : serverText(last?.reason ?? '')),
      ],
      link: { to: `webhooks/callbacks/${id}`, text: webhooks.requestAndResponse },
    }
  })
}

function eventEntries({ events }: DeliveryTimeline, { timeline, webhooks }: Texts): TimelineEntry[] {
  return events.map(({ id, subscription_id, event, url, status, attempts_made, created_at }) => ({
    key: `event-${id}`,
    at: created_at,
    title: timeline.entries.event(event),
    color: dispatchColor(status),
    mark: dispatchLabel(status, timeline),
    lines: lineOf(undefined, `${url} · ${timeline.entries.attempts(attempts_made)}`),
    link: { to: `webhooks/${subscription_id}/events/${id}`, text: webhooks.requestAndResponse },
  }))
}

function dispatchLabel(status: DispatchStatus, { entries }: Texts['timeline']): string {
  const words: Record<DispatchStatus, string> = {
    waiting: entries.waiting,
    sending: entries.sending,
    received: entries.received,
    failed: entries.notReceived,
    held: entries.paused,
  }
  return words[status] ?? status
}

function dispatchColor(status: DispatchStatus): string {
  if (status === 'received') return 'verdigris'
  return status === 'failed' ? 'red' : 'gray'
}

/** Joins the parts. Omits a repeated part, because some providers use the HTTP status as their error code. */
function distinct(...parts: (string | null)[]): string {
  return [...new Set(parts.filter(Boolean))].join(' · ')
}

function reasonLine(text: string): TimelineLine[] {
  return text === '' ? [] : [{ text, isReason: true }]
}

function lineOf(label: string | undefined, text: string | null): TimelineLine[] {
  if (text === null || text === '') return []
  return [label === undefined ? { text } : { label, text }]
}
