// Values of variables in Discord's Markdown: text, never a link with another text, a mention or a mark.
import { markdownValue } from '../lib/markdown-values.ts'
import type { TextPlace } from '../lib/placeholders.ts'

const MARKDOWN = { marks: '\\`*_~|[]<>', links: '[]<', lines: '#+-' }

/** Fields that Discord shows as they are: a backslash would be seen. */
const PLAIN: Record<string, string> = { author: 'name', footer: 'text' }

/** Escapes a value for the text of a message. */
export function discordValue(value: string, inCode: boolean): string {
  return markdownValue(value, { ...MARKDOWN, inCode })
}

/** In an embed: its addresses, times and colors are no text. */
export function embedValue(value: string, { key, holderKey, inCode }: TextPlace): string {
  const isPlain = PLAIN[holderKey] === key || /url$|^colou?r$|^timestamp$/.test(key)
  return isPlain ? value : discordValue(value, inCode)
}
