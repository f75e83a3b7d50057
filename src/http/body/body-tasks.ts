// What is done with large bodies outside of the main thread: the tasks, and what asks for them.
import type { ParsedMessage } from '../../admission/admit.ts'
import type { ConnectionSettings, InboundBody, InboundEvent } from '../../channels/inbound.ts'
import type { RepeatKey } from '../../channels/inbound-bodies.ts'
import type { ProviderName } from '../../channels/providers.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import type { ReadBatch, SendOptions } from '../public/read-sends.ts'

type Blocks = Uint8Array<ArrayBuffer>[]

/** A body of a provider's request on its way between threads. */
type SentBody = Omit<InboundBody, 'bytes'> & { bytes: Uint8Array }

export type BodyTask =
  | { kind: 'json'; blocks: Blocks; limits: StructureLimits }
  | { kind: 'send' | 'batch'; blocks: Blocks; limits: StructureLimits; options: SendOptions }
  | { kind: 'repeatKey'; body: SentBody; from: ProviderName; settings: ConnectionSettings }
  | { kind: 'inboundEvents'; body: SentBody; from: ProviderName; settings: ConnectionSettings; receivedAt: Date }

/**
 * Work on large bodies, in threads. The blocks change hands: they are empty afterwards. Every call throws Refused: for what
 * is wrong with the body, and `unavailable` while all threads are busy or when the thread died. A task that still waits for a
 * thread when `clientGone` aborts is not begun.
 */
export interface BodyThreads {
  json(blocks: Blocks, limits: StructureLimits, clientGone: AbortSignal): Promise<unknown>
  send(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ParsedMessage>
  batch(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ReadBatch>
  /** What tells a repeat of a provider's request. */
  repeatKey(body: InboundBody, from: ProviderName, settings: ConnectionSettings): Promise<RepeatKey>
  inboundEvents(
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ): Promise<InboundEvent[]>
}
