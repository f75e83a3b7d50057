// The traits of a channel that other modules read: the kind of content, the price, receipts, opt-outs and limits.
import type { Group } from '../limit-group.ts'

/**
 * How a message is composed and shown. An `html` message is an email with Markdown, files and the workspace's layout. A
 * `notification` goes to the recipient's registered devices. The channel-specific content of a template may contain
 * `embeds` or `blocks`. A `text` message has only a text.
 */
export type ContentKind = 'html' | 'text' | 'notification' | 'embeds' | 'blocks'

export interface ChannelTraits {
  content: ContentKind
  /** The credits that a message costs after the monthly quota is used up. */
  credits: number
  /**
   * The separate monthly quota that messages of this channel use. If it is absent, the channel uses the common quota.
   */
  account?: 'whatsapp'
  /** The receipts that providers of this channel report. */
  receipts: readonly ('delivered' | 'read')[]
  /**
   * The messages that an opt-out blocks. Absent if recipients cannot opt out of this channel. An opt-out never blocks
   * an essential template.
   */
  optOuts?: 'all' | 'advertising'
  /**
   * If true, an address that the provider calls unknown counts as a hard bounce, which only a member lifts. Otherwise
   * the address counts as invalid until the recipient writes or registers again.
   */
  bounces?: true
  /** If true, the links of buttons are short. A short link always asks for a confirmation. */
  shortLinks?: true
  /**
   * The rule for requests without a channel. Admission considers a channel with `last` after all other channels. It uses
   * a channel with `never` only if the recipient's preference names the channel.
   */
  inferred?: 'last' | 'never'
  /**
   * A channel that is easy to connect has a low rank. The portal's first steps propose the channel with the lowest
   * rank.
   */
  setUpRank: number
  /** The limits of messages and of channel-specific content. docs/limits.md shows them. */
  limits: readonly Group[]
}

export interface ConversationRule {
  /** The length of the conversation window in milliseconds, counted from the recipient's last message or press. */
  lasts: number
  /** Returns whether a message with this channel-specific content needs an open conversation window. */
  needed(own: Record<string, unknown> | undefined): boolean
}
