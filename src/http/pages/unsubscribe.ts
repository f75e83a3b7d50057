// Renders the page that an unsubscribe link opens. The page asks a question with one button, or confirms the opt-out.
import { emailWords } from '../../channels/email/words.ts'
import type { Brand } from '../../workspaces/brand.ts'
import { renderPage } from './shell.ts'

export interface UnsubscribeView {
  address: string
  brand: Brand
  locale: string
  done: boolean
}

/** Renders the page. `view` is undefined for an invalid link. `languages` are the languages of the browser. */
export function unsubscribePage(view: UnsubscribeView | undefined, languages: string[]): ReturnType<typeof renderPage> {
  const { language, words } = emailWords([...languages, view?.locale ?? ''])
  const title = words.unsubscribe
  if (!view) return renderPage({ language, title, text: words.unknown })
  const { address, brand, done } = view
  if (done) return renderPage({ language, title, text: words.done(address, brand.name), brand })
  return renderPage({
    language,
    title,
    text: words.question(address, brand.name),
    brand,
    button: { label: words.confirm, fields: { 'List-Unsubscribe': 'One-Click' } },
  })
}
