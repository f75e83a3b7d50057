// Builds a Slack message: blocks, a text for notifications, and links instead of buttons. Escapes values of variables.
import { isObject, itemsOf } from '../../lib/json/json-fields.ts'
import { fitText } from '../../lib/text/fit-text.ts'
import { markdownEscapes } from '../../lib/text/markdown-values.ts'
import type { Escape, TextPlace } from '../../lib/text/placeholders.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Content, Misfit, OutgoingMessage } from '../contract.ts'
import { asTemplateMisfits } from '../text/own-content.ts'
import { codePoints, empty, tooLong } from '../text/text-length.ts'
import { type Block, blockProblems, fallbackOf } from './blocks.ts'
import { slackLimits } from './limits.ts'

/** Maximum number of characters of a text. Slack truncates longer texts. */
const MOST_CHARACTERS = slackLimits.text

/** The parts of a message. During admission, `actions` have dummy URLs of the real length. */
interface Composable extends Pick<OutgoingMessage, 'body' | 'own' | 'media'> {
  actions: { label: string; url: string }[]
}

/** Returns a misfit for each part of the content that Slack would refuse or truncate. */
export function slackMisfits(content: Content, actionUrl: string): Misfit[] {
  const own = ownBlocks(content)
  const wrong = asTemplateMisfits(blockProblems(content.own ?? {}, true))
  if (wrong.length > 0) return wrong
  if (own.length === 0 && content.body.trim() === '') return empty('slack', content.body)
  const actions = content.actions.map(({ label }) => ({ label, url: actionUrl }))
  const { text, blocks = [] } = slackBody({ ...content, actions })
  const tooMany = `has ${counted(own.length, 'block')}, and media and actions make ${blocks.length - own.length} more; slack takes ${slackLimits.blocks}`
  return [
    ...tooLong('slack', 'template', 'the text (with its links, and & < > as entities)', text, MOST_CHARACTERS),
    ...(blocks.length > slackLimits.blocks ? [{ field: 'template', message: tooMany }] : []),
  ]
}

/**
 * Returns `text` and `blocks`. A body of at most 3000 characters becomes a section, with the image and the links below
 * it. A longer body is sent as a text that ends with links to the media and the actions. If the template has blocks,
 * they replace the body, and only the notification shows the body.
 */
export function slackBody(message: Composable): { text: string; blocks?: Block[]; [option: string]: unknown } {
  const body = escaped(message.body)
  const own = ownBlocks(message)
  const links = message.actions.map(({ label, url }) => linkTo(url, label))
  const options = { unfurl_links: false, unfurl_media: false }
  if (own.length > 0) {
    const text = message.body.trim() === '' ? fallbackOf(own) : body
    return { text, blocks: [...own, ...mediaBlocks(message), ...linkBlocks(links)], ...options }
  }
  if (codePoints(body) > slackLimits.section || (links.length === 0 && !message.media)) {
    const media = message.media ? [linkTo(message.media.url, captionOf(message.media))] : []
    return { text: [body, ...media, ...links].join('\n'), ...options }
  }
  return { text: body, blocks: [section(body), ...mediaBlocks(message), ...linkBlocks(links)], ...options }
}

/**
 * Returns the function that escapes a value in the template's blocks, so that the value cannot add links or mentions.
 * Returns undefined for a value in a URL field.
 */
export function slackEscape({ key, holder, code, inAddress }: TextPlace): Escape | undefined {
  if (key.endsWith('url')) return undefined
  if (holder.type === 'markdown') return IN_MARKDOWN[code]
  return holder.type === 'mrkdwn' && inAddress ? escapedInAddress : escaped
}

/**
 * The escapes for a Markdown block: backslashes before Markdown characters, and entities for Slack's angle brackets.
 */
const MARKDOWN = markdownEscapes({ marks: '\\`*_[]()!', links: '[]', lines: '#+-' })
const IN_MARKDOWN: typeof MARKDOWN = {
  none: (value) => escaped(MARKDOWN.none(value)),
  unclosed: (value) => escaped(MARKDOWN.unclosed(value)),
  inside: (value) => escaped(MARKDOWN.inside(value)),
}

/** Escapes a value in the URL of a link. An unescaped vertical bar would end the URL and start the label. */
function escapedInAddress(value: string): string {
  return escaped(value).replaceAll('|', '%7C')
}

/** Escapes Slack's three special characters, so that they cannot form links or mentions. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function ownBlocks({ own }: Pick<Content, 'own'>): Block[] {
  return itemsOf(own?.blocks).filter(isObject)
}

function section(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

/** Returns an image block for an image, and a link for a document or video. */
function mediaBlocks({ media }: Composable): Block[] {
  if (!media) return []
  if (media.type !== 'image') return [section(linkTo(media.url, captionOf(media)))]
  const title = media.caption ? { title: { type: 'plain_text', text: media.caption } } : {}
  return [{ type: 'image', image_url: media.url, alt_text: captionOf(media), ...title }]
}

function captionOf({ caption, filename, type }: NonNullable<Composable['media']>): string {
  return caption || filename || type
}

/**
 * Returns one section with all links. If a long PUBLIC_URL makes that section too long, returns one section per link.
 */
function linkBlocks(links: string[]): Block[] {
  const line = links.join('  ·  ')
  if (links.length === 0) return []
  return codePoints(line) <= slackLimits.section ? [section(line)] : links.map(section)
}

/** Returns a Slack link. Percent-encodes vertical bars and angle brackets, because they would end the URL. */
function linkTo(url: string, label: string): string {
  const address = url.replace(/[<>|]/g, (mark) => encodeURIComponent(mark))
  return `<${escaped(address)}|${escaped(fitText(label, 1000))}>`
}
