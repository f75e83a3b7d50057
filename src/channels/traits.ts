// What the rest of the service has to know about a channel besides its addresses, its content and its connections.
import type { Group } from '../limit-group.ts'

/**
 * How a message is made and drawn. `html`: a letter with Markdown, files and the workspace's frame. `notification`: goes to
 * the recipient's registered devices. `embeds` and `blocks`: a text with own content of that kind. `text`: all others.
 */
export type ContentKind = 'html' | 'text' | 'notification' | 'embeds' | 'blocks'

export interface ChannelTraits {
  content: ContentKind
  /** What a message costs beyond the month's quota. */
  credits: number
  /** The channel has a monthly bundle of its own; all others share the quota. */
  account?: 'whatsapp'
  /** What providers report after a message was sent. */
  receipts: readonly ('delivered' | 'read')[]
  /** Which messages an opt-out blocks; absent where recipients cannot opt out. Essential templates are never blocked. */
  optOuts?: 'all' | 'advertising'
  /** `false`: only a request or a recipient's preference chooses this channel. */
  inferred?: false
  /** Rank by the preparation that a connection takes: the first steps propose the channel with the lowest. */
  setUpRank: number
  /** Limits of messages and own content, for the page of limits. */
  limits: readonly Group[]
}
