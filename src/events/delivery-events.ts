// Creates the events that a delivery emits when its status changes (decision 31). One event has envelope A, and one or
// two events have envelope B.
import type { EventSubjectRow } from '../store/events/event-subjects.ts'
import { aboutDelivery, type DeliveryRecord, type Occurrence } from './catalog.ts'

/**
 * The statuses that emit an event. A delivery that becomes `sending`, or `queued` again for a retry, emits no event.
 */
const EMITTED_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
type EmittedStatus = (typeof EMITTED_STATUSES)[number]

/** The stored reason of a message that expired. */
const EXPIRED = 'expired'

/**
 * Returns the events of a delivery whose status is now `row.status`, in the order in which they are sent. `before` is
 * the previous status, or null for a new delivery.
 */
export function statusEvents(row: EventSubjectRow, before: string | null, now: Date): Occurrence[] {
  const status = EMITTED_STATUSES.find((emitted) => emitted === row.status)
  if (status === undefined) return []
  const about = { workspaceId: row.workspace_id, mode: row.mode, subject: aboutDelivery(row.id) }
  const occurrences: Occurrence[] = [
    { ...about, event: `delivery.${status}`, data: { delivery: deliveryRecordOf(row) } },
  ]
  if (row.status === 'failed' && row.error_code === EXPIRED)
    occurrences.push({ ...about, event: 'message.expired', data: messageExpired(row, now) })
  if (status === 'sent') occurrences.push({ ...about, event: 'message.sent', data: messageSent(row, now) })
  occurrences.push({ ...about, event: 'delivery.status', data: statusData(row, status, before, now) })
  return occurrences
}

/** Returns the delivery record that the specification defines. */
function deliveryRecordOf(row: EventSubjectRow): DeliveryRecord {
  return {
    id: row.id,
    status: row.status,
    recipient_id: row.recipient_id,
    channel: row.channel,
    template_slug: row.template_slug,
    external_id: row.external_id,
    error_message: row.error_message,
    created_at: row.created_at.toISOString(),
  }
}

function messageSent(row: EventSubjectRow, now: Date) {
  return {
    message_id: String(row.id),
    channel: row.channel,
    to: row.address,
    template: row.template_slug,
    status: row.status,
    sent_at: now.toISOString(),
    recipient: { id: row.recipient_id, name: row.recipient_name, email: row.recipient_email },
  }
}

function messageExpired(row: EventSubjectRow, now: Date) {
  return {
    message_id: String(row.id),
    channel: row.channel,
    template: row.template_slug,
    expires_at: row.expires_at.toISOString(),
    error: row.error_message,
    expired_at: now.toISOString(),
    recipient: { id: row.recipient_id, name: row.recipient_name },
  }
}

/** Returns the event for a message that waits until the end of quiet hours. */
export function messageDeferred(
  row: Pick<
    EventSubjectRow,
    'id' | 'workspace_id' | 'mode' | 'channel' | 'template_slug' | 'recipient_id' | 'recipient_name'
  >,
  until: Date,
  now: Date,
): Occurrence {
  return {
    workspaceId: row.workspace_id,
    mode: row.mode,
    subject: aboutDelivery(row.id),
    event: 'message.deferred',
    data: {
      message_id: String(row.id),
      channel: row.channel,
      template: row.template_slug,
      reason: 'quiet_hours',
      deferred_at: now.toISOString(),
      deferred_until: until.toISOString(),
      recipient: { id: row.recipient_id, name: row.recipient_name },
    },
  }
}

/** The field `previous_status` shows `queued` instead of `sending`, because no event ever reports `sending`. */
function statusData(row: EventSubjectRow, status: EmittedStatus, before: string | null, now: Date) {
  return {
    message_id: String(row.id),
    channel: row.channel,
    status,
    previous_status: before === 'sending' ? 'queued' : before,
    timestamp: now.toISOString(),
    error: status === 'failed' ? row.error_message : null,
  }
}

/** Returns the event for a pressed button, with the button's payload and the person who pressed it (decision 31). */
export function actionTaken(
  row: EventSubjectRow,
  action: { slug: string; payload: object },
  actor: { name: string; channel: string },
): Occurrence {
  return {
    workspaceId: row.workspace_id,
    mode: row.mode,
    subject: aboutDelivery(row.id),
    event: 'delivery.action_taken',
    data: { delivery: deliveryRecordOf(row), action, actor },
  }
}
