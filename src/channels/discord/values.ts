// Escapes values of variables in Discord's Markdown, so that they cannot add links, mentions or formatting.
import { markdownEscapes } from '../../lib/text/markdown-values.ts'
import type { Escape, TextPlace } from '../../lib/text/placeholders.ts'
import type { TextSpot } from '../../lib/text/text-places.ts'

const ESCAPES = markdownEscapes({ marks: '\\`*_~|[]<>', links: '[]<', lines: '#+-' })

/** Fields in which Discord renders no Markdown. In these fields, Discord would show the backslash of an escape. */
const PLAIN: Record<string, string> = { author: 'name', footer: 'text' }

/** Returns the function that escapes a value in the text of a message. */
export function discordEscape({ code }: TextSpot): Escape {
  return ESCAPES[code]
}

/**
 * Returns the function that escapes a value in an embed. Returns undefined for URLs, times, colors and fields without
 * Markdown.
 */
export function embedEscape(place: TextPlace): Escape | undefined {
  const { key, holderKey } = place
  const isPlain = PLAIN[holderKey] === key || /url$|^colou?r$|^timestamp$/.test(key)
  return isPlain ? undefined : discordEscape(place)
}
