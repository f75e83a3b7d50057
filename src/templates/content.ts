// Selects the text of a message from a template: first the locale (decision 32), then the content for the channel.
import type { LocaleContent } from '../store/templates/locales.ts'

/**
 * The locale that is used if the template has neither the recipient's locale nor the workspace's default
 * (specification, Recipient).
 */
const LAST_RESORT = 'it'

/**
 * Returns the first of these locales that the template has: the requested locale, the language of the requested locale,
 * the workspace's default, the language of the default, `it`, the template's only locale. Returns undefined if the
 * template has none of them. Upper and lower case are equal, and so are `_` and `-`.
 */
export function localeOf(
  locales: Record<string, unknown>,
  locale: string | undefined,
  workspaceDefault: string,
): string | undefined {
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

/** Returns the normalized form of a locale. All spellings of a locale have the same normalized form. */
export function localeKey(name: string): string {
  return name.replaceAll('_', '-').toLowerCase()
}

/**
 * Returns the content of a locale for one channel. `own` is present if the template has separate content for this
 * channel.
 */
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
