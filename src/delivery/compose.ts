// From a claimed row to the message that leaves: buttons get their tokens, attachments their bytes.
import { tokenOf } from '../actions/token.ts'
import { brand } from '../brand.ts'
import type { OutgoingMessage } from '../channels/contract.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import type { ClaimedRow } from '../store/queue.ts'
import { type ActionTokenRow, readAttachments } from '../store/sending.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

/** `publicUrl` is the address of action links, `tokens` those of this delivery in their order. */
export async function composeMessage(
  c: Connection,
  seal: Seal,
  publicUrl: string,
  row: ClaimedRow,
  tokens: ActionTokenRow[],
): Promise<OutgoingMessage> {
  const { content } = row
  const kept = content.attachments.some(({ url }) => url === undefined) ? await readAttachments(c, row.id) : []
  return {
    ...content,
    deliveryId: row.id,
    address: row.address,
    recipientName: row.recipient_name,
    priority: PRIORITIES[row.priority]!,
    actions: tokens.map(({ id, position, slug, expires_at }) => {
      const token = tokenOf(seal, { id, deliveryId: row.id, slug, expiresAt: expires_at })
      return {
        slug,
        label: content.actions[position]!.label,
        token,
        url: `${publicUrl}${brand.basePath}/${brand.segment}/action/${token}`,
      }
    }),
    attachments: content.attachments.map(({ size: _, ...attachment }, index) => ({
      ...attachment,
      bytes: kept.find(({ position }) => position === index)?.bytes,
    })),
  }
}
