// Records the consequences of a status change, in the transaction of the change: counters, refunds, events, and the
// removal of attachments.
import type { DeliveryStatus } from '../delivery-states.ts'
import { statusEvents } from '../events/delivery-events.ts'
import { recordEvents } from '../events/record.ts'
import { byKey } from '../lib/by-key.ts'
import {
  type CreditEntry,
  lockBalances,
  sendUsage,
  type UsageChange,
  writeCreditEntries,
} from '../store/admission/charging.ts'
import type { Transaction } from '../store/database.ts'
import { addChannelCounts, type ChangedRow, type ChannelCount, removeAttachments } from '../store/delivery/settling.ts'
import { readEventSubjects } from '../store/events/event-subjects.ts'
import { addActivity } from '../store/installation/activity.ts'
import { addWorkspaceActivity } from '../store/workspaces/workspace-activity.ts'

/** The error code of a message that a caller or a member cancelled. */
export const CANCELLED = 'cancelled'

/**
 * A change of a delivery's status from `before` to `row.status`. The previous status distinguishes a first success from
 * a later receipt.
 */
export interface StatusChange {
  row: ChangedRow
  before: DeliveryStatus
}

/** Records the consequences of these changes. `process` identifies the row of the activity counters. */
export async function recordStatusChanges(
  tx: Transaction,
  now: Date,
  process: string,
  changes: StatusChange[],
): Promise<void> {
  await emitStatusEvents(tx, now, changes)
  await countStatusChanges(tx, now, process, changes)
}

/**
 * Emits the events of these changes. The events contain the current values of the deliveries, so emit them before the
 * next change.
 */
export async function emitStatusEvents(tx: Transaction, now: Date, changes: StatusChange[]): Promise<void> {
  const subscribed = changes.filter(({ row }) => row.status !== 'queued' && row.has_subscription)
  if (subscribed.length > 0) await emitChanges(tx, now, subscribed)
}

/**
 * Counts these changes, and makes the refunds. Call this function last in a transaction, because other transactions wait
 * for the counters.
 */
export async function countStatusChanges(
  tx: Transaction,
  now: Date,
  process: string,
  changes: StatusChange[],
): Promise<void> {
  const ended = changes.filter(({ row }) => row.status !== 'queued')
  const done = ended.filter(({ row }) => row.has_files).map(({ row }) => row.id)
  if (done.length > 0) removeAttachments(tx, done)
  const live = ended.filter(({ row }) => row.mode === 'live')
  if (live.length === 0) return
  // The counters change last, so that their locks are held only for the time of the commit. A refund of credits needs two
  // more round trips.
  addActivity(tx, process, now, tallyOf(live))
  addWorkspaceActivity(tx, process, now, talliesByWorkspace(live))
  await refund(tx, now, live)
  countChannels(tx, live)
}

const SUCCESS: DeliveryStatus[] = ['sent', 'delivered', 'read']

/**
 * Updates `total_sent` and `by_channel`. Both count messages by their current status: a message that fails after it was
 * sent is no longer counted as sent, but as failed. A cancelled message counts as failed.
 */
function countChannels(tx: Transaction, changes: StatusChange[]): void {
  const counts = new Map<string, ChannelCount>()
  for (const { row, before } of changes) {
    const sent = Number(SUCCESS.includes(row.status)) - Number(SUCCESS.includes(before))
    const delivered = Number(isDelivery({ row }))
    const failed = Number(row.status === 'failed')
    if (sent === 0 && delivered === 0 && failed === 0) continue
    const key = `${row.workspace_id}/${row.period}/${row.channel}`
    const count = counts.get(key) ?? {
      workspace_id: row.workspace_id,
      period: row.period,
      channel: row.channel,
      sent: 0,
      delivered: 0,
      failed: 0,
      cancelled: 0,
    }
    count.sent += sent
    count.delivered += delivered
    count.failed += failed
    count.cancelled += Number(isCancelled({ row }))
    counts.set(key, count)
  }
  if (counts.size > 0) addChannelCounts(tx, [...counts.values()])
}

/** Refunds each failed message once: to the quota, the WhatsApp bundle or the credits, as charged (decision 17). */
async function refund(tx: Transaction, now: Date, changes: StatusChange[]): Promise<void> {
  const failed = changes.map(({ row }) => row).filter((row) => row.status === 'failed' && row.account !== null)
  const usage = new Map<string, UsageChange>()
  for (const row of failed.filter(({ account }) => account !== 'credits')) {
    const key = `${row.workspace_id}/${row.period}`
    const change = usage.get(key) ?? { workspace_id: row.workspace_id, period: row.period, quota: 0, whatsapp: 0 }
    if (row.account === 'whatsapp') change.whatsapp--
    else change.quota--
    usage.set(key, change)
  }
  if (usage.size > 0) sendUsage(tx, [...usage.values()])
  const paid = failed.filter(({ account }) => account === 'credits')
  if (paid.length > 0) await refundCredits(tx, now, paid)
}

async function refundCredits(tx: Transaction, now: Date, paid: ChangedRow[]): Promise<void> {
  const balances = await lockBalances(
    tx,
    [...new Set(paid.map((row) => row.workspace_id))].sort((a, b) => a - b),
  )
  const entries = paid.map((row): CreditEntry => {
    const balance = (balances.get(row.workspace_id) ?? 0) + row.cost
    balances.set(row.workspace_id, balance)
    return { workspace_id: row.workspace_id, kind: 'refund', amount: row.cost, balance, delivery_id: row.id }
  })
  await writeCreditEntries(tx, now, entries)
}

/** Emits the events in the order of `changes`, because the database returns the rows in an undefined order. */
async function emitChanges(tx: Transaction, now: Date, changes: StatusChange[]): Promise<void> {
  const rows = await readEventSubjects(
    tx,
    changes.map(({ row }) => row.id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  recordEvents(
    tx,
    now,
    changes.flatMap(({ row, before }) => {
      const about = byId.get(row.id)
      return about ? statusEvents(about, before, now) : []
    }),
  )
}

function talliesByWorkspace(changes: StatusChange[]) {
  const groups = byKey(changes, ({ row }) => row.workspace_id)
  return [...groups].map(([workspace_id, group]) => ({ workspace_id, ...tallyOf(group) }))
}

/**
 * Returns whether the change increases the number of delivered messages. Each message increases it only once: a message
 * that is read without a delivery receipt is first set to delivered (decision 61).
 */
const isDelivery = ({ row }: Pick<StatusChange, 'row'>) => row.status === 'delivered'

/**
 * Returns whether the message was cancelled. Its status is failed, but it is not counted in the numbers of failures.
 */
const isCancelled = ({ row }: Pick<StatusChange, 'row'>) => row.status === 'failed' && row.error_code === CANCELLED

/**
 * Returns whether the message counts as failed in the tallies, and therefore in all failure rates. It counts if its
 * status is failed and it was not cancelled. An expired message counts, because no caller cancelled it.
 */
const isFailure = (change: StatusChange) => change.row.status === 'failed' && !isCancelled(change)

function tallyOf(changes: StatusChange[]) {
  const count = (is: (change: StatusChange) => boolean) => changes.filter(is).length
  return {
    sent: count(({ row, before }) => SUCCESS.includes(row.status) && !SUCCESS.includes(before)),
    delivered: count(isDelivery),
    failed: count(isFailure),
  }
}
