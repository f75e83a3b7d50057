// Composes the outgoing message of a claimed row. The message gets the action tokens of its buttons, and functions that
// read its attachments.
import { shortCodeOf, tokenOf } from '../actions/token.ts'
import { actionUrl, shortActionUrl } from '../actions/urls.ts'
import type { OutgoingMessage } from '../channels/contract.ts'
import { messageIdOf } from '../channels/email/message-ids.ts'
import { channelOf } from '../channels/index.ts'
import type { MailFrame } from '../channels/mail-frame.ts'
import { needsPreferencesLink, preferencesUrl, withPreferencesToken } from '../channels/text/preferences-place.ts'
import type { Seal } from '../lib/seal.ts'
import { unsubscribeUrl } from '../recipients/opt-outs.ts'
import { messagePreferenceToken } from '../recipients/preferences/tokens.ts'
import type { Connection } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { type ActionTokenRow, type MailRow, readAttachment } from '../store/delivery/sending.ts'
import { brandOf } from '../workspaces/brand.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

/** A claimed row, and further data that its message needs. */
export interface RowWithContext {
  row: ClaimedRow
  /** The action tokens of the delivery, in the order of its buttons. */
  tokens: ActionTokenRow[]
  /** The name and the brand of the workspace. Only emails need them. */
  mail: MailRow | undefined
  /** The recipient's devices. Only push messages need them. */
  devices: OutgoingMessage['devices']
}

/** Returns the message to send. Its links start with `publicUrl`. */
export function composeMessage(
  c: Connection,
  seal: Seal,
  publicUrl: string,
  { row, tokens, mail, devices }: RowWithContext,
): OutgoingMessage {
  const { content: stored } = row
  const preferences = preferencesOf(seal, publicUrl, row)
  const content = preferences ? withPreferencesToken(stored, preferences.token) : stored
  return {
    ...content,
    ...(preferences ? { preferencesUrl: preferences.url } : {}),
    deliveryId: row.id,
    address: row.address,
    recipientName: row.recipient_name,
    priority: PRIORITIES[row.priority],
    actions: tokens.map(({ id, position, slug, signed_expiry }) => {
      const subject = { id, deliveryId: row.id, slug, expiresAt: signed_expiry }
      const token = tokenOf(seal, subject)
      return {
        slug,
        label: content.actions[position]?.label ?? slug,
        token,
        url: channelOf(row.channel).shortLinks
          ? shortActionUrl(publicUrl, shortCodeOf(seal, subject))
          : actionUrl(publicUrl, token),
      }
    }),
    attachments: content.attachments.map((attachment, position) =>
      attachment.url === undefined ? { ...attachment, read: () => readAttachment(c, row.id, position) } : attachment,
    ),
    ...(mail ? { mail: frameOf(seal, publicUrl, row, mail) } : {}),
    ...(devices ? { devices } : {}),
  }
}

/** Returns the token and the link to the recipient's preferences, if the message contains the link. */
function preferencesOf(seal: Seal, publicUrl: string, row: ClaimedRow): { token: string; url: string } | undefined {
  const { content, workspace_id: workspaceId, recipient_id: recipientId, expires_at: sentUntil } = row
  if (!needsPreferencesLink(content)) return undefined
  const token = messagePreferenceToken(seal, sentUntil, { workspaceId, recipientId })
  return { token, url: preferencesUrl(publicUrl, token) }
}

function frameOf(seal: Seal, publicUrl: string, row: ClaimedRow, { workspace_name, brand }: MailRow): MailFrame {
  const { id, workspace_id: workspaceId, mode, address } = row
  return {
    messageId: messageIdOf(seal, id),
    ...brandOf({ name: workspace_name, brand }),
    unsubscribeUrl: unsubscribeUrl(seal, publicUrl, { workspaceId, mode, deliveryId: id, address }),
  }
}
