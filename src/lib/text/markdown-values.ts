// Escapes values for Markdown. An escaped value cannot add emphasis, headings, or links whose text differs from their
// target.
import type { Escape } from './placeholders.ts'
import type { TextSpot } from './text-places.ts'

const ONE_ADDRESS = /^https?:\/\/[\w.~:/?#@!$&+,;=%-]+$/
const ADDRESSES = /(https?:\/\/[\w.~:/?#@!$&+,;=%-]+)/

/** Returns true if the value is only a web address. A web address is not escaped, because its link shows its target. */
export function isAddress(value: string): boolean {
  return ONE_ADDRESS.test(value)
}

/**
 * The Markdown characters that are escaped in values. In the app that shows the message, a backslash escapes each of
 * them.
 */
export interface MarkdownMarks {
  /** Characters that are escaped at every position. */
  marks: string
  /** The characters in `marks` that create links and mentions. */
  links: string
  /**
   * Characters that are escaped only at the beginning of a line. There they would create headings, lists and
   * quotations.
   */
  lines: string
}

/** Returns three escape functions: for a value outside code spans, after an unclosed backtick, and in a code span. */
export function markdownEscapes(marks: MarkdownMarks): Record<TextSpot['code'], Escape> {
  return {
    none: (value) => textValue(value, marks),
    // A backslash does not prevent a backtick from closing a code span.
    unclosed: (value) => textValue(withoutBackticks(value), marks),
    inside: (value) => codeValue(withoutBackticks(value), marks),
  }
}

/** Puts a backslash before each mark in the value. Does not change web addresses in the value. */
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
 * Escapes a value inside code. People see backslashes in code, so only the marks of links are escaped. These marks must
 * be escaped because the recipient's app may not show this text as code, for example if the value contains a blank
 * line. The value could then become a link. A backslash of the value is escaped only if it could undo an escape.
 */
function codeValue(value: string, { links }: MarkdownMarks): string {
  if (isAddress(value)) return value
  const isRisky = value.endsWith('\\') || Array.from(links).some((mark) => value.includes(mark))
  return isRisky ? backslashed(value, `\\${links}`) : value
}

function withoutBackticks(value: string): string {
  return value.replaceAll('`', "'")
}

/** Use a loop over code units, because a function call for each character takes ten times as long. */
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
