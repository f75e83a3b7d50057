// The traits of a channel that the rest of the service reads: kind of content, price, receipts, opt-outs and limits.
import type { Group } from '../limit-group.ts'

/**
 * How a message is composed and shown. An `html` message is an email with Markdown, files and the workspace's frame. A
 * `notification` goes to the recipient's registered devices. Messages with `embeds` or `blocks` have own content of that
 * kind. A `text` message has only a text.
 */
export type ContentKind = 'html' | 'text' | 'notification' | 'embeds' | 'blocks'

export interface ChannelTraits {
  content: ContentKind
  /** Credits for a message beyond the month's quota. */
  credits: number
  /** The channel has its own monthly bundle. All others share the quota. */
  account?: 'whatsapp'
  /** The receipts that providers report. */
  receipts: readonly ('delivered' | 'read')[]
  /**
   * The messages that an opt-out blocks; absent if recipients cannot opt out. Essential templates are never blocked.
   */
  optOuts?: 'all' | 'advertising'
  /** `false`: admission uses this channel only if a request or a recipient's preference names it. */
  inferred?: false
  /** Rank by the effort to connect. The portal's first steps propose the channel with the lowest rank. */
  setUpRank: number
  /** Limits of messages and own content, for docs/limits.md. */
  limits: readonly Group[]
}
