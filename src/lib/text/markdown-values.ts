// Escapes values for Markdown, so that they cannot add links with other texts, emphasis or headings.
import type { Escape } from './placeholders.ts'
import type { TextSpot } from './text-places.ts'

const ONE_ADDRESS = /^https?:\/\/[\w.~:/?#@!$&+,;=%-]+$/
const ADDRESSES = /(https?:\/\/[\w.~:/?#@!$&+,;=%-]+)/

/** Returns whether the value is only a web address. It is not escaped, because its link shows its target. */
export function isAddress(value: string): boolean {
  return ONE_ADDRESS.test(value)
}

/** The punctuation characters that an app lets a backslash escape. */
export interface MarkdownMarks {
  /** Characters that are escaped anywhere. */
  marks: string
  /** The characters of `marks` that make links and mentions. */
  links: string
  /** Characters that are escaped at the beginning of a line, where they make headings, lists and quotations. */
  lines: string
}

/** Returns the escapes for a value: one for each position relative to code spans. */
export function markdownEscapes(marks: MarkdownMarks): Record<TextSpot['code'], Escape> {
  return {
    none: (value) => textValue(value, marks),
    // A backslash does not stop a backtick from closing a code span.
    unclosed: (value) => textValue(withoutBackticks(value), marks),
    inside: (value) => codeValue(withoutBackticks(value), marks),
  }
}

/** Puts a backslash before each mark. Does not change web addresses inside the value. */
function textValue(value: string, { marks, lines }: MarkdownMarks): string {
  if (isAddress(value)) return value
  return value
    .split(ADDRESSES)
    .map((part, index) => (index % 2 === 1 ? part : backslashed(part, marks)))
    .join('')
    .replace(/(?:^|[\r\n])[ \t]{0,3}[#>+-](?=[ \t#])/g, (begin) =>
      lines.includes(begin.at(-1) ?? '') ? `${begin.slice(0, -1)}\\${begin.at(-1)}` : begin,
    )
}

/**
 * Escapes only the marks of links, because backslashes are visible inside code. These escapes are still needed: an app
 * may see no code span where this service sees one, for example after a blank line in the value. Escapes the value's
 * own backslashes only if they could undo an escape.
 */
function codeValue(value: string, { links }: MarkdownMarks): string {
  if (isAddress(value)) return value
  const isRisky = value.endsWith('\\') || Array.from(links).some((mark) => value.includes(mark))
  return isRisky ? backslashed(value, `\\${links}`) : value
}

function withoutBackticks(value: string): string {
  return value.replaceAll('`', "'")
}

/** Loops over code units, because a call for each character takes ten times as long. */
function backslashed(text: string, marks: string): string {
  let written = ''
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (!marks.includes(text.charAt(at))) continue
    written += `${text.slice(from, at)}\\`
    from = at
  }
  return written + text.slice(from)
}
