// Picks the text of a template for a channel by the recipient's language (decision 32).
import type { EmailLayout } from '../channels/email/design/designed.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import type { SendableTemplate } from '../store/admission/catalog.ts'
import { contentFor, localeOf } from '../templates/content.ts'
import { layoutFor } from '../templates/email/layouts.ts'
import type { Matched } from './entry.ts'

export interface Wording {
  locale: string
  source: ReturnType<typeof contentFor>
  /** The layout of an email in this locale. */
  layout?: EmailLayout | undefined
}

/** Returns the text for the recipient. Returns undefined if the template has no text in a suitable language. */
export function wordingFor(entry: Matched, channel: ChannelName): Wording | undefined {
  const { locales, layout } = entry.template
  const locale = localeOf(locales, requestedLocale(entry), entry.sender.defaultLocale)
  const content = locale === undefined ? undefined : locales[locale]
  if (locale === undefined || !content) return undefined
  const wording = { locale, source: contentFor(content, channel) }
  if (layout === null || channelOf(channel).content !== 'html') return wording
  return { ...wording, layout: layoutFor(layout, locale, entry.sender.defaultLocale) }
}

/** Returns the texts in all languages, for use before the recipient is known. */
export function allWordings({ locales }: SendableTemplate, channel: ChannelName): Wording[] {
  return Object.entries(locales).map(([locale, content]) => ({
    locale,
    source: contentFor(content, channel),
  }))
}

export function requestedLocale({ parsed, recipient }: Matched): string {
  return parsed.request.recipient.locale ?? recipient.locale
}
