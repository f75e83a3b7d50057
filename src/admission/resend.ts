// Sending a delivery again: a new one, charged anew, rendered from today's template, with all that the first
// request stated for that message alone (decision 17).
import { Refused, refuse } from '../errors.ts'
import type { Connection } from '../store/database.ts'
import { type DeliveryRow, findDelivery } from '../store/delivery/deliveries.ts'
import { readAttachments } from '../store/delivery/sending.ts'
import { onlyOutcome } from './admit.ts'
import type { Admission } from './group-commit.ts'
import { ownAddress } from './recipients.ts'
import type { SendRequest } from './request.ts'

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
  const stored = content.attachments.some(({ url }) => url === undefined) ? await readAttachments(db, id) : []
  const attachments = content.attachments.map(({ size: _, ...attachment }, position) => ({
    ...attachment,
    bytes: stored.find((row) => row.position === position)?.bytes,
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
            recipient: recipientOf(delivery),
            template: delivery.template_slug,
            vars: content.vars,
            channel: delivery.channel,
            priority: (['low', 'normal', 'high'] as const)[delivery.priority],
            actions: content.actions,
            media: content.media,
            subject: content.stated?.subject,
          },
          bodyHash: '',
          weight: Object.values(content.vars).reduce((sum, value) => sum + value.length, 0),
          attachments,
        },
      },
    ],
  })
  const outcome = onlyOutcome(admitted)
  if (outcome.kind === 'refused') throw new Refused(outcome.refusal)
  return { deliveryId: outcome.deliveryId }
}

/** The person, reached as the first message was. */
function recipientOf({ recipient_id: id, channel, content: { stated } }: DeliveryRow): SendRequest['recipient'] {
  const field = ownAddress(channel)
  return {
    id,
    ...(field && stated?.address !== undefined ? { [field]: stated.address } : {}),
    ...(stated?.locale === undefined ? {} : { locale: stated.locale }),
  }
}
