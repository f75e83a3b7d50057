// The type of a settlement. A settlement is an ended attempt with the new state of its delivery.
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
  /** The provider connection that the attempt used. Undefined for the sandbox, and if no provider was called. */
  chosen?: ChosenConnection | undefined
}
