// Suppresses addresses that no longer exist, and lifts this when the recipient is reachable again.
import { type ChannelName, channelOf } from '../channels/index.ts'
import type { Transaction } from '../store/database.ts'
import { markUnusable } from '../store/delivery/settling.ts'
import { sendLift } from '../store/recipients/suppressions.ts'
import type { SuppressionReason } from '../suppression-reasons.ts'
import { suppress } from './suppressions.ts'

export interface GoneAddress {
  workspaceId: number
  recipientId: number
  channel: ChannelName
  address: string
  reason: string
  /** The message that the provider refused. Null if the report is not about a message. */
  deliveryId: number | null
  /** If true, the provider may report that it sends to the address again. */
  isListed?: boolean
  at: Date
}

/**
 * Suppresses a live address that the provider cannot reach, and marks it with its recipient. Version 0.1.0 reads only
 * the mark.
 */
export async function suppressGone(tx: Transaction, now: Date, gone: GoneAddress): Promise<void> {
  const { channel, isListed = false } = gone
  await suppressAs(tx, now, gone, channelOf(channel).bounces && !isListed ? 'hard_bounce' : 'invalid')
  await markUnusable(tx, gone)
}

/** Suppresses a live address that the provider cannot reach, and that no recipient has. */
export async function suppressInvalid(
  tx: Transaction,
  now: Date,
  gone: Omit<GoneAddress, 'recipientId'>,
): Promise<void> {
  await suppressAs(tx, now, gone, 'invalid')
}

async function suppressAs(
  tx: Transaction,
  now: Date,
  { workspaceId, channel, address, reason: detail, deliveryId, at }: Omit<GoneAddress, 'recipientId'>,
  reason: SuppressionReason,
): Promise<void> {
  const entry = { workspace_id: workspaceId, mode: 'live', channel, address, reason, origin: 'provider' } as const
  await suppress(tx, now, [{ ...entry, detail, note: null, delivery_id: deliveryId, at }])
}

/**
 * Lifts the reason `invalid`, because the recipient wrote or registered, or the provider sends to the address again. Needs no answer, so it costs no round trip.
 */
export function liftInvalid(tx: Transaction, workspaceId: number, channel: string, address: string): void {
  sendLift(tx, { workspace_id: workspaceId, mode: 'live', channel, address }, 'invalid')
}
