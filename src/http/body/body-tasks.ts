// The types of the tasks that parse large bodies outside the main thread, and the interface that runs these tasks.
import type { ParsedMessage } from '../../admission/admission-request.ts'
import type { ConnectionSettings, InboundBody, InboundEvent } from '../../channels/inbound.ts'
import type { RepeatKey } from '../../channels/inbound-bodies.ts'
import type { ProviderName } from '../../channels/providers.ts'
import type { StructureLimits } from '../../lib/json/json-structure.ts'
import type { ReadBatch, SendOptions } from '../public/read-sends.ts'

type Blocks = Uint8Array<ArrayBuffer>[]

/** The body of an inbound webhook as it is passed to another thread. */
type SentBody = Omit<InboundBody, 'bytes'> & { bytes: Uint8Array }

export type BodyTask =
  | { kind: 'json'; blocks: Blocks; limits: StructureLimits }
  | { kind: 'send' | 'batch'; blocks: Blocks; limits: StructureLimits; options: SendOptions }
  | {
      kind: 'repeatKey' | 'inboundEvents'
      body: SentBody
      from: ProviderName
      settings: ConnectionSettings
      receivedAt: Date
    }

/**
 * Parses large bodies in threads. `blocks` are the pieces of a body. Their memory moves to the thread, so the caller's
 * blocks are empty afterwards. Each call throws Refused if the body is invalid. It throws Refused with `unavailable` if
 * all threads are busy or if the thread exited. A task that is still queued when `clientGone` aborts does not start.
 */
export interface BodyThreads {
  json(blocks: Blocks, limits: StructureLimits, clientGone: AbortSignal): Promise<unknown>
  send(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ParsedMessage>
  batch(blocks: Blocks, limits: StructureLimits, options: SendOptions, clientGone: AbortSignal): Promise<ReadBatch>
  /** Returns a key that is the same for an inbound webhook and for each repetition of it. */
  repeatKey(body: InboundBody, from: ProviderName, settings: ConnectionSettings, receivedAt: Date): Promise<RepeatKey>
  inboundEvents(
    body: InboundBody,
    from: ProviderName,
    settings: ConnectionSettings,
    receivedAt: Date,
  ): Promise<InboundEvent[]>
}
