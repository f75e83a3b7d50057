// The formats of an email's content: text, Markdown, HTML or MJML, and the placeholders that the service fills later.
import type { ChannelContent, Locales } from '../../store/templates/locales.ts'
import type { CompiledLocales } from '../../store/templates/templates.ts'

export const formats = ['markdown', 'html', 'mjml'] as const

/** The formats that the content of an email has beside its text. A valid content has at most one. */
export function formatsOf(content: ChannelContent | undefined): (typeof formats)[number][] {
  return formats.filter((format) => content?.[format] !== undefined)
}

/** Returns the content in which the HTML replaces the MJML that it was compiled from. */
export function withCompiled(locales: Locales, compiled: CompiledLocales | null): Locales {
  if (compiled === null) return locales
  return Object.fromEntries(
    Object.entries(locales).map(([locale, content]) => {
      const made = compiled[locale]
      if (made === undefined || content.channels?.email === undefined) return [locale, content]
      const { mjml: _, ...email } = content.channels.email
      return [locale, { ...content, channels: { ...content.channels, email: { ...email, ...made } } }]
    }),
  )
}
