// The Discord channel. Its messages have up to 2000 characters and may have embeds, but no buttons (specification,
// channel behavior notes).
import type { Channel, Content, Misfit } from '../contract.ts'
import { codePoints, empty, tooLong } from '../text/text-length.ts'
import { embedMisfits, embedProblems, embedsOf } from './embeds.ts'
import { fullText } from './full-text.ts'
import { discordGroup, discordLimits } from './limits.ts'
import { discordEscape, embedEscape } from './values.ts'
import { webhook } from './webhook.ts'

const MOST_CHARACTERS = discordLimits.text

declare module '../names.ts' {
  interface ChannelTypes {
    discord: true
  }
}

export const discord: Channel = {
  name: 'discord',
  title: 'Discord',
  content: 'embeds',
  credits: 1,
  receipts: [],
  setUpRank: 2,
  limits: [discordGroup],
  addressField: "the source's Discord connection",
  addressOwner: 'connection',
  address: (_recipient, settings) => (settings ? 'channel' : undefined),
  misfits: (content) => [
    ...(embedsOf({ own: content.own }).length === 0 ? empty('discord', content.body) : []),
    ...textMisfits(content),
    ...embedMisfits(content),
    ...(content.actions.length > 0 ? [{ field: 'actions', message: 'discord has no buttons; omit actions' }] : []),
  ],
  ownMisfits: embedProblems,
  ownEscape: embedEscape,
  bodyEscape: discordEscape,
  providers: { webhook },
  failover: { refused: 'a webhook writes to one channel, so another webhook reaches other people' },
}

/**
 * Checks the total length of the text and of the link to a document or video, because Discord shows the link below the
 * text.
 */
function textMisfits(content: Content): Misfit[] {
  const { media } = content
  const size = codePoints(fullText(content))
  if (!media || size <= MOST_CHARACTERS || codePoints(content.body) > MOST_CHARACTERS)
    return tooLong('discord', 'template', 'the text', content.body, MOST_CHARACTERS)
  const message = `the text and the link to the ${media.type} have ${size} characters together; discord takes ${MOST_CHARACTERS}`
  return [{ field: 'media', message }]
}
