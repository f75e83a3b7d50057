// What a message says: the template in the right language, placeholders filled, fitted to its channel's rules.
import { actionUrl } from '../actions/address.ts'
import type { Content } from '../channels/contract.ts'
import { channelOf } from '../channels/index.ts'
import { type Details, invalid } from '../errors.ts'
import { contentFor, type Locales, localeOf } from '../workspace/template-content.ts'
import { fillContent } from '../workspace/template-fill.ts'
import type { Catalog } from './catalog.ts'
import { type Entry, stillOpen, turnDown } from './entry.ts'

/** Sets every entry's template, or 404. */
export function findTemplates(catalog: Catalog, entries: Entry[]): void {
  for (const entry of entries) {
    const slug = entry.parsed.request.template
    const template = catalog.template(entry.sender.workspaceId, slug)
    if (template) entry.template = template
    else turnDown(entry, { code: 'template_not_found', message: `No template "${slug}" in this workspace.` })
  }
}

/** As long as any other. */
const ANY_TOKEN = 'x'.repeat(64)

/** Sets every entry's content, rendered once and for all, or turns it down with every field that is wrong. `publicUrl`: where buttons lead. */
export function fillContents(entries: Entry[], publicUrl: string): void {
  const buttonUrl = actionUrl(publicUrl, ANY_TOKEN)
  for (const entry of stillOpen(entries)) {
    const { content, details } = contentOf(entry, buttonUrl)
    if (content) entry.content = content
    else turnDown(entry, invalid(details))
  }
}

type Filled = { content: Content; details?: never } | { content?: never; details: Details }

function contentOf({ sender, parsed, recipient, template, channel }: Entry, buttonUrl: string): Filled {
  const { request, attachments } = parsed
  const locales = template!.locales as Locales
  const wanted = request.recipient.locale ?? recipient!.locale
  const locale = localeOf(locales, wanted, sender.defaultLocale)
  if (locale === undefined) {
    return {
      details: {
        'recipient.locale': [
          `template ${template!.slug} has no content for ${wanted}; it has ${Object.keys(locales).join(', ')}`,
        ],
      },
    }
  }
  const source = contentFor(locales[locale]!, channel!)
  const vars = request.vars ?? {}
  const subject = request.subject ?? source.subject ?? (channelOf(channel!).titled ? template!.name : undefined)
  const { missing, ...filled } = fillContent(source, channel!, vars, subject)
  const content: Content = {
    ...filled,
    vars,
    locale,
    ...(template!.essential ? { essential: true } : {}),
    actions: (request.actions ?? []).map((action) => ({ ...action, label: action.label ?? action.slug })),
    ...(request.media === undefined ? {} : { media: { ...request.media, type: request.media.type ?? 'image' } }),
    attachments: attachments.map(({ bytes, ...rest }) => (bytes ? { ...rest, size: bytes.length } : rest)),
  }
  const details = problemsOf(content, channel!, missing, buttonUrl)
  return Object.keys(details).length > 0 ? { details } : { content }
}

function problemsOf(
  content: Content,
  channel: NonNullable<Entry['channel']>,
  missing: Set<string>,
  buttonUrl: string,
): Details {
  const details: Details = {}
  const add = (field: string, message: string) => {
    details[field] = [...(details[field] ?? []), message]
  }
  for (const name of missing) add(`vars.${name}`, `is used by the template and has no value`)
  if (missing.size > 0) return details
  if (content.attachments.length > 0 && channel !== 'email')
    add('attachments', `only e-mail carries attachments; this message goes by ${channel}`)
  for (const { field, message } of channelOf(channel).misfits(content, buttonUrl)) add(field, message)
  return details
}
