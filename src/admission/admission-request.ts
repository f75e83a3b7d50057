// The request of a caller to admission, and its answer.
import type { Refusal } from '../errors.ts'
import type { Transaction } from '../store/database.ts'
import type { AdmissionOutcome, RenderedLiquid } from './entry.ts'
import type { Credential, Pass } from './gate.ts'
import type { ParsedSend } from './request.ts'

/** The result of parsing a message: a valid message, or a refusal. */
export type ParsedMessage = { parsed: ParsedSend; liquid?: RenderedLiquid } | { refusal: Refusal }

export interface AdmissionRequest {
  credential: Credential
  /** Empty for a request that sends nothing, such as GET /usage. */
  messages: ParsedMessage[]
  /** Headers of the request. They may contain a parent trace. */
  carrier?: Record<string, unknown>
  /** The trace that is stored with the messages. Later work adds its spans to the same trace. */
  trace?: string
  /**
   * Called first in the transaction. Locks rows that the messages depend on, and returns the indexes of the messages that
   * may still be admitted.
   */
  lock?: (tx: Transaction, now: Date) => Promise<ReadonlySet<number>>
  /**
   * Called before COMMIT. Writes further data in the transaction that stores the messages. The outcome of a message that
   * another transaction stores is undefined.
   */
  onStored?: (tx: Transaction, now: Date, outcomes: (AdmissionOutcome | undefined)[]) => Promise<void>
}

/**
 * If the gate refused the whole request, `refusal` is set. `outcomes` has one outcome for each message, in the order of
 * the request.
 */
export type Admitted = Pass & { outcomes: AdmissionOutcome[] }

/** Returns the outcome of a request with one message. A refusal by the gate also refuses the message. */
export function onlyOutcome({ refusal, outcomes: [outcome] }: Admitted): AdmissionOutcome {
  if (refusal) return { kind: 'refused', refusal }
  if (!outcome) throw new Error('the request has no message')
  return outcome
}
