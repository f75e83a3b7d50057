// The page behind an unsubscribe link: a question with one button, or that it is done.
import { emailWords } from '../../channels/email/words.ts'
import type { Brand } from '../../workspaces/brand.ts'
import { renderPage } from './shell.ts'

export interface UnsubscribeView {
  address: string
  brand: Brand
  locale: string
  done: boolean
}

/** `languages`: what the reader's browser asks for. Without a view the link was not valid. */
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
