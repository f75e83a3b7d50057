// Values of variables in Discord's Markdown: text, never a link with another text, a mention or a mark.
import { markdownEscapes } from '../../lib/text/markdown-values.ts'
import type { Escape, TextPlace } from '../../lib/text/placeholders.ts'
import type { TextSpot } from '../../lib/text/text-places.ts'

const ESCAPES = markdownEscapes({ marks: '\\`*_~|[]<>', links: '[]<', lines: '#+-' })

/** Fields that Discord shows as they are: a backslash would be seen. */
const PLAIN: Record<string, string> = { author: 'name', footer: 'text' }

/** How a value is written in the text of a message. */
export function discordEscape({ code }: TextSpot): Escape {
  return ESCAPES[code]
}

/** In an embed: its addresses, times and colors are no text. */
export function embedEscape(place: TextPlace): Escape | undefined {
  const { key, holderKey } = place
  const isPlain = PLAIN[holderKey] === key || /url$|^colou?r$|^timestamp$/.test(key)
  return isPlain ? undefined : discordEscape(place)
}
