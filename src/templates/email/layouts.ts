// The layout of an email in the language of its content.
import type { EmailLayout } from '../../channels/email/design/designed.ts'
import type { LayoutRow } from '../../store/templates/layouts.ts'
import { localeOf } from '../content.ts'

/**
 * Returns the layout in the language that a template would use for this locale. If the layout does not have it, returns
 * the layout in its first language.
 */
export function layoutFor(
  { locales, compiled }: Pick<LayoutRow, 'locales' | 'compiled'>,
  locale: string,
  workspaceDefault: string,
): EmailLayout | undefined {
  const chosen = localeOf(locales, locale, workspaceDefault) ?? Object.keys(locales)[0]
  if (chosen === undefined) return undefined
  const { text_header, text_footer } = locales[chosen] ?? {}
  return {
    html: compiled[chosen] ?? '',
    ...(text_header === undefined ? {} : { text_header }),
    ...(text_footer === undefined ? {} : { text_footer }),
  }
}
