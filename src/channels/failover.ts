// The rule of a channel for several connections of one source.
import type { ConnectionSettings } from './inbound.ts'
import type { RenderedText } from './text/rendered-text.ts'

/**
 * - `any`: a source may have several connections, and each can send each message.
 * - `may`: a source may have several connections, and the function decides which of them can send a message.
 * - `refused`: a source may have only one connection to a provider, and the text is the reason. For example, a chat
 *   belongs to one bot, so another bot cannot write to it.
 */
export type Failover = 'any' | { may: MaySend } | { refused: string }

/** Returns whether a message that was accepted for the first connection can be sent through another connection. */
export type MaySend = (own: RenderedText['own'], first: ConnectionSettings, other: ConnectionSettings) => boolean

/** Returns the reason why a source may have only one connection to a provider. Returns undefined if it may have several. */
export function refusalOfSeveral(failover: Failover): string | undefined {
  return failover !== 'any' && 'refused' in failover ? failover.refused : undefined
}
