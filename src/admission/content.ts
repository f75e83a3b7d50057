// Renders the content of a message from its template, and validates it for the channel.
import { dummyActionUrl } from '../actions/urls.ts'
import type { ApprovedShape } from '../channels/approved-template.ts'
import type { Content } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { namesPreferencesUrl, withPreferencesPlace } from '../channels/text/preferences-place.ts'
import type { RenderedText } from '../channels/text/rendered-text.ts'
import { collectDetails, type Details, invalid, MOST_FAULTS } from '../errors.ts'
import { maskedItems } from '../redaction/digest-items.ts'
import { maskedVars } from '../redaction/sensitive.ts'
import { isDataPath, maskedData } from '../redaction/sensitive-data.ts'
import { digestVars, isInItems, liquidItems } from '../templates/digest-values.ts'
import { budgetMisfit, contentBudget, type FilledContent, fillContent, withLayout } from '../templates/fill.ts'
import { approvedFor } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { type Deferral, deferEntry, type Rendered, type Routed, refuseEntry } from './entry.ts'
import { ownAddress } from './recipients.ts'
import { requestedLocale, type Wording, wordingFor } from './wording.ts'

/**
 * Adds the rendered content to the message. If the content has problems, refuses the message, and the refusal lists
 * all problems. `publicUrl` is the base URL of buttons.
 */
export function renderContent(catalog: Catalog, entry: Routed, publicUrl: string): Rendered | undefined {
  const filled = contentOf(catalog, entry, publicUrl)
  if (filled.deferral) return deferEntry(entry, filled.deferral)
  const { content, details } = filled
  return content ? Object.assign(entry, { content }) : refuseEntry(entry, invalid(details))
}

/** Returns a URL that leads nowhere and has the length of a button's URL on this channel. */
export function dummyButtonUrl(channel: ChannelName, publicUrl: string): string {
  return dummyActionUrl(publicUrl, channelOf(channel).shortLinks === true)
}

type Filled =
  | { content: Content; details?: never; deferral?: never }
  | { content?: never; details: Details; deferral?: never }
  | { deferral: Omit<Deferral, 'sender'> }

function contentOf(catalog: Catalog, entry: Routed, publicUrl: string): Filled {
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
  const { locale } = wording
  const approved = approvedFor(catalog, entry, channel)?.shape
  const texts =
    template.engine === 'liquid'
      ? liquidTexts(entry, wording, publicUrl)
      : filledTexts(entry, wording, { approved, publicUrl })
  if (!('missing' in texts)) return texts
  const { missing, ...rendered } = texts
  const content: Content = {
    ...rendered,
    vars: request.vars ?? {},
    ...(request.data === undefined ? {} : { data: request.data }),
    ...(parsed.items === undefined ? {} : { items: parsed.items }),
    ...(parsed.digest === undefined ? {} : { digest: { key: parsed.digest.key } }),
    locale,
    ...(approved ? { approved } : {}),
    ...(template.essential ? { essential: true } : {}),
    ...(request.category === undefined ? {} : { category: request.category }),
    ...(request.duplicates === undefined ? {} : { duplicates: request.duplicates }),
    actions: (request.actions ?? []).map((action) => ({ ...action, label: action.label ?? action.slug })),
    ...(request.media === undefined ? {} : { media: { ...request.media, type: request.media.type ?? 'image' } }),
    attachments: attachments.map(({ bytes, ...rest }) => (bytes ? { ...rest, size: bytes.length } : rest)),
  }
  const buttonUrl = dummyButtonUrl(channel, publicUrl)
  const { segments } = channelOf(channel)
  if (segments) content.segments = segments(content, buttonUrl)
  const settings = catalog.connection(sender.workspaceId, sender.sourceId, channel)?.settings
  const details = problemsOf(content, channel, missing, { buttonUrl, settings })
  return Object.keys(details).length > 0 ? { details } : { content }
}

/** The texts of a message, and the copy with masks. */
type Texts = RenderedText & Pick<Content, 'sensitive' | 'masked'> & { missing: Set<string> }

/** Fills the placeholders, or returns the problems. */
function filledTexts(
  entry: Routed,
  { source, layout }: Wording,
  { approved, publicUrl }: { approved: ApprovedShape | undefined; publicUrl: string },
): Texts | { details: Details } {
  const { parsed, template, channel } = entry
  const { data } = parsed.request
  if (data !== undefined)
    return { details: { data: [`needs a template with Liquid; ${template.slug} has placeholders`] } }
  const budget = contentBudget(channel)
  const options = { positions: approved?.variables, budget, layout }
  const subject = subjectOf(entry, source.subject)
  const given = digestVars(parsed.request.vars ?? {}, parsed.items)
  // Only a template that names the placeholder needs it. A message may have thousands of variables.
  const vars = namesPreferencesUrl({ ...source, subject }) ? withPreferencesPlace(given, publicUrl) : given
  const filled = fillContent(source, channel, vars, subject, options)
  const masked = maskedIn(template.sensitive, vars, (shown) => fillContent(source, channel, shown, subject, options))
  entry.rendered = budget.worked
  const misfit = budgetMisfit(channel, budget)
  return misfit ? { details: { [misfit.field]: [misfit.message] } } : { ...filled, ...masked }
}

/**
 * Returns the texts that a thread rendered. Returns a deferral if no thread has rendered this version of the template
 * for this channel and locale yet.
 */
function liquidTexts(
  entry: Routed,
  { locale, source, layout }: Wording,
  publicUrl: string,
): Texts | { deferral: Omit<Deferral, 'sender'> } {
  const { parsed, template, channel, liquid } = entry
  const { vars = {}, data } = parsed.request
  const key = `${template.version}/${channel}/${locale}`
  const sensitive = template.sensitive.filter(
    (name) => Object.hasOwn(vars, name) || isInItems(parsed.items, name) || isDataPath(name),
  )
  const found = [liquid, ...(liquid?.others ?? [])].find((one) => one?.key === key)
  if (!found) {
    const masked = {
      vars: withPreferencesPlace(maskedVars(vars, sensitive), publicUrl),
      ...(data === undefined ? {} : { data: maskedData(data, sensitive) }),
      ...(parsed.items ? liquidItems(maskedItems(parsed.items, sensitive)) : {}),
    }
    const subject = subjectOf(entry, source.subject)
    const values = {
      vars: withPreferencesPlace(vars, publicUrl),
      data,
      ...(parsed.items ? liquidItems(parsed.items) : {}),
    }
    const job = { template: template.slug, channel, source, subject, values }
    return { deferral: { key, job: { ...job, ...(sensitive.length > 0 ? { masked } : {}) } } }
  }
  const { content, masked, worked } = found.texts
  entry.rendered = worked
  return {
    ...withLayout(content, layout),
    ...(masked ? { sensitive, masked: withLayout(masked, layout) } : {}),
    missing: new Set(),
  }
}

function subjectOf({ parsed, template, channel }: Routed, own: string | undefined): string | undefined {
  return parsed.request.subject ?? own ?? (channelOf(channel).titled ? template.name : undefined)
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
  const { recipient: requested, subject, expires_after, quiet_hours } = parsed.request
  const { address: storedAddress, substitute } = channelOf(channel)
  const isStored = (storedAddress(recipient) ?? substitute?.(recipient)) === address
  const stated = {
    ...(ownAddress(channel) && !isStored ? { address } : {}),
    ...(requested.locale !== undefined && requested.locale !== recipient.locale ? { locale: requested.locale } : {}),
    ...(subject === undefined ? {} : { subject }),
    ...(expires_after === undefined ? {} : { expires_after }),
    ...(quiet_hours === undefined ? {} : { quiet_hours }),
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
