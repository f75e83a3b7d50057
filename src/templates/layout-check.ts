// Checks a layout: its placeholders, its languages, and its HTML or MJML.
import { layoutNames } from '../channels/email/design/layout-names.ts'
import { placeholdersIn } from '../lib/text/placeholders.ts'
import type { LayoutLocales, LayoutSource } from '../store/templates/layouts.ts'
import { localeKey } from './content.ts'
import { errorAt, type Problem } from './problems.ts'
import { placesIn } from './text-position.ts'
import { checkInThread } from './threads/check-threads.ts'

export interface CheckedLayout {
  problems: Problem[]
  /** The HTML of each locale. Null if the layout has errors. */
  compiled: Record<string, string> | null
}

export async function checkLayout({
  format,
  locales,
}: Pick<LayoutSource, 'format' | 'locales'>): Promise<CheckedLayout> {
  const own = [...twinProblems(locales), ...placeholderProblems(locales)]
  if (own.length > 0) return { problems: own, compiled: null }
  const { problems, compiled } = await checkInThread({ kind: 'layout', format, locales }, 'locales')
  const made = Object.entries(compiled ?? {}).map(([locale, { html }]) => [locale, html] as const)
  const lost = made.filter(([, html]) => !CONTENT.test(html))
  const all = [
    ...problems,
    ...lost.map(([locale]) =>
      errorAt(`locales.${locale}.content`, '{{content}} must be where MJML keeps text, such as between two sections'),
    ),
  ]
  return { problems: all, compiled: all.length > 0 ? null : Object.fromEntries(made) }
}

const CONTENT = /\{\{\s*content\s*\}\}/
const EVERY_CONTENT = /\{\{\s*content\s*\}\}/g

function twinProblems(locales: LayoutLocales): Problem[] {
  const seen = new Set<string>()
  return Object.keys(locales).flatMap((name) => {
    const isTwin = seen.has(localeKey(name))
    seen.add(localeKey(name))
    return isTwin ? [errorAt(`locales.${name}`, 'occurs twice in another spelling')] : []
  })
}

function placeholderProblems(locales: LayoutLocales): Problem[] {
  const known: readonly string[] = layoutNames
  return Object.entries(locales).flatMap(([locale, texts]) => {
    const at = `locales.${locale}.content`
    const places = Array.from(texts.content.matchAll(EVERY_CONTENT), ({ index }) => index)
    const placeOf = placesIn(texts.content)
    const count =
      places.length === 0
        ? [errorAt(at, 'must contain {{content}} where the email is inserted')]
        : places.slice(1).map((place) => errorAt(at, 'contains {{content}} again; it is allowed once', placeOf(place)))
    const wrong = Object.entries(texts).flatMap(([field, text]) =>
      placeholdersIn(text)
        .filter((name) => !known.includes(name) || (field !== 'content' && HTML_ONLY.includes(name)))
        .map((name) =>
          errorAt(
            `locales.${locale}.${field}`,
            `${name} is not a placeholder of layouts, which are ${(field === 'content' ? known : TEXT_NAMES).join(', ')}`,
            placesIn(text)(Math.max(0, text.indexOf(name))),
          ),
        ),
    )
    return [...count, ...wrong]
  })
}

/** Placeholders that only the HTML of a layout has. */
const HTML_ONLY: string[] = ['content', 'actions', 'logo_url', 'dir']
const TEXT_NAMES = layoutNames.filter((name) => !HTML_ONLY.includes(name))
