// Links that open a chat between a recipient and the sender of a connection.
import type { ChannelName } from '../channels/index.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { messageOf } from '../lib/thrown.ts'
import { contactPlace } from '../recipients/contacts.ts'
import { linkExpiry, linkPayload } from '../recipients/onboarding.ts'
import { recipientOf } from '../recipients/recipients.ts'
import { type ConnectionRecord, findConnections } from '../store/workspaces/connections.ts'
import { inboundPlace } from './reached.ts'
import { callOf, openPart, type ReceivingTools } from './receiving.ts'
import { unreadableSecrets } from './secrets.ts'

/**
 * Returns a link that opens a chat. The recipient gets the chat address of the person who opens the link. Throws
 * not_found, conflict (test recipient, unreadable secrets) or validation_failed (unclear source, no link possible).
 */
export async function inviteRecipient(
  tools: ReceivingTools,
  now: Date,
  { workspaceId, recipientId, sourceId }: { workspaceId: number; recipientId: number; sourceId: number | undefined },
  channel: ChannelName,
): Promise<{ url: string; expires_at: string }> {
  const recipient = await recipientOf(tools.db, workspaceId, recipientId, 'full')
  if (recipient.mode !== 'live')
    refuse('conflict', 'A test recipient has no chat: messages of test keys go to the sandbox.')
  const rows = (await findConnections(tools.db, workspaceId, channel)).filter(
    ({ source_id }) => sourceId === undefined || source_id === sourceId,
  )
  const [row, ...others] = rows
  if (!row || others.length > 0) refuseInvalid({ source: [whichSource(channel, rows)] })
  const open =
    openPart(tools.seal, row, row.parts[0]) ??
    refuse('conflict', `The link cannot be created: ${unreadableSecrets.reason}.`)
  const { field } = contactPlace(workspaceId, channel)
  const payload = linkPayload(tools.seal, now, workspaceId, { recipientId, address: recipient[field] })
  try {
    const from = inboundPlace(tools.seal, tools.publicUrl(), open)
    if (!open.receiver?.invitation) throw new Error(`${channel} has no links that open a chat`)
    const url = await open.receiver.invitation(callOf(tools, open.settings), payload, from)
    return { url, expires_at: linkExpiry(now).toISOString() }
  } catch (error) {
    return refuseInvalid({ source: [`the link cannot be created: ${messageOf(error)}`] })
  }
}

function whichSource(channel: ChannelName, rows: ConnectionRecord[]): string {
  return rows.length === 0
    ? `this workspace has no ${channel} connection`
    : `several sources have a ${channel} connection; choose one of them (${rows.map(({ source_id }) => source_id).join(', ')})`
}
