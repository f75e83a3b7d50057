// What a delivery's status tells: which events of both catalogs each status is (decision 31).
import type { TellingRow } from '../store/events/telling.ts'
import { aboutDelivery, type DeliveryRecord, type Occurrence } from './catalog.ts'

/** The statuses that are told; `sending` and going back to `queued` for a retry are nobody's business. */
const TOLD = ['queued', 'sent', 'delivered', 'read', 'failed'] as const
type Told = (typeof TOLD)[number]

/**
 * The events of a delivery that has just come into `row.status`, in the order they are sent. `before`: the status it
 * was in, or null when it was accepted just now.
 */
export function statusEvents(row: TellingRow, before: string | null, now: Date): Occurrence[] {
  const status = TOLD.find((told) => told === row.status)
  if (status === undefined) return []
  const about = { workspaceId: row.workspace_id, mode: row.mode, subject: aboutDelivery(row.id) }
  const occurrences: Occurrence[] = [
    { ...about, event: `delivery.${status}`, data: { delivery: deliveryRecordOf(row) } },
  ]
  if (status === 'sent') occurrences.push({ ...about, event: 'message.sent', data: messageSent(row, now) })
  occurrences.push({ ...about, event: 'delivery.status', data: statusData(row, status, before, now) })
  return occurrences
}

/** The specification's delivery record. */
function deliveryRecordOf(row: TellingRow): DeliveryRecord {
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

function messageSent(row: TellingRow, now: Date) {
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

/** `previous_status` is the last one told: whoever is sending was told of as queued. */
function statusData(row: TellingRow, status: Told, before: string | null, now: Date) {
  return {
    message_id: String(row.id),
    channel: row.channel,
    status,
    previous_status: before === 'sending' ? 'queued' : before,
    timestamp: now.toISOString(),
    error: status === 'failed' ? row.error_message : null,
  }
}

/** A button was used: envelope A with what it stood for and by whom (decision 31). */
export function actionTaken(
  row: TellingRow,
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
