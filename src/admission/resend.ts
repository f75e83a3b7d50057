// Resends a delivery as a new one. The new delivery is charged, and rendered from the current template. If the original
// send request set an address, locale or subject only for its message, the new delivery uses it too (decision 17).
import { type Refusal, Refused, refuse } from '../errors.ts'
import { parseDuration } from '../lib/text/duration.ts'
import type { Connection, Transaction } from '../store/database.ts'
import { type DeliveryRow, findDelivery } from '../store/delivery/deliveries.ts'
import { type ChangedBy, insertDeliveryChange } from '../store/delivery/delivery-changes.ts'
import { readAttachments } from '../store/delivery/sending.ts'
import { onlyOutcome, type ParsedMessage } from './admission-request.ts'
import type { AdmissionOutcome } from './entry.ts'
import { ownAddress } from './recipients.ts'
import type { SendRequest } from './request.ts'
import type { Admission } from './sets/group-commit.ts'

type Resendable = Pick<
  DeliveryRow,
  'id' | 'status' | 'recipient_id' | 'channel' | 'template_slug' | 'priority' | 'content'
>

/**
 * Admits the message of an earlier delivery again, with the recipient, channel and source of that delivery. Throws the
 * refusals of admission, and not_found for an unknown delivery. Throws conflict if the earlier delivery has not ended,
 * or if its attachments were deleted. The transaction that stores the new delivery also stores that `by` resent the
 * earlier one.
 */
export async function resendDelivery(
  admission: Admission,
  db: Connection,
  workspaceId: number,
  id: number,
  by?: ChangedBy,
): Promise<{ deliveryId: number }> {
  const delivery = await findDelivery(db, workspaceId, id)
  if (!delivery) refuse('not_found', `No delivery ${id} in this workspace.`)
  const hasFiles = delivery.content.attachments.some(({ url }) => url === undefined)
  const message = messageOfDelivery(delivery, hasFiles ? await readAttachments(db, id) : [])
  if ('refusal' in message) throw new Refused(message.refusal)
  const admitted = await admission.submit({
    credential: { kind: 'source', workspaceId, sourceId: delivery.source_id, mode: delivery.mode },
    messages: [message],
    ...(by === undefined
      ? {}
      : { onStored: (tx, now, outcomes) => noteResend(tx, now, { workspaceId, id, by }, outcomes) }),
  })
  const outcome = onlyOutcome(admitted)
  if (outcome.kind === 'refused') throw new Refused(outcome.refusal)
  return { deliveryId: outcome.deliveryId }
}

async function noteResend(
  tx: Transaction,
  now: Date,
  { workspaceId, id, by }: { workspaceId: number; id: number; by: ChangedBy },
  [outcome]: (AdmissionOutcome | undefined)[],
): Promise<void> {
  if (outcome === undefined || outcome.kind === 'refused') return
  const change = { workspaceId, deliveryId: id, kind: 'resent', by, resentAs: outcome.deliveryId } as const
  await insertDeliveryChange(tx, now, change)
}

/**
 * Returns the message of an earlier delivery for another admission, or the refusal of a delivery that cannot be sent
 * again. `stored` contains the stored bytes of its attachments.
 */
export function messageOfDelivery(delivery: Resendable, stored: { position: number; bytes: Buffer }[]): ParsedMessage {
  const { id, content } = delivery
  if (['queued', 'sending'].includes(delivery.status))
    return conflict(`Delivery ${id} has not ended yet. Cancel it first, or wait.`)
  const attachments = content.attachments.map(({ size: _, ...attachment }, position) => ({
    ...attachment,
    bytes: stored.find((row) => row.position === position)?.bytes,
  }))
  if (attachments.some(({ url, bytes }) => url === undefined && bytes === undefined)) {
    return conflict(
      `Delivery ${id} had attachments, which are deleted when a delivery ends. Send it again from your application.`,
    )
  }
  return {
    parsed: {
      request: {
        recipient: recipientOf(delivery),
        template: delivery.template_slug,
        vars: content.vars,
        ...(content.data === undefined ? {} : { data: content.data }),
        channel: delivery.channel,
        priority: (['low', 'normal', 'high'] as const)[delivery.priority],
        actions: content.actions,
        media: content.media,
        subject: content.stated?.subject,
        duplicates: content.duplicates,
        category: content.category,
        expires_after: content.stated?.expires_after,
        quiet_hours: content.stated?.quiet_hours,
      },
      bodyHash: '',
      items: content.items,
      ignoresDefaults: true,
      expiresAfter: parseDuration(content.stated?.expires_after ?? ''),
      weight: Object.values(content.vars).reduce((sum, value) => sum + value.length, 0),
      attachments,
    },
  }
}

const conflict = (message: string): { refusal: Refusal } => ({ refusal: { code: 'conflict', message } })

/** Returns the recipient, with an address and a locale that the original request set only for its message. */
function recipientOf({ recipient_id: id, channel, content: { stated } }: Resendable): SendRequest['recipient'] {
  const field = ownAddress(channel)
  return {
    id,
    ...(field && stated?.address !== undefined ? { [field]: stated.address } : {}),
    ...(stated?.locale === undefined ? {} : { locale: stated.locale }),
  }
}
