// The pages behind a button: what became of a click, said to a person under the sender's brand.
import type { Button } from '../../actions/take.ts'
import { type Brand, brandOf } from '../../workspaces/brand.ts'
import { type ActionPage, actionWords } from './action-words.ts'
import { renderPage } from './shell.ts'

/**
 * `button`: what the token stands for, once it proved genuine; its message's language goes before the browser's.
 * `languages`: what the reader's browser asks for.
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

/** The same page under any brand, to be looked at in a frame of the portal. Its button posts nowhere. */
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
