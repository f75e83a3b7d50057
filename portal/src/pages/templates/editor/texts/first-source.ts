// The HTML or MJML with which an email begins: the paragraphs of its text.

export function firstSource(format: 'html' | 'mjml', text: string, hasLayout: boolean): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(escapeMarkup)
  return format === 'html' ? htmlOf(paragraphs) : mjmlOf(paragraphs, hasLayout)
}

function htmlOf(paragraphs: string[]): string {
  return paragraphs.map((paragraph) => `<p>${withBreaks(paragraph, '<br>')}</p>\n`).join('')
}

function mjmlOf(paragraphs: string[], hasLayout: boolean): string {
  const texts = paragraphs.map((paragraph) => `<mj-text>${withBreaks(paragraph, '<br />')}</mj-text>`)
  const section = [
    '<mj-section>',
    '  <mj-column>',
    ...texts.map((text) => `    ${text}`),
    '  </mj-column>',
    '</mj-section>',
  ]
  if (hasLayout) return `${section.join('\n')}\n`
  const body = section.map((line) => `    ${line}`).join('\n')
  return `<mjml>\n  <mj-body>\n${body}\n  </mj-body>\n</mjml>\n`
}

const withBreaks = (paragraph: string, lineBreak: string) => paragraph.replaceAll('\n', `${lineBreak}\n`)

/** Matches a placeholder, and an output or a tag of Liquid. */
const EXPRESSION = /(\{\{[^{}]*\}\}|\{%[^{}]*%\})/

/** Escapes the text, but not the expressions in it: Carillon escapes their values. */
function escapeMarkup(text: string): string {
  return text
    .split(EXPRESSION)
    .map((part) => (EXPRESSION.test(part) ? part : escapeText(part)))
    .join('')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
