// The pages behind a button: what became of a click, said to a person under the sender's brand.
import type { Button } from '../../actions/take.ts'
import { brandOf } from '../../workspace/brand.ts'
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

const ofMessage = (button?: Button) => button?.locales.slice(0, -1) ?? []
const ofWorkspace = (button?: Button) => button?.locales.slice(-1) ?? []
