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

/** Signals between an attempt and the code that chooses the connection. Absent if the source has no other connection. */
export interface FailoverSignals {
  /**
   * Aborts when another connection can take the message. A provider that has sent nothing yet, because the message waits
   * for a free session, then ends the attempt as retryable.
   */
  released?: AbortSignal | undefined
  /**
   * Called with true if the message waits for this process, for example for a free session, and with false when the
   * request to the provider begins. Without a call, the request begins at once.
   */
  waiting?: ((isWaiting: boolean) => void) | undefined
}

/** Returns the reason why a source may have only one connection to a provider. Returns undefined if it may have several. */
export function refusalOfSeveral(failover: Failover): string | undefined {
  return failover !== 'any' && 'refused' in failover ? failover.refused : undefined
}
