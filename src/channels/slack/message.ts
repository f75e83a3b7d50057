// A message as Slack takes it: blocks and a text for notifications, links in place of buttons, values that can't be markup.
import { isObject, itemsOf } from '../../lib/json/json-fields.ts'
import { fitText } from '../../lib/text/fit-text.ts'
import { markdownEscapes } from '../../lib/text/markdown-values.ts'
import type { Escape, TextPlace } from '../../lib/text/placeholders.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Content, Misfit, OutgoingMessage } from '../contract.ts'
import { asTemplateMisfits } from '../own-content.ts'
import { codePoints, empty, tooLong } from '../text-length.ts'
import { type Block, blockProblems, fallbackOf } from './blocks.ts'
import { slackLimits } from './limits.ts'

/** Slack cuts off what is longer. */
const MOST_CHARACTERS = slackLimits.text

/** What makes up the message; at accept, every link is as long as it will be. */
interface Composable extends Pick<OutgoingMessage, 'body' | 'own' | 'media'> {
  actions: { label: string; url: string }[]
}

/** What of the content Slack would refuse or cut off. */
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
 * `text` and `blocks`. A short body becomes a section, with the image and the links below it; a long one stays text,
 * with links alone: a section holds 3000 characters. The template's own blocks take the body's place, which is then what
 * notifications show.
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

/** How a variable's value is written inside the template's blocks: as text, never a link or a mention; an address stays as it is. */
export function slackEscape({ key, holder, code, inAddress }: TextPlace): Escape | undefined {
  if (key.endsWith('url')) return undefined
  if (holder.type === 'markdown') return IN_MARKDOWN[code]
  return holder.type === 'mrkdwn' && inAddress ? escapedInAddress : escaped
}

/** What a Markdown block takes a backslash before; Slack's own angle brackets become entities. */
const MARKDOWN = markdownEscapes({ marks: '\\`*_[]()!', links: '[]', lines: '#+-' })
const IN_MARKDOWN: typeof MARKDOWN = {
  none: (value) => escaped(MARKDOWN.none(value)),
  unclosed: (value) => escaped(MARKDOWN.unclosed(value)),
  inside: (value) => escaped(MARKDOWN.inside(value)),
}

/** A bar would end the address and begin the link's label. */
function escapedInAddress(value: string): string {
  return escaped(value).replaceAll('|', '%7C')
}

/** Slack's own three characters; what they make (links, mentions) is then text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function ownBlocks({ own }: Pick<Content, 'own'>): Block[] {
  return itemsOf(own?.blocks).filter(isObject)
}

function section(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

/** An image shows, a document or a video is a link. */
function mediaBlocks({ media }: Composable): Block[] {
  if (!media) return []
  if (media.type !== 'image') return [section(linkTo(media.url, captionOf(media)))]
  const title = media.caption ? { title: { type: 'plain_text', text: media.caption } } : {}
  return [{ type: 'image', image_url: media.url, alt_text: captionOf(media), ...title }]
}

function captionOf({ caption, filename, type }: NonNullable<Composable['media']>): string {
  return caption || filename || type
}

/** All links in one section, or one each where a long PUBLIC_URL makes them too many characters. */
function linkBlocks(links: string[]): Block[] {
  const line = links.join('  ·  ')
  if (links.length === 0) return []
  return codePoints(line) <= slackLimits.section ? [section(line)] : links.map(section)
}

/** The bar and the angle brackets would end the address. */
function linkTo(url: string, label: string): string {
  const address = url.replace(/[<>|]/g, (mark) => encodeURIComponent(mark))
  return `<${escaped(address)}|${escaped(fitText(label, 1000))}>`
}
