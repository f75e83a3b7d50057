// Suppresses addresses that no longer exist, and lifts this when the recipient is reachable again.
import { type ChannelName, channelOf } from '../channels/index.ts'
import type { Transaction } from '../store/database.ts'
import { markUnusable } from '../store/delivery/settling.ts'
import { sendLift } from '../store/recipients/suppressions.ts'
import { suppress } from './suppressions.ts'

export interface GoneAddress {
  workspaceId: number
  recipientId: number
  channel: ChannelName
  address: string
  reason: string
  /** The message that the provider refused. Null if the report is not about a message. */
  deliveryId: number | null
  at: Date
}

/**
 * Suppresses a live address that the provider cannot reach, and marks it with its recipient. Version 0.1.0 reads only
 * the mark.
 */
export async function suppressGone(tx: Transaction, now: Date, gone: GoneAddress): Promise<void> {
  const { workspaceId, channel, address, reason: detail, deliveryId, at } = gone
  const reason = channelOf(channel).bounces ? 'hard_bounce' : 'invalid'
  const entry = { workspace_id: workspaceId, mode: 'live', channel, address, reason, origin: 'provider' } as const
  await suppress(tx, now, [{ ...entry, detail, note: null, delivery_id: deliveryId, at }])
  await markUnusable(tx, gone)
}

/**
 * Lifts the reason `invalid`, because the recipient wrote or registered. Needs no answer, so it costs no round trip.
 */
export function liftInvalid(tx: Transaction, workspaceId: number, channel: string, address: string): void {
  sendLift(tx, { workspace_id: workspaceId, mode: 'live', channel, address }, 'invalid')
}
