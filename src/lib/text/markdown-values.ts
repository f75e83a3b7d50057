// Values put into Markdown so that they stay text: no link with a text of its own, no emphasis, no heading.
import type { Escape } from './placeholders.ts'
import type { TextSpot } from './text-places.ts'

const ONE_ADDRESS = /^https?:\/\/[\w.~:/?#@!$&+,;=%-]+$/
const ADDRESSES = /(https?:\/\/[\w.~:/?#@!$&+,;=%-]+)/

/** Whether the value is nothing but a web address: it stays as it is, so that it can be a link that shows where it leads. */
export function isAddress(value: string): boolean {
  return ONE_ADDRESS.test(value)
}

/** What an app takes a backslash before; punctuation each. */
export interface MarkdownMarks {
  /** Anywhere. */
  marks: string
  /** Those of them that make links and mentions. */
  links: string
  /** At the beginning of a line: headings, lists, quotations. */
  lines: string
}

/** How a value is written in a text, by whether code is open there. */
export function markdownEscapes(marks: MarkdownMarks): Record<TextSpot['code'], Escape> {
  return {
    none: (value) => textValue(value, marks),
    // A backslash does not keep a backtick from closing code.
    unclosed: (value) => textValue(withoutBackticks(value), marks),
    inside: (value) => codeValue(withoutBackticks(value), marks),
  }
}

/** The value with a backslash before each mark. Addresses inside it stay whole. */
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
 * Backslashes show inside code, so only the marks of links get one. The value's own backslashes get one only where they could
 * take that effect away: an app may see no code where this service does, for example behind a blank line in the value.
 */
function codeValue(value: string, { links }: MarkdownMarks): string {
  if (isAddress(value)) return value
  const isRisky = value.endsWith('\\') || Array.from(links).some((mark) => value.includes(mark))
  return isRisky ? backslashed(value, `\\${links}`) : value
}

function withoutBackticks(value: string): string {
  return value.replaceAll('`', "'")
}

/** A loop over code units: a call for each character takes ten times as long. */
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
