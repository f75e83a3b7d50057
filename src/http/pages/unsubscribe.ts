// Renders the page that an unsubscribe link opens. The page asks a question with one button, or confirms the opt-out and
// offers to undo it.
import { type EmailWords, emailWords } from '../../channels/email/words.ts'
import { escapeHtml } from '../../lib/text/html.ts'
import type { Brand } from '../../workspaces/brand.ts'
import { preferenceWords } from './preference-words.ts'
import { renderPage } from './shell.ts'

export interface UnsubscribeView {
  address: string
  brand: Brand
  /** The locales to try, in this order: the message's locale, if it is known, and the workspace's default locale. */
  locales: string[]
  /** Returns the name of the category that the link declines. Undefined if the link opts out of all messages. */
  category?: ((language: string) => string) | undefined
  /** The path of the preference page. */
  choicesPath?: string | undefined
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
  const { brand, state, undoPath } = view
  const texts = textsOf(view, language, words)
  const content = linkTo(view.choicesPath, language)
  if (state === 'undone') return renderPage({ language, title, text: texts.undone, brand, ...content })
  if (state === 'done')
    return renderPage({
      language,
      title,
      text: texts.done,
      brand,
      ...content,
      ...(undoPath === undefined ? {} : { button: { label: words.undo, path: undoPath, isQuiet: true } }),
    })
  return renderPage({
    language,
    title,
    text: texts.question,
    brand,
    ...content,
    button: { label: words.confirm, fields: { 'List-Unsubscribe': 'One-Click' } },
  })
}

function textsOf({ address, brand: { name }, category }: UnsubscribeView, language: string, words: EmailWords) {
  if (category === undefined)
    return {
      question: words.question(address, name),
      done: words.done(address, name),
      undone: words.undone(address, name),
    }
  const { words: own } = preferenceWords([language])
  const title = category(language)
  return {
    question: own.question(title, address, name),
    done: own.done(title, address, name),
    undone: own.undone(title, address, name),
  }
}

/** Returns the link to the page with all categories and channels. */
function linkTo(path: string | undefined, language: string) {
  if (path === undefined) return {}
  const { words } = preferenceWords([language])
  const html = `<p class="more"><a href="${escapeHtml(path)}">${escapeHtml(words.choose)}</a></p>`
  return { content: { html, style: '.more{margin-top:1.5rem}a{color:inherit}' } }
}
