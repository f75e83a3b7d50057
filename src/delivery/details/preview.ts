// Shows the message of a delivery in the form that its recipient gets, before and after it is sent.
import { dummyActionUrl } from '../../actions/urls.ts'
import type { Content, OutgoingMessage } from '../../channels/contract.ts'
import { type ChannelName, channelOf } from '../../channels/index.ts'
import { renderForChannel } from '../../channels/sandbox/sandbox.ts'
import { refuse } from '../../errors.ts'
import { allVars } from '../../redaction/digest-items.ts'
import { maskingOf, shownContent, type Visibility } from '../../redaction/sensitive.ts'
import type { Connection } from '../../store/database.ts'
import { findDelivery } from '../../store/delivery/deliveries.ts'
import { brandOf } from '../../workspaces/brand.ts'
import { requireWorkspace } from '../../workspaces/workspaces.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

/**
 * Returns the stored content with buttons, unsubscribe link and the present brand of the workspace. The links lead
 * nowhere for every reader, because a member who opened them would act for the recipient. Throws not_found.
 */
export async function previewOf(
  c: Connection,
  publicUrl: string,
  workspaceId: number,
  id: number,
  visibility: Visibility,
) {
  const row = (await findDelivery(c, workspaceId, id)) ?? refuse('not_found', `No delivery ${id} in this workspace.`)
  const { vars, items, sensitive = null } = row.content
  const parts = {
    template_slug: row.template_slug,
    vars: allVars(vars, items?.list),
    sensitive,
    accepted_at: row.created_at,
  }
  const masking = await maskingOf(c, workspaceId, visibility, parts)
  const message = await composePreview(c, publicUrl, workspaceId, {
    channel: row.channel,
    deliveryId: row.id,
    address: row.address,
    recipientName: row.recipient_name,
    priority: PRIORITIES[row.priority],
    content: shownContent(row.content, visibility, masking),
  })
  return { status: row.status, message }
}

interface PreviewedMessage extends Pick<OutgoingMessage, 'deliveryId' | 'address' | 'recipientName' | 'priority'> {
  channel: ChannelName
  content: Omit<Content, 'masked'>
}

/** Returns a message in the form that its recipient gets. Its links lead nowhere. */
export async function composePreview(
  c: Connection,
  publicUrl: string,
  workspaceId: number,
  { channel, content: { actions, attachments, ...content }, ...message }: PreviewedMessage,
) {
  const { shortLinks, content: format } = channelOf(channel)
  // The text of an SMS contains its links, so they have their real length.
  const url = shortLinks ? dummyActionUrl(publicUrl, true) : '#'
  const workspace = format === 'html' ? await requireWorkspace(c, workspaceId) : undefined
  const { unsubscribe_url: _unsubscribe, ...shown } = await renderForChannel(channel, {
    ...content,
    ...message,
    actions: actions.map(({ slug, label }) => ({ slug, label, token: '', url })),
    attachments,
    ...(workspace ? { mail: { messageId: '', ...brandOf(workspace), unsubscribeUrl: '#' } } : {}),
  })
  return shown
}
