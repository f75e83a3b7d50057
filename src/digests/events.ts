// The event that reports a closed digest.
import type { RenderableDigest } from '../admission/digests/render.ts'
import { aboutDelivery, type Occurrence } from '../events/catalog.ts'

/** Returns the event for a digest that closed. The delivery of the digest is queued, or fails in the same transaction. */
export function digestClosed({
  delivery_id,
  workspace_id,
  key,
  opened_at,
  closed_at,
  items,
  delivery,
}: RenderableDigest): Occurrence {
  const { mode, channel, template_slug, recipient_id, recipient_name } = delivery
  return {
    event: 'digest.closed',
    workspaceId: workspace_id,
    mode,
    subject: aboutDelivery(delivery_id),
    data: {
      message_id: String(delivery_id),
      channel,
      template: template_slug,
      key,
      items,
      opened_at: opened_at.toISOString(),
      closed_at: closed_at.toISOString(),
      recipient: { id: recipient_id, name: recipient_name },
    },
  }
}
