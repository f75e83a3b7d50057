// The preview of a stored or unsaved template: the content for one channel, and the problems for which a send would be
// refused.
import type { Content, OutgoingMessage } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { renderForChannel } from '../channels/sandbox/sandbox.ts'
import { refuseInvalid } from '../errors.ts'
import { placeholdersIn } from '../lib/text/placeholders.ts'
import { maskedVars, type Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import type { Locales } from '../store/templates/locales.ts'
import type { WorkspaceRow } from '../store/workspaces/workspaces.ts'
import { brandOf } from '../workspaces/brand.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { contentFor, localeOf } from './content.ts'
import { budgetMisfit, contentBudget, fillContent } from './fill.ts'
import { requireTemplate } from './templates.ts'

export interface PreviewInput {
  /** A URL that leads nowhere and has the length of a button's URL on this channel. */
  buttonUrl: string
  channel: ChannelName
  locale?: string
  vars?: Record<string, string> | undefined
  /** Buttons of the message. */
  actions?: { slug: string; label: string }[]
}

/** Previews a stored template. */
export async function previewTemplate(
  c: Connection,
  workspaceId: number,
  slug: string,
  input: PreviewInput,
  visibility: Visibility,
) {
  const workspace = await requireWorkspace(c, workspaceId)
  const { name, locales, sensitive } = await requireTemplate(c, workspaceId, slug)
  const vars = visibility === 'full' ? input.vars : maskedVars(input.vars ?? {}, sensitive)
  return preview(workspace, { name, locales }, { ...input, vars })
}

/** Previews the unsaved content of an editor. */
export async function previewDraft(
  c: Connection,
  workspaceId: number,
  draft: { name: string; locales: Locales },
  input: PreviewInput,
) {
  const workspace = await requireWorkspace(c, workspaceId)
  return preview(workspace, { name: draft.name, locales: draft.locales }, input)
}

async function preview(workspace: WorkspaceRow, template: { name: string; locales: Locales }, input: PreviewInput) {
  const { locales } = template
  const { buttonUrl, channel, vars = {}, actions = [] } = input
  const locale = localeOf(locales, input.locale, workspace.default_locale)
  const inLocale = locale === undefined ? undefined : locales[locale]
  if (locale === undefined || inLocale === undefined)
    refuseInvalid({ locale: [`the template has ${Object.keys(locales).join(', ')}`] })
  const source = contentFor(inLocale, channel)
  const subject = source.subject ?? (channelOf(channel).titled ? template.name : undefined)
  const budget = contentBudget(channel)
  const { missing, ...filled } = fillContent(source, channel, vars, subject, { budget })
  const misfit = budgetMisfit(channel, budget)
  if (misfit) refuseInvalid({ [misfit.field]: [misfit.message] })
  const buttons = actions.map(({ slug, label }) => ({ slug, label, callback_url: '' }))
  const content: Content = { ...filled, vars, locale, actions: buttons, attachments: [] }
  const { subject: filledSubject = null, body, own } = content
  return {
    channel,
    locale,
    subject: filledSubject,
    body,
    ...(own === undefined ? {} : { own }),
    missing: [...missing],
    variables: placeholdersIn([source, subject]),
    problems: channelOf(channel).misfits(content, buttonUrl),
    message: await renderForChannel(channel, sampleOf(workspace, channel, content, buttonUrl)),
  }
}

/** The preview has no recipient, so the links of its message lead nowhere. Links in a text have their real length. */
function sampleOf(workspace: WorkspaceRow, channel: ChannelName, content: Content, buttonUrl: string): OutgoingMessage {
  const url = channelOf(channel).shortLinks ? buttonUrl : '#'
  return {
    ...content,
    deliveryId: 0,
    address: '',
    recipientName: '',
    priority: 'normal',
    actions: content.actions.map(({ slug, label }) => ({ slug, label, token: '', url })),
    attachments: [],
    ...(channelOf(channel).content === 'html'
      ? { mail: { messageId: '', ...brandOf(workspace), unsubscribeUrl: '#' } }
      : {}),
  }
}
