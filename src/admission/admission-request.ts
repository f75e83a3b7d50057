// The request of a caller to admission, and its answer.
import type { Refusal } from '../errors.ts'
import type { Transaction } from '../store/database.ts'
import type { AdmissionOutcome } from './entry.ts'
import type { Credential, Pass } from './gate.ts'
import type { ParsedSend } from './request.ts'

/** A message after parsing: valid, or refused. */
export type ParsedMessage = { parsed: ParsedSend } | { refusal: Refusal }

export interface AdmissionRequest {
  credential: Credential
  /** Empty for a request that sends nothing, such as GET /usage. */
  messages: ParsedMessage[]
  /** Headers of the request. They may contain a parent trace. */
  carrier?: Record<string, unknown>
  /** The trace that is stored with the messages, so that later work can join it. */
  trace?: string
  /** Called before COMMIT. Writes further data in the transaction that stores the messages. */
  onStored?: (tx: Transaction, now: Date, outcomes: AdmissionOutcome[]) => Promise<void>
}

/** `refusal`: the gate refused the whole request. `outcomes`: one for each message, in order. */
export type Admitted = Pass & { outcomes: AdmissionOutcome[] }

/** Returns the outcome of a request with one message. A refusal by the gate also refuses the message. */
export function onlyOutcome({ refusal, outcomes: [outcome] }: Admitted): AdmissionOutcome {
  if (refusal) return { kind: 'refused', refusal }
  if (!outcome) throw new Error('the request has no message')
  return outcome
}
