// Composes an email whose template has HTML, or whose content is inside a layout of the workspace.

import { isObject } from '../../../lib/json/json-fields.ts'
import { directionOf } from '../../../lib/text/direction.ts'
import { escapeHtml } from '../../../lib/text/html.ts'
import type { OutgoingMessage } from '../../contract.ts'
import type { MailFrame } from '../../mail-frame.ts'
import type { EmailBody } from '../body.ts'
import { emailWords } from '../words.ts'
import { buttonsHtml, colorOf } from './buttons.ts'
import { type LayoutName, marks } from './layout-names.ts'

/** The parts of a template's email that replace the standard design. */
export interface EmailDesign {
  /** The rendered HTML of the template: a document, or the content of a layout. */
  html?: string | undefined
  /** Styles of the content for the head of the layout. */
  head?: string | undefined
  layout?: EmailLayout | undefined
}

export interface EmailLayout {
  html: string
  text_header?: string
  text_footer?: string
}

/** Returns the design of a message. Returns undefined if the message has the standard design. */
export function designOf({ own }: Pick<OutgoingMessage, 'own'>): EmailDesign | undefined {
  const html = typeof own?.html === 'string' ? own.html : undefined
  const head = typeof own?.head === 'string' ? own.head : undefined
  const layout = isLayout(own?.layout) ? own.layout : undefined
  return html === undefined && layout === undefined ? undefined : { html, head, layout }
}

function isLayout(value: unknown): value is EmailLayout {
  return isObject(value) && typeof value.html === 'string'
}

/** Returns the HTML of the email. The buttons and the unsubscribe link are added at the end if the design lacks them. */
export function designedHtml(message: OutgoingMessage, frame: MailFrame, body: EmailBody, design: EmailDesign): string {
  const { html, head = '', layout } = design
  const content = html ?? body.html
  const buttons = buttonsHtml(message, colorOf(frame))
  const unsubscribe = escapeHtml(frame.unsubscribeUrl)
  const hasButtons = isPlaced('actions', content, layout)
  const hasLink = isPlaced('unsubscribe_url', content, layout)
  const filled = content.replaceAll(marks.actions, buttons).replaceAll(marks.unsubscribe_url, unsubscribe)
  const complete = hasButtons ? filled : layout ? filled + buttons : withEnd(filled, buttons)
  const document = layout
    ? withHead(fillLayout(layout.html, { ...htmlValues(message, frame), content: complete, actions: buttons }), head)
    : documentOf(complete, message, frame)
  return hasLink ? document : withEnd(document, footerOf(message, frame))
}

/** Returns whether the content or the layout has a place for the buttons or the link. */
function isPlaced(name: keyof typeof marks, content: string, layout: EmailLayout | undefined): boolean {
  return content.includes(marks[name]) || names(name).test(layout?.html ?? '')
}

/** Returns the plain text part of an email in a layout. */
export function designedText(
  message: OutgoingMessage,
  frame: MailFrame,
  { layout }: EmailDesign,
  text: string,
): string {
  const values = textValues(message, frame)
  const [header, footer] = [layout?.text_header, layout?.text_footer].map((part) =>
    part === undefined ? undefined : fillLayout(part, values).trimEnd(),
  )
  return [header, text, footer].filter((part) => part !== undefined).join('\n\n')
}

/** Returns whether the text footer of the layout contains the unsubscribe link. */
export function hasTextLink({ layout }: EmailDesign): boolean {
  return [layout?.text_header, layout?.text_footer].some((text) => names('unsubscribe_url').test(text ?? ''))
}

type Values = Partial<Record<LayoutName, string>>

/** Replaces the placeholders of a layout in one pass. */
function fillLayout(layout: string, values: Values): string {
  const known = new Map<string, string | undefined>(Object.entries(values))
  return layout.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (whole, name: string) => known.get(name) ?? whole)
}

function names(name: LayoutName): RegExp {
  return new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`)
}

function textValues(message: OutgoingMessage, frame: MailFrame): Values {
  const locale = message.locale ?? ''
  return {
    subject: message.subject ?? '',
    brand_name: frame.name,
    locale: locale.replaceAll('_', '-'),
    unsubscribe_url: frame.unsubscribeUrl,
    preferences_url: message.preferencesUrl ?? '#',
  }
}

function htmlValues(message: OutgoingMessage, frame: MailFrame): Values {
  const values: Values = {
    ...textValues(message, frame),
    logo_url: frame.logoUrl ?? '',
    dir: directionOf(message.locale ?? ''),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))
}

/** Returns the content as a whole document. A fragment gets a head and a body. */
function documentOf(content: string, message: OutgoingMessage, frame: MailFrame): string {
  if (/<html[\s>]/i.test(content)) return content
  const { language } = emailWords([message.locale ?? ''])
  return `<!doctype html>
<html lang="${escapeHtml((message.locale ?? language).replaceAll('_', '-'))}" dir="${directionOf(message.locale ?? '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(message.subject ?? frame.name)}</title>
</head>
${/<body[\s>]/i.test(content) ? content : `<body>\n${content}\n</body>`}
</html>
`
}

/** Adds styles to the head of a document. */
function withHead(document: string, head: string): string {
  if (head === '') return document
  const end = document.toLowerCase().indexOf('</head>')
  return end < 0 ? head + document : `${document.slice(0, end)}${head}\n${document.slice(end)}`
}

/** Adds HTML to the end of the body. */
function withEnd(document: string, added: string): string {
  if (added === '') return document
  const end = document.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? `${document}\n${added}` : `${document.slice(0, end)}${added}\n${document.slice(end)}`
}

function footerOf(message: OutgoingMessage, frame: MailFrame): string {
  const { words } = emailWords([message.locale ?? ''])
  return `<p style="margin:24px auto;max-width:600px;padding:0 8px;font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;color:#5b6472;text-align:center">${escapeHtml(words.because(frame.name))} <a href="${escapeHtml(frame.unsubscribeUrl)}" style="color:#5b6472">${words.unsubscribe}</a></p>`
}
