// Shows the message of a delivery in the form that its recipient gets, before and after it is sent.
import { dummyActionUrl } from '../../actions/urls.ts'
import { channelOf } from '../../channels/index.ts'
import { renderForChannel } from '../../channels/sandbox/sandbox.ts'
import { refuse } from '../../errors.ts'
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
  const { vars, sensitive = null } = row.content
  const parts = { template_slug: row.template_slug, vars, sensitive, accepted_at: row.created_at }
  const masking = await maskingOf(c, workspaceId, visibility, parts)
  const { actions, attachments, ...content } = shownContent(row.content, visibility, masking)
  const { shortLinks, content: format } = channelOf(row.channel)
  // The text of an SMS contains its links, so they have their real length.
  const url = shortLinks ? dummyActionUrl(publicUrl, true) : '#'
  const workspace = format === 'html' ? await requireWorkspace(c, workspaceId) : undefined
  const message = await renderForChannel(row.channel, {
    ...content,
    deliveryId: row.id,
    address: row.address,
    recipientName: row.recipient_name,
    priority: PRIORITIES[row.priority],
    actions: actions.map(({ slug, label }) => ({ slug, label, token: '', url })),
    attachments,
    ...(workspace ? { mail: { messageId: '', ...brandOf(workspace), unsubscribeUrl: '#' } } : {}),
  })
  const { unsubscribe_url: _unsubscribe, ...shown } = message
  return { status: row.status, message: shown }
}
