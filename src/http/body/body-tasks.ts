// The tasks for large bodies that run outside the main thread, and the interface for running them.
import type { ParsedMessage } from '../../admission/admission-request.ts'
import type { ConnectionSettings, InboundBody, InboundEvent } from '../../channels/inbound.ts'
import type { RepeatKey } from '../../channels/inbound-bodies.ts'
import type { ProviderName } from '../../channels/providers.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import type { ReadBatch, SendOptions } from '../public/read-sends.ts'

type Blocks = Uint8Array<ArrayBuffer>[]

/** The body of an inbound webhook in a message between threads. */
type SentBody = Omit<InboundBody, 'bytes'> & { bytes: Uint8Array }

export type BodyTask =
  | { kind: 'json'; blocks: Blocks; limits: StructureLimits }
  | { kind: 'send' | 'batch'; blocks: Blocks; limits: StructureLimits; options: SendOptions }
  | { kind: 'repeatKey'; body: SentBody; from: ProviderName; settings: ConnectionSettings }
  | { kind: 'inboundEvents'; body: SentBody; from: ProviderName; settings: ConnectionSettings; receivedAt: Date }

/**
 * Processes large bodies in threads. The blocks are transferred to the thread and are empty afterwards. Each call
 * throws Refused for an invalid body. It throws Refused with `unavailable` if all threads are busy or the thread
 * exited. If `clientGone` aborts while a task still waits for a thread, the task is not started.
 */
export interface BodyThreads {
  json(blocks: Blocks, limits: StructureLimits, clientGone: AbortSignal): Promise<unknown>
  send(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ParsedMessage>
  batch(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ReadBatch>
  /** Returns the key that an inbound webhook and its repeats have in common. */
  repeatKey(body: InboundBody, from: ProviderName, settings: ConnectionSettings): Promise<RepeatKey>
  inboundEvents(
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ): Promise<InboundEvent[]>
}
