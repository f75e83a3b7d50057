// An attempt that ended, and what is to be written of it.
import type { Outcome } from '../channels/contract.ts'
import type { ChosenConnection } from '../connections/chosen.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import type { NextDeliveryState } from './retry.ts'

export interface Settlement {
  row: ClaimedRow
  plan: NextDeliveryState
  /** Null when no attempt was made. */
  outcome: Outcome | null
  startedAt: Date
  endedAt: Date
  captured?: Record<string, unknown>
  /** What the attempt went through; undefined for the sandbox, and where the message was not given to a provider. */
  chosen?: ChosenConnection | undefined
}
