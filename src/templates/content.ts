// Which of a template's texts a message gets: the locale by decision 32, then the content for its channel.
import type { LocaleContent, Locales } from '../store/templates/locales.ts'

/** The locale used when neither the recipient's nor the workspace's default is there (specification, Recipient). */
const LAST_RESORT = 'it'

/**
 * The name of the locale to use: the wanted one, its language, the workspace's default (and its language), `it`, or
 * the only one there is. Undefined when none of these is in `locales`. Case and `_` for `-` make no difference.
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

/** How two spellings of one locale are told to be the same. */
export function localeKey(name: string): string {
  return name.replaceAll('_', '-').toLowerCase()
}

/** What a channel carries of a locale's content; `own` is present when the template has something for it alone. */
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
