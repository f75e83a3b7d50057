// A message as Slack takes it: blocks and a text for notifications, links in place of buttons, values that can't be markup.
import { fitText } from '../lib/fit-text.ts'
import type { Content, Misfit, OutgoingMessage } from './contract.ts'
import { asTemplateMisfits } from './own-content.ts'
import { type Block, blockProblems, fallbackOf, slackMost } from './slack-blocks.ts'
import { codePoints, empty, tooLong } from './text-length.ts'

/** Slack cuts off what is longer; with links below it, a text leaves them room. */
const MOST_CHARACTERS = { alone: 40_000, withLinks: 36_000 } as const

/** What of the content Slack would refuse or cut off. */
export function slackMisfits(content: Content): Misfit[] {
  const blocks = ownBlocks(content)
  const wrong = asTemplateMisfits(blockProblems(content.own ?? {}, true))
  const added = Number(content.media !== undefined) + Number(content.actions.length > 0)
  const most = added > 0 ? MOST_CHARACTERS.withLinks : MOST_CHARACTERS.alone
  const tooMany = blocks.length > 0 && blocks.length + added > slackMost.blocks
  return [
    ...(blocks.length === 0 ? empty('slack', content.body) : []),
    ...tooLong('slack', 'template', 'the text, & < > written as entities,', escaped(content.body), most),
    ...wrong,
    ...(tooMany && wrong.length === 0
      ? [
          {
            field: 'template',
            message: `has ${blocks.length} blocks, and media and actions make ${added} more; slack takes ${slackMost.blocks}`,
          },
        ]
      : []),
  ]
}

/**
 * `text` and `blocks`. A short body becomes a section, with the image and the links below it; a long one stays text,
 * with links alone: a section holds 3000 characters. The template's own blocks take the body's place, which is then what
 * notifications show.
 */
export function slackBody(message: OutgoingMessage): { text: string; blocks?: Block[]; [option: string]: unknown } {
  const body = escaped(message.body)
  const own = ownBlocks(message)
  const links = message.actions.map(({ label, url }) => linkTo(url, label))
  const options = { unfurl_links: false, unfurl_media: false }
  if (own.length > 0) {
    const text = message.body.trim() === '' ? fallbackOf(own) || message.recipientName : body
    return { text, blocks: [...own, ...mediaBlocks(message), ...linkBlocks(links)], ...options }
  }
  if (codePoints(body) > slackMost.section || (links.length === 0 && !message.media)) {
    const media = message.media ? [linkTo(message.media.url, captionOf(message.media))] : []
    return { text: [body, ...media, ...links].join('\n'), ...options }
  }
  return { text: body, blocks: [section(body), ...mediaBlocks(message), ...linkBlocks(links)], ...options }
}

/** A variable's value inside the template's blocks: text, never a link or a mention; an address stays as it is. */
export function escapedValue(value: string, key: string): string {
  return key.endsWith('url') ? value : escaped(value)
}

/** Slack's own three characters; what they make (links, mentions) is then text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function ownBlocks({ own }: Pick<Content, 'own'>): Block[] {
  return Array.isArray(own?.blocks) ? (own.blocks as Block[]) : []
}

function section(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

/** An image shows, a document or a video is a link. */
function mediaBlocks({ media }: OutgoingMessage): Block[] {
  if (!media) return []
  if (media.type !== 'image') return [section(linkTo(media.url, captionOf(media)))]
  const title = media.caption ? { title: { type: 'plain_text', text: media.caption } } : {}
  return [{ type: 'image', image_url: media.url, alt_text: captionOf(media), ...title }]
}

function captionOf({ caption, filename, type }: NonNullable<OutgoingMessage['media']>): string {
  return caption || filename || type
}

/** All links in one section, or one each where a long PUBLIC_URL makes them too many characters. */
function linkBlocks(links: string[]): Block[] {
  const line = links.join('  ·  ')
  if (links.length === 0) return []
  return codePoints(line) <= slackMost.section ? [section(line)] : links.map(section)
}

/** The bar and the angle brackets would end the address. */
function linkTo(url: string, label: string): string {
  const address = url.replace(/[<>|]/g, (mark) => encodeURIComponent(mark))
  return `<${escaped(address)}|${escaped(fitText(label, 1000))}>`
}
