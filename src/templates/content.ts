// Selects the text of a message from a template: first the locale (decision 32), then the content for the channel.
import type { LocaleContent, Locales } from '../store/templates/locales.ts'

/** The locale used when neither the recipient's nor the workspace's default is there (specification, Recipient). */
const LAST_RESORT = 'it'

/**
 * Returns the first of these locales that the template has: the requested one, its language, the workspace's default, the language
 * of that, `it`, or the template's only locale. Otherwise undefined. Ignores case, and the difference of `_` and `-`.
 */
export function localeOf(locales: Locales, locale: string | undefined, workspaceDefault: string): string | undefined {
  if (locale !== undefined && Object.hasOwn(locales, locale)) return locale
  const names = Object.keys(locales)
  const byKey = new Map(names.map((name) => [localeKey(name), name]))
  for (const candidate of [locale, workspaceDefault, LAST_RESORT]) {
    if (!candidate) continue
    const key = localeKey(candidate)
    const found = byKey.get(key) ?? byKey.get(key.replace(/-.*/s, ''))
    if (found !== undefined) return found
  }
  return names.length === 1 ? names[0] : undefined
}

/** The form in which two spellings of one locale are equal. */
export function localeKey(name: string): string {
  return name.replaceAll('_', '-').toLowerCase()
}

/** The content of a locale for one channel. `own` is present if the template has content for this channel only. */
export function contentFor(
  content: LocaleContent,
  channel: string,
): { subject?: string; body: string; own?: Record<string, unknown> } {
  const entry = content.channels && Object.hasOwn(content.channels, channel) ? content.channels[channel] : undefined
  const { subject = content.subject, body = content.body, ...own } = entry ?? {}
  return {
    ...(subject === undefined ? {} : { subject }),
    body,
    ...(Object.keys(own).length > 0 ? { own } : {}),
  }
}
