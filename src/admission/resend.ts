// Sending a delivery again: a new one, charged anew, with the content rendered from today's template (decision 17).

import type { ChannelName } from '../channels/index.ts'
import { Refused, refuse } from '../errors.ts'
import type { Connection } from '../store/database.ts'
import { findDelivery } from '../store/deliveries.ts'
import { readAttachments } from '../store/sending.ts'
import type { Admission } from './group-commit.ts'

/**
 * Admits the same message to the same recipient, channel and source. Throws not_found; conflict while the first one is
 * still on its way or its attachments are gone; and whatever admission refuses (quota, template, addresses).
 */
export async function resendDelivery(
  admission: Admission,
  db: Connection,
  workspaceId: number,
  id: number,
): Promise<{ deliveryId: number }> {
  const delivery = await findDelivery(db, workspaceId, id)
  if (!delivery) refuse('not_found', `No delivery ${id} in this workspace.`)
  if (['queued', 'sending'].includes(delivery.status))
    refuse('conflict', `Delivery ${id} is still on its way; cancel it first, or wait.`)
  const { content } = delivery
  const kept = content.attachments.some(({ url }) => url === undefined) ? await readAttachments(db, id) : []
  const attachments = content.attachments.map(({ size: _, ...attachment }, position) => ({
    ...attachment,
    bytes: kept.find((row) => row.position === position)?.bytes,
  }))
  if (attachments.some(({ url, bytes }) => url === undefined && bytes === undefined)) {
    refuse(
      'conflict',
      `Delivery ${id} carried attachments, which are not kept once it ended; send it anew from your application.`,
    )
  }
  const admitted = await admission.submit({
    credential: { kind: 'source', workspaceId, sourceId: delivery.source_id, mode: delivery.mode },
    messages: [
      {
        parsed: {
          request: {
            recipient: { id: delivery.recipient_id },
            template: delivery.template_slug,
            vars: content.vars,
            channel: delivery.channel as ChannelName,
            priority: (['low', 'normal', 'high'] as const)[delivery.priority],
            actions: content.actions,
            media: content.media,
          },
          bodyHash: '',
          attachments,
        },
      },
    ],
  })
  const outcome = admitted.outcomes[0]
  if (admitted.refusal) throw new Refused(admitted.refusal)
  if (outcome?.kind === 'refused') throw new Refused(outcome.refusal)
  return { deliveryId: outcome!.deliveryId }
}
