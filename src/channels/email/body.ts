// Renders the text of an email as HTML, and the preview line that mailboxes show after the subject.
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from '../../lib/text/html.ts'
import type { OutgoingMessage } from '../contract.ts'

export interface EmailBody {
  html: string
  preheader: string
}

export interface EmailTexts {
  body: string
  markdown: string | undefined
  caption: string
}

// Plain text keeps its line breaks and asterisks. Only complete URLs become links.
const plain = new MarkdownIt('zero', { html: false, linkify: true, breaks: true }).enable(['linkify', 'newline'])
const rich = new MarkdownIt('commonmark', { html: false, linkify: true, breaks: true }).enable([
  'linkify',
  'table',
  'strikethrough',
])
for (const kind of [plain, rich]) kind.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
// Markdown contains the values of variables as character references, so that a line break in a value does not end a
// block. The parser does not decode references in code, so decode them here.
rich.renderer.rules.text = (tokens, index) => escapeHtml(tokens[index]?.content ?? '').replaceAll('\n', '<br>\n')
rich.core.ruler.push('values_in_code', ({ tokens }) => {
  for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])]))
    if (CODE.has(token.type)) token.content = dereferenced(token.content)
})

const CODE = new Set(['code_inline', 'code_block', 'fence'])

function dereferenced(code: string): string {
  return code.replace(/&#(\d{1,7});/g, (_whole, number) => String.fromCodePoint(Math.min(Number(number), 0x10ffff)))
}

export function emailTexts({ body, own, media }: OutgoingMessage): EmailTexts {
  return {
    body,
    markdown: typeof own?.markdown === 'string' ? own.markdown : undefined,
    caption: media?.caption ?? '',
  }
}

/** Renders the body. 262,144 characters take up to half a second, so body-threads.ts renders long texts in a thread. */
export function renderBody({ body, markdown, caption }: EmailTexts): EmailBody {
  const captionHtml = caption && plain.render(caption)
  if (markdown === undefined) return { html: plain.render(body) + captionHtml, preheader: preheaderOf(body) }
  const environment = {}
  const tokens = rich.parse(markdown, environment)
  return {
    html: rich.renderer.render(tokens, rich.options, environment) + captionHtml,
    preheader: preheaderOf(wordsOf(tokens)),
  }
}

/** Renders the body without links and Markdown. The time is proportional to the length of the text. */
export function renderWithoutParser({ body, caption }: EmailTexts): EmailBody {
  const html = escapeHtml(`${body}\n\n${caption}`.trim())
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>\n`)
    .join('')
  return { html, preheader: preheaderOf(body) }
}

function preheaderOf(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > 140 ? `${line.slice(0, 139).toWellFormed()}…` : line
}

/** Returns the words of parsed Markdown without markup characters. */
function wordsOf(tokens: Token[]): string {
  const blocks = tokens.map(({ children }) => children ?? [])
  return blocks
    .map((inline) =>
      inline.map(({ type, content }) => (WORDS.has(type) ? content : type.endsWith('break') ? ' ' : '')).join(''),
    )
    .join(' ')
}

const WORDS = new Set(['text', 'text_special', 'code_inline'])
