// Renders the page that an unsubscribe link opens. The page asks a question with one button, or confirms the opt-out and
// offers to undo it.
import { emailWords } from '../../channels/email/words.ts'
import type { Brand } from '../../workspaces/brand.ts'
import { renderPage } from './shell.ts'

export interface UnsubscribeView {
  address: string
  brand: Brand
  /** The locales to try, in this order: the message's locale, if it is known, and the workspace's default locale. */
  locales: string[]
  /** `undone`: the recipient has just undone the opt-out. */
  state: 'open' | 'done' | 'undone'
  /** The path of the form that undoes the opt-out. Undefined if it cannot be undone. */
  undoPath?: string | undefined
}

/**
 * Renders the page. `view` is undefined for an invalid link. `languages` are the languages of the browser. The page uses
 * them only if the message has no supported language, so that the page and the message have the same language.
 */
export function unsubscribePage(view: UnsubscribeView | undefined, languages: string[]): ReturnType<typeof renderPage> {
  const { language, words } = emailWords([
    ...(view?.locales.slice(0, -1) ?? []),
    ...languages,
    ...(view?.locales.slice(-1) ?? []),
  ])
  const title = words.unsubscribe
  if (!view) return renderPage({ language, title, text: words.unknown })
  const { address, brand, state, undoPath } = view
  if (state === 'undone') return renderPage({ language, title, text: words.undone(address, brand.name), brand })
  if (state === 'done')
    return renderPage({
      language,
      title,
      text: words.done(address, brand.name),
      brand,
      ...(undoPath === undefined ? {} : { button: { label: words.undo, path: undoPath, isQuiet: true } }),
    })
  return renderPage({
    language,
    title,
    text: words.question(address, brand.name),
    brand,
    button: { label: words.confirm, fields: { 'List-Unsubscribe': 'One-Click' } },
  })
}
