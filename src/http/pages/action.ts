// Renders the pages behind a button, which show the result of a click under the sender's brand.
import type { Button } from '../../actions/take.ts'
import { type Brand, brandOf } from '../../workspaces/brand.ts'
import { type ActionPage, actionWords } from './action-words.ts'
import { renderPage } from './shell.ts'

/**
 * Renders a page. `button` is that of a genuine token, or undefined. The language of its message has priority over
 * `languages`, those of the browser.
 */
export function actionPage(
  page: ActionPage,
  button: Button | undefined,
  languages: string[],
): ReturnType<typeof renderPage> {
  const { language, words } = actionWords([...ofMessage(button), ...languages, ...ofWorkspace(button)])
  const { title, text } = words[page]
  return renderPage({
    language,
    title,
    text: text(button?.label ?? ''),
    ...(button ? { brand: brandOf(button.workspace) } : {}),
    ...(button && page === 'confirm' ? { button: { label: button.label } } : {}),
  })
}

/** Renders a preview of the page under any brand, for a frame of the portal. Its button does nothing. */
export function brandedPage(
  page: 'confirm' | 'taken',
  { label, brand, languages }: { label: string; brand: Brand; languages: string[] },
): ReturnType<typeof renderPage> {
  const { language, words } = actionWords(languages)
  const { title, text } = words[page]
  return renderPage({
    language,
    title,
    text: text(label),
    brand,
    framed: true,
    ...(page === 'confirm' ? { button: { label } } : {}),
  })
}

const ofMessage = (button?: Button) => button?.locales.slice(0, -1) ?? []
const ofWorkspace = (button?: Button) => button?.locales.slice(-1) ?? []
