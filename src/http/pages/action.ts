// Renders the pages that the link of a button opens. They show the result of the click, with the brand of the sender.
import type { Button } from '../../actions/take.ts'
import { type Brand, brandOf } from '../../workspaces/brand.ts'
import { type ActionPage, actionWords } from './action-words.ts'
import { renderPage } from './shell.ts'

/**
 * Renders a page. `button` is the button to which the token belongs. It is undefined for an invalid token. `languages`
 * are the languages of the browser. The page uses them only if the message of the button has no supported language.
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

/**
 * Renders a preview of the page with the given brand. The portal shows the preview in a frame. The button on it does
 * nothing.
 */
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
