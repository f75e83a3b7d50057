// Defines a settlement, which is an ended attempt with the new state of its delivery, and derives facts from it.
import type { Outcome } from '../channels/contract.ts'
import type { ChannelName } from '../channels/index.ts'
import type { ChosenConnection } from '../connections/chosen.ts'
import { sizes } from '../limits.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import type { NextDeliveryState } from './retry.ts'

/** A message that was settled as sent, on a channel whose provider sends receipts. */
export interface SettledMessage {
  id: number
  workspaceId: number
  connectionId: number
  channel: ChannelName
  recipientId: number
  address: string
  externalId: string
  sentAt: Date
  /** Whether the channel also has watermarks. A watermark is a receipt for all messages up to a time. */
  watermarks: boolean
}

export type SentOutcome = Extract<Outcome, { class: 'sent' }>

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
  /** The progress to store. By default it is the progress in the outcome, or the stored progress. */
  progress?: Record<string, unknown> | null
  /** Set if the outcome pauses this provider connection, and not all messages of the channel. */
  pausedPart?: PausedPart
  /** Set if the message waits for the end of quiet hours. */
  deferral?: { until: Date; expiresAt: Date }
}

export interface PausedPart {
  id: number
  version: number
}

/**
 * Returns the message in a list if its provider sends receipts, and otherwise an empty list. The caller then applies
 * the receipts that arrived before the settlement.
 */
export function reportedMessageOf({ row, outcome, startedAt, chosen }: Settlement): SettledMessage[] {
  if (row.mode !== 'live' || outcome?.class !== 'sent' || outcome.externalId === null) return []
  const receipts = chosen?.provider.receiver?.receipts
  if (!receipts) return []
  return [
    {
      id: row.id,
      workspaceId: row.workspace_id,
      connectionId: chosen?.id ?? row.lane,
      channel: row.channel,
      recipientId: row.recipient_id,
      address: row.address,
      externalId: outcome.externalId,
      sentAt: startedAt,
      watermarks: receipts === 'by_id_and_watermark',
    },
  ]
}

/** Returns the provider's id of the message. Returns null if the id is too long to be an id of a supported provider. */
export function storedExternalId({ externalId }: SentOutcome): string | null {
  return externalId !== null && externalId.length <= sizes.externalId ? externalId : null
}
