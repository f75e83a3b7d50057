// Values put into Markdown so that they stay text: no link with a text of its own, no emphasis, no heading.

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

/**
 * The value with a backslash before each mark. Addresses inside it stay whole. `inCode`: backslashes show inside code, so only
 * `links` get one there, and backticks become apostrophes.
 */
export function markdownValue(
  value: string,
  { marks, links, lines, inCode }: MarkdownMarks & { inCode: boolean },
): string {
  if (isAddress(value)) return value
  if (inCode) return backslashed(value.replaceAll('`', "'"), links)
  return value
    .split(ADDRESSES)
    .map((part, index) => (index % 2 === 1 ? part : backslashed(part, marks)))
    .join('')
    .replace(/(?:^|[\r\n])[ \t]{0,3}[#>+-](?=[ \t#])/g, (begin) =>
      lines.includes(begin.at(-1)!) ? `${begin.slice(0, -1)}\\${begin.at(-1)}` : begin,
    )
}

function backslashed(text: string, marks: string): string {
  return Array.from(text, (character) => (marks.includes(character) ? `\\${character}` : character)).join('')
}
