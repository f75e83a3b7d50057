// The events for bounces and complaints.
import type { EventSubjectRow } from '../store/events/event-subjects.ts'
import { aboutDelivery, type Occurrence } from './catalog.ts'

interface Report {
  type: 'hard' | 'soft' | 'complaint'
  code?: string
  text?: string
  at: Date
}

/** Returns the event for a bounce or complaint about a message. */
export function bounceEvents(row: EventSubjectRow, { type, code, text, at }: Report): Occurrence[] {
  const about = { workspaceId: row.workspace_id, mode: row.mode, subject: aboutDelivery(row.id) }
  const message = {
    message_id: String(row.id),
    channel: row.channel,
    to: row.address,
    template: row.template_slug,
    recipient: { id: row.recipient_id, name: row.recipient_name, email: row.recipient_email },
  }
  if (type === 'complaint')
    return [{ ...about, event: 'message.complained', data: { ...message, complained_at: at.toISOString() } }]
  const bounce = { type, code: code ?? null, text: text ?? null, bounced_at: at.toISOString() }
  return [{ ...about, event: 'message.bounced', data: { ...message, ...bounce } }]
}
