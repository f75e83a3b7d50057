// Unsubscribes a recipient from everything, and lifts this. The recipient is marked, so that the mark applies to every
// channel and every later address. Its addresses are suppressed too, so that they stay opted out if it is deleted.
import { channels } from '../../channels/index.ts'
import type { Transaction } from '../../store/database.ts'
import { setUnsubscribed } from '../../store/recipients/preferences.ts'
import type { RecipientRecord } from '../../store/recipients/recipients.ts'
import {
  type ChannelAddress,
  deleteSuppression,
  findSuppressions,
  type SuppressionRow,
} from '../../store/recipients/suppressions.ts'
import { suppress } from '../suppressions.ts'
import { emitChanged, type PreferenceOwner } from './preferences.ts'

/** The name that stands for all categories in requests, events and files. */
export const EVERYTHING = '*'

export interface EverythingOwner extends PreferenceOwner {
  recipient: RecipientRecord
}

/** Stores that the recipient receives only essential templates. Returns the ids of the suppressions that it added. */
export async function unsubscribe(tx: Transaction, now: Date, owner: EverythingOwner): Promise<number[]> {
  const { workspaceId, recipient, origin } = owner
  if (recipient.unsubscribed_at) return []
  await mark(tx, now, owner, now)
  const rows = addressesOf(workspaceId, recipient)
    .filter(({ channel }) => channels.some(({ name, optOuts }) => name === channel && optOuts !== undefined))
    .map((holder) => ({
      ...holder,
      reason: 'unsubscribed' as const,
      origin,
      detail: null,
      note: null,
      delivery_id: null,
      at: now,
    }))
  return (await suppress(tx, now, rows)).map(({ id }) => id)
}

/** Lifts what `unsubscribe` stored. Returns the suppressions that it removed. */
export async function resubscribe(tx: Transaction, now: Date, owner: EverythingOwner): Promise<SuppressionRow[]> {
  const { workspaceId, recipient } = owner
  const own = (await findSuppressions(tx, addressesOf(workspaceId, recipient))).filter((row) =>
    isOfEverything(row, recipient),
  )
  await mark(tx, now, owner, null)
  for (const { id } of own) await deleteSuppression(tx, workspaceId, id)
  return own
}

/** Sets or removes the mark of the recipient, and emits the event. */
export async function mark(tx: Transaction, now: Date, owner: PreferenceOwner, at: Date | null): Promise<void> {
  const { workspaceId, recipient } = owner
  if (!(await setUnsubscribed(tx, workspaceId, recipient.id, at))) return
  await emitChanged(tx, now, owner, [{ category: EVERYTHING, channel: '', allowed: at === null }])
}

/** Returns whether `unsubscribe` stored this suppression. It has the time of the mark. */
export function isOfEverything(
  { reason, at }: Pick<SuppressionRow, 'reason' | 'at'>,
  { unsubscribed_at: since }: Pick<RecipientRecord, 'unsubscribed_at'>,
): boolean {
  return reason === 'unsubscribed' && at.getTime() === since?.getTime()
}

/** Returns the recipient's addresses on each channel. An SMS can also be sent to the WhatsApp number. */
export function addressesOf(workspaceId: number, recipient: RecipientRecord): ChannelAddress[] {
  return channels.flatMap(({ name: channel, addressOwner, address, substitute }) => {
    if (addressOwner !== 'recipient') return []
    const own = new Set([address(recipient), substitute?.(recipient)])
    return [...own].flatMap((one) =>
      one === undefined ? [] : { workspace_id: workspaceId, mode: recipient.mode, channel, address: one },
    )
  })
}

/** Returns the address to which each channel sends. */
export function usedAddressesOf(workspaceId: number, recipient: RecipientRecord): ChannelAddress[] {
  return channels.flatMap(({ name: channel, addressOwner, address, substitute }) => {
    const used = addressOwner === 'recipient' ? (address(recipient) ?? substitute?.(recipient)) : undefined
    return used === undefined ? [] : { workspace_id: workspaceId, mode: recipient.mode, channel, address: used }
  })
}
