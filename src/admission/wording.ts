// Picks the text of a template for a channel by the recipient's language (decision 32).
import type { ChannelName } from '../channels/index.ts'
import type { TemplateRow } from '../store/admission/catalog.ts'
import { contentFor, localeOf } from '../templates/content.ts'
import type { Matched } from './entry.ts'

export interface Wording {
  locale: string
  source: ReturnType<typeof contentFor>
}

/** Returns the text for the recipient. Returns undefined if the template has no text in a suitable language. */
export function wordingFor(entry: Matched, channel: ChannelName): Wording | undefined {
  const { locales } = entry.template
  const locale = localeOf(locales, requestedLocale(entry), entry.sender.defaultLocale)
  const content = locale === undefined ? undefined : locales[locale]
  return locale !== undefined && content ? { locale, source: contentFor(content, channel) } : undefined
}

/** Returns the texts in all languages, for use before the recipient is known. */
export function allWordings({ locales }: TemplateRow, channel: ChannelName): Wording[] {
  return Object.entries(locales).map(([locale, content]) => ({
    locale,
    source: contentFor(content, channel),
  }))
}

export function requestedLocale({ parsed, recipient }: Matched): string {
  return parsed.request.recipient.locale ?? recipient.locale
}
