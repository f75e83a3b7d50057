// The tasks for large bodies that run outside the main thread, and the interface that runs them.
import type { ParsedMessage } from '../../admission/admit.ts'
import type { ConnectionSettings, InboundBody, InboundEvent } from '../../channels/inbound.ts'
import type { RepeatKey } from '../../channels/inbound-bodies.ts'
import type { ProviderName } from '../../channels/providers.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import type { ReadBatch, SendOptions } from '../public/read-sends.ts'

type Blocks = Uint8Array<ArrayBuffer>[]

/** The body of a provider's request in a message between threads. */
type SentBody = Omit<InboundBody, 'bytes'> & { bytes: Uint8Array }

export type BodyTask =
  | { kind: 'json'; blocks: Blocks; limits: StructureLimits }
  | { kind: 'send' | 'batch'; blocks: Blocks; limits: StructureLimits; options: SendOptions }
  | { kind: 'repeatKey'; body: SentBody; from: ProviderName; settings: ConnectionSettings }
  | { kind: 'inboundEvents'; body: SentBody; from: ProviderName; settings: ConnectionSettings; receivedAt: Date }

/**
 * Processes large bodies in threads. The blocks are transferred and are empty afterwards. Every call throws Refused for
 * an invalid body, and with `unavailable` when all threads are busy or the thread exited. A task that waits for a
 * thread when `clientGone` aborts is not started.
 */
export interface BodyThreads {
  json(blocks: Blocks, limits: StructureLimits, clientGone: AbortSignal): Promise<unknown>
  send(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ParsedMessage>
  batch(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ReadBatch>
  /** Returns the key by which a repeated request of a provider is recognized. */
  repeatKey(body: InboundBody, from: ProviderName, settings: ConnectionSettings): Promise<RepeatKey>
  inboundEvents(
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ): Promise<InboundEvent[]>
}
