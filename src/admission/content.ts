// What a message says: the template in the right language, placeholders filled, fitted to its channel's rules.
import { actionUrl } from '../actions/address.ts'
import type { Content } from '../channels/contract.ts'
import { channelOf } from '../channels/index.ts'
import { collectDetails, type Details, invalid } from '../errors.ts'
import { fillContent } from '../workspace/template-fill.ts'
import { approvedFor } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { type Entry, turnDown } from './entry.ts'
import { ownAddress } from './recipients.ts'
import { wantedLocale, wordingFor } from './wording.ts'

/** Sets the entry's template, or 404. */
export function findTemplate(catalog: Catalog, entry: Entry): void {
  if (entry.outcome) return
  const slug = entry.parsed.request.template
  const template = catalog.template(entry.sender.workspaceId, slug)
  if (template) entry.template = template
  else turnDown(entry, { code: 'template_not_found', message: `No template "${slug}" in this workspace.` })
}

/** As long as any other. */
const ANY_TOKEN = 'x'.repeat(64)

/** Sets the entry's content, rendered once and for all, or turns it down with every field that is wrong. `publicUrl`: where buttons lead. */
export function renderContent(catalog: Catalog, entry: Entry, publicUrl: string): void {
  if (entry.outcome) return
  const { content, details } = contentOf(catalog, entry, actionUrl(publicUrl, ANY_TOKEN))
  if (content) entry.content = content
  else turnDown(entry, invalid(details))
}

type Filled = { content: Content; details?: never } | { content?: never; details: Details }

function contentOf(catalog: Catalog, entry: Entry, buttonUrl: string): Filled {
  const { parsed, template, channel } = entry
  const { request, attachments } = parsed
  const wording = wordingFor(entry, channel!)
  if (!wording) {
    return {
      details: {
        'recipient.locale': [
          `template ${template!.slug} has no content for ${wantedLocale(entry)}; it has ${Object.keys(template!.locales).join(', ')}`,
        ],
      },
    }
  }
  const { locale, source } = wording
  const approved = approvedFor(catalog, entry, channel!)?.shape
  const vars = request.vars ?? {}
  const subject = request.subject ?? source.subject ?? (channelOf(channel!).titled ? template!.name : undefined)
  const { missing, ...filled } = fillContent(source, channel!, vars, subject, approved?.variables)
  const content: Content = {
    ...filled,
    vars,
    locale,
    ...(approved ? { approved } : {}),
    ...(template!.essential ? { essential: true } : {}),
    actions: (request.actions ?? []).map((action) => ({ ...action, label: action.label ?? action.slug })),
    ...(request.media === undefined ? {} : { media: { ...request.media, type: request.media.type ?? 'image' } }),
    attachments: attachments.map(({ bytes, ...rest }) => (bytes ? { ...rest, size: bytes.length } : rest)),
    ...statedIn(entry),
  }
  const details = problemsOf(content, channel!, missing, buttonUrl)
  return Object.keys(details).length > 0 ? { details } : { content }
}

/** An address, locale or subject that differs from what is stored; known people keep theirs (decision 11). */
function statedIn({ parsed, recipient, channel, address }: Entry): Pick<Content, 'stated'> {
  const { recipient: given, subject } = parsed.request
  const known = recipient!.id !== 0
  const field = ownAddress(channel!)
  const stated = {
    ...(known && field && recipient![field] !== null && recipient![field] !== address ? { address } : {}),
    ...(known && given.locale !== undefined && given.locale !== recipient!.locale ? { locale: given.locale } : {}),
    ...(subject === undefined ? {} : { subject }),
  }
  return Object.keys(stated).length > 0 ? { stated } : {}
}

function problemsOf(
  content: Content,
  channel: NonNullable<Entry['channel']>,
  missing: Set<string>,
  buttonUrl: string,
): Details {
  const { details, add } = collectDetails()
  for (const name of missing) add(`vars.${name}`, `is used by the template and has no value`)
  if (missing.size > 0) return details
  if (content.attachments.length > 0 && channel !== 'email')
    add('attachments', `only e-mail carries attachments; this message goes by ${channel}`)
  for (const { field, message } of channelOf(channel).misfits(content, buttonUrl)) add(field, message)
  return details
}
