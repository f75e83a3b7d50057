// Renders the content of a message from its template, and validates it for the channel.
import { dummyActionUrl } from '../actions/urls.ts'
import type { Content } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { collectDetails, type Details, invalid, MOST_FAULTS } from '../errors.ts'
import { maskedVars } from '../redaction/sensitive.ts'
import { budgetMisfit, contentBudget, type FilledContent, fillContent } from '../templates/fill.ts'
import { approvedFor } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { type Rendered, type Routed, refuseEntry } from './entry.ts'
import { ownAddress } from './recipients.ts'
import { requestedLocale, wordingFor } from './wording.ts'

/**
 * Adds the rendered content to the message. If the content has problems, refuses the message, and the refusal lists
 * all problems. `publicUrl` is the base URL of buttons.
 */
export function renderContent(catalog: Catalog, entry: Routed, publicUrl: string): Rendered | undefined {
  const { content, details } = contentOf(catalog, entry, dummyButtonUrl(entry.channel, publicUrl))
  return content ? Object.assign(entry, { content }) : refuseEntry(entry, invalid(details))
}

/** Returns a URL that leads nowhere and has the length of a button's URL on this channel. */
export function dummyButtonUrl(channel: ChannelName, publicUrl: string): string {
  return dummyActionUrl(publicUrl, channelOf(channel).shortLinks === true)
}

type Filled = { content: Content; details?: never } | { content?: never; details: Details }

function contentOf(catalog: Catalog, entry: Routed, buttonUrl: string): Filled {
  const { parsed, template, channel, sender } = entry
  const { request, attachments } = parsed
  const wording = wordingFor(entry, channel)
  if (!wording) {
    return {
      details: {
        'recipient.locale': [
          `template ${template.slug} has no content in ${requestedLocale(entry)}; available: ${Object.keys(template.locales).join(', ')}`,
        ],
      },
    }
  }
  const { locale, source } = wording
  const approved = approvedFor(catalog, entry, channel)?.shape
  const vars = request.vars ?? {}
  const subject = request.subject ?? source.subject ?? (channelOf(channel).titled ? template.name : undefined)
  const budget = contentBudget(channel)
  const options = { positions: approved?.variables, budget }
  const { missing, ...filled } = fillContent(source, channel, vars, subject, options)
  const content: Content = {
    ...filled,
    vars,
    ...maskedIn(template.sensitive, vars, (shown) => fillContent(source, channel, shown, subject, options)),
    locale,
    ...(approved ? { approved } : {}),
    ...(template.essential ? { essential: true } : {}),
    ...(request.duplicates === undefined ? {} : { duplicates: request.duplicates }),
    actions: (request.actions ?? []).map((action) => ({ ...action, label: action.label ?? action.slug })),
    ...(request.media === undefined ? {} : { media: { ...request.media, type: request.media.type ?? 'image' } }),
    attachments: attachments.map(({ bytes, ...rest }) => (bytes ? { ...rest, size: bytes.length } : rest)),
  }
  entry.rendered = budget.worked
  const misfit = budgetMisfit(channel, budget)
  if (misfit) return { details: { [misfit.field]: [misfit.message] } }
  const { segments } = channelOf(channel)
  if (segments) content.segments = segments(content, buttonUrl)
  const settings = catalog.connection(sender.workspaceId, sender.sourceId, channel)?.settings
  const details = problemsOf(content, channel, missing, { buttonUrl, settings })
  return Object.keys(details).length > 0 ? { details } : { content }
}

/**
 * Renders a second copy in which sensitive variables are masked. The first copy cannot be masked, because it does not
 * show which parts are values.
 */
function maskedIn(
  marked: readonly string[],
  vars: Record<string, string>,
  fill: (vars: Record<string, string>) => FilledContent,
): Pick<Content, 'sensitive' | 'masked'> {
  const sensitive = marked.filter((name) => Object.hasOwn(vars, name))
  if (sensitive.length === 0) return {}
  const { missing: _, ...masked } = fill(maskedVars(vars, sensitive))
  return { sensitive, masked }
}

/**
 * Adds to the content the values that the request set only for this message: a subject, a time to expire, and an
 * address or locale that the recipient does not store. A resend uses these values again. Must be called after applyRequestedFields.
 */
export function storeRequestFields({ parsed, recipient, channel, address, content }: Rendered): void {
  const { recipient: requested, subject, expires_after } = parsed.request
  const { address: storedAddress, substitute } = channelOf(channel)
  const isStored = (storedAddress(recipient) ?? substitute?.(recipient)) === address
  const stated = {
    ...(ownAddress(channel) && !isStored ? { address } : {}),
    ...(requested.locale !== undefined && requested.locale !== recipient.locale ? { locale: requested.locale } : {}),
    ...(subject === undefined ? {} : { subject }),
    ...(expires_after === undefined ? {} : { expires_after }),
  }
  if (Object.keys(stated).length > 0) content.stated = stated
}

function problemsOf(
  content: Content,
  channel: ChannelName,
  missing: Set<string>,
  { buttonUrl, settings }: { buttonUrl: string; settings: Record<string, unknown> | undefined },
): Details {
  const { details, add } = collectDetails()
  for (const name of [...missing].slice(0, MOST_FAULTS)) add(`vars.${name}`, `is used by the template and has no value`)
  if (missing.size > 0) return details
  if (content.attachments.length > 0 && channelOf(channel).content !== 'html')
    add('attachments', `only email supports attachments; this message uses ${channel}`)
  for (const { field, message } of channelOf(channel).misfits(content, buttonUrl, settings)) add(field, message)
  return details
}
